import type * as references from '../references/index.js';
import type { Form } from './form.js';
import { hasReferences } from './reference-check.js';

type References = typeof references;
let loaded: References | undefined;

/** Loads the code that inserts values; most forms don't need it. */
export async function loadReferences(): Promise<void> {
  loaded ??= await import('../references/index.js');
}

/** The code that inserts values; undefined until it is loaded. */
export function loadedReferences(): References | undefined {
  return loaded;
}

/** Whether a form has references whose values can't be inserted, because the code for that isn't loaded. */
export function awaitsReferences(form: Form): boolean {
  return loaded === undefined && hasReferences(form);
}

import { deriveState, type BuilderState } from './build.js';
import type { Built } from './explain-form.js';
import { concealSecrets } from './secrets.js';
import { NO_SURROUNDINGS } from './surroundings.js';

/** A form without its secrets and credentials, and its request. */
export interface Concealed extends Pick<BuilderState, 'form' | 'auth'> {
  readonly built: Built;
}

/** The request for files, without secrets and credentials; undefined if nothing can be built without them. */
export function buildConcealed({ form }: BuilderState): Concealed | undefined {
  const concealed = deriveState(concealSecrets(form), undefined, NO_SURROUNDINGS);
  return concealed.built && { ...concealed, built: concealed.built };
}

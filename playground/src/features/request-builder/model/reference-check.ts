import type { Form } from './form.js';
import type { Problem } from './problems.js';
import { mayHaveReferences } from '../../../variables/references.js';
import type { Substitution, Values } from '../../../variables/substitute.js';

/** A form with the values of its `{{name}}`. */
export interface SubstitutedForm {
  /** Without the rows that lack a value. */
  readonly form: Form;
  /** The problems of references, at what was typed. */
  readonly problems: readonly Problem[];
  /** The route's two texts; undefined if it has no references. */
  readonly route: Substitution | undefined;
  readonly values: Values;
}

/** Rows and lists never change, so each is searched once, not with each keystroke in another field. */
const searched = new WeakMap<object, boolean>();

/** Whether a form, one of its lists or rows, or a text may have references. */
export function hasReferences(value: unknown): boolean {
  if (typeof value === 'string') return mayHaveReferences(value);
  if (typeof value !== 'object' || value === null) return false;
  const known = searched.get(value);
  if (known !== undefined) return known;
  const found = Object.values(value).some(hasReferences);
  searched.set(value, found);
  return found;
}

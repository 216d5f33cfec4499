import type { Problem } from './problems.js';
import type { DefaultsLayer, Form, HeaderRow, ParameterRow, TextFieldName, VariableValue } from './form.js';
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

export type Row = VariableValue | ParameterRow | HeaderRow | DefaultsLayer;

export const TEXT_FIELDS: readonly TextFieldName[] = ['route', 'baseUrl', 'format', 'previews', 'vendor'];

/** Rows and lists never change, so each is searched once, not with each keystroke in another field. */
const searched = new WeakMap<object, boolean>();

function remember(key: object, search: () => boolean): boolean {
  const known = searched.get(key);
  if (known !== undefined) return known;
  const found = search();
  searched.set(key, found);
  return found;
}

export function rowHasReferences(row: Row): boolean {
  return remember(row, () =>
    Object.values(row).some((text: unknown) => typeof text === 'string' && mayHaveReferences(text)),
  );
}

export function listHasReferences(rows: readonly Row[]): boolean {
  return remember(rows, () => rows.some(rowHasReferences));
}

/** Whether a form may have references. */
export function formHasReferences(form: Form): boolean {
  return (
    TEXT_FIELDS.some((field) => mayHaveReferences(form[field])) ||
    [form.variables, form.parameters, form.headers, form.layers].some(listHasReferences)
  );
}

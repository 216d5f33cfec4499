import { endpoint, type EndpointErrorCode } from 'endpoint.js';
import type { Explanation, Fix, Problem as Refusal, Span } from 'endpoint.js/explain';
import { rowKey, type Form, type HeaderRow, type Path, type TextFieldName } from './form.js';
import { findFilling, type TemplateVariable } from './template.js';

/** A field of the credentials. */
export type AuthField = 'token' | 'user' | 'password' | 'name' | 'value';

/** A field of the form: a text field or a row; or what the form doesn't have yet: the text of the JSON editor, a pasted text, a part of the page. */
export type FieldId =
  | TextFieldName
  | 'source'
  | 'paste'
  | 'page'
  | `variable ${string}`
  | `parameter ${number}`
  | `header ${number}`
  | `layer ${number}`
  | `auth ${AuthField}`;

/** A problem that prevents the request or its sending, at the field that can fix it. */
export interface Problem {
  readonly field: FieldId;
  /** One sentence, or more. */
  readonly message: string;
  /** The builder's code, for a refusal of it. */
  readonly code?: EndpointErrorCode | undefined;
  /** The address of the documentation of the code. */
  readonly help?: string | undefined;
  /** Position in the field's text, zero-based; a problem of a layer that can be read has none. */
  readonly position?: number | undefined;
  readonly fix?: Fix | undefined;
  /** Place in the route, for a problem of it. */
  readonly at?: Span | undefined;
  /** The way to send the request nevertheless: its label, and the form in which the problem is settled. */
  readonly accept?: { readonly label: string; readonly form: Form };
}

/** The field of a placeholder: its row, or itself while it has none. */
export function findVariableField(form: Form, variable: TemplateVariable): FieldId {
  const row = findFilling(form, variable);
  return row ? `parameter ${row.id}` : `variable ${variable.name}`;
}

/** The first row of a header. */
export function findHeader({ headers }: Form, name: string): HeaderRow | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}

/** The field of a header's row. */
export function findHeaderField(form: Form, name: string): FieldId | undefined {
  const row = findHeader(form, name);
  return row && `header ${row.id}`;
}

/** The field at the path of an option, or below it. */
function findOptionField(
  form: Form,
  path: readonly string[],
  variables: readonly TemplateVariable[],
): FieldId | undefined {
  const [first = '', second, third] = path;
  if (first === 'headers' && second !== undefined) return findHeaderField(form, second);
  const place = third === undefined ? 'auto' : second;
  const name = third ?? first;
  const variable = variables.find((each) => each.name === name && each.at === place);
  if (variable) return findVariableField(form, variable);
  const key = JSON.stringify(first === '@in' ? path : [first]);
  const rows = form.parameters.filter(({ parked }) => parked !== true);
  const row =
    rows.find((each) => rowKey(each) === key) ??
    (first === '@in'
      ? (rows.find((each) => each.place !== 'auto' && (second ?? each.place) === each.place) ??
        rows.find((each) => rowKey(each) === '["@in"]'))
      : undefined);
  if (row) return `parameter ${row.id}`;
  if (first === 'mediaType') return second === 'previews' || form.format.trim() === '' ? 'previews' : 'format';
  if (first === 'headers') return form.headers[0] && `header ${form.headers[0].id}`;
  return first === 'baseUrl' || first === 'vendor' ? first : undefined;
}

/** The field at the path of a part of the request; the route if no field has it. */
export function findField(form: Form, path: Path, variables: readonly TemplateVariable[]): FieldId {
  const [first = '', second] = path;
  if (first === 'route' || first === 'paste') return first;
  if (first === 'settings') return 'baseUrl';
  if (first === 'defaults') return form.layers[0] ? `layer ${form.layers[0].id}` : 'paste';
  return findOptionField(form, second === undefined ? [first] : path, variables) ?? 'route';
}

/** A refusal of the builder, at the field of the form that caused it. `layers` are the fields of the active layers, by their index. */
export function locateRefusal(
  { sentence, code, help, path, at, layer, fix }: Refusal<EndpointErrorCode>,
  form: Form,
  layers: ReadonlyMap<number, FieldId>,
  variables: readonly TemplateVariable[],
): Problem {
  const problem = { message: sentence, code, help, fix };
  const field = layer && layers.get(layer.index);
  if (field !== undefined) return { field, ...problem };
  const keys = path?.map((key) => (key === endpoint.in ? '@in' : key));
  const found = keys && findOptionField(form, keys, variables);
  if (found !== undefined) return { field: found, ...problem };
  return { field: 'route', ...problem, at };
}

/** The reason why the form isn't what the page shows: a text that isn't in it yet; undefined if it is. */
export function findUnapplied(problems: readonly Problem[]): string | undefined {
  return problems.find(({ field, accept }) => (field === 'source' || field === 'paste') && accept === undefined)
    ?.message;
}

/** The problem of one field, if it has one. */
export function findProblem(problems: readonly Problem[], field: FieldId): Problem | undefined {
  return problems.find((problem) => problem.field === field);
}

/** Index of the first layer of defaults. */
export function findFirstDefaults({ layers }: Pick<Explanation, 'layers'>): number {
  return layers.findIndex(({ kind }) => kind === 'defaults');
}

import type { EndpointError, EndpointErrorCode } from 'endpoint.js';
import type { Explanation, Fix, Span } from 'endpoint.js/explain';
import { urlStart, type Form, type TextFieldName, type TemplateVariable } from './form.js';

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

/** Index of the first layer of defaults in an explanation, after those of the vendor and the settings. */
export const FIRST_DEFAULTS = 2;

/** A problem that prevents the request or its sending, at the field that can fix it. */
export interface Problem {
  readonly field: FieldId;
  /** One sentence, or more. */
  readonly message: string;
  /** The builder's code, for a refusal of it. */
  readonly code?: EndpointErrorCode | undefined;
  /** The address of the documentation of the code. */
  readonly help?: string | undefined;
  /** Position in the field's text, zero-based; undefined if unknown. */
  readonly position?: number | undefined;
  readonly fix?: Fix | undefined;
  /** Place in the route, for a problem of it. */
  readonly at?: Span | undefined;
  /** The way to send the request nevertheless: its label, and the form in which the problem is settled. */
  readonly accept?: { readonly label: string; readonly form: Form };
}

function headerField({ headers }: Form, name: string): FieldId | undefined {
  const row = headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
  return row && `header ${row.id}`;
}

function parameterField(form: Form, variables: readonly string[], name: string): FieldId | undefined {
  if (variables.includes(name)) return `variable ${name}`;
  const row = form.parameters.find((parameter) => parameter.name === name);
  return row && `parameter ${row.id}`;
}

/** Options with a field in the form, by their names in errors. */
const OPTION_FIELDS: Readonly<Record<string, TextFieldName>> = {
  baseUrl: 'baseUrl',
  vendor: 'vendor',
  format: 'format',
  'mediaType.format': 'format',
  previews: 'previews',
  'mediaType.previews': 'previews',
};

/** The row that an error names by its place only (`in.body`). */
function placeField({ parameters }: Form, name: string): FieldId | undefined {
  const row = parameters.find(({ place }) => name === `in.${place}`);
  return row && `parameter ${row.id}`;
}

/** The last layer of defaults that has a member of this name. */
function layerField({ layers }: Form, name: string): FieldId | undefined {
  const layer = layers.findLast(({ on, options }) => on && options.includes(JSON.stringify(name)));
  return layer && `layer ${layer.id}`;
}

/** The first name in a list (`a, b`) or in a path into a value (`filter.since`, `filter[since]`). */
function firstName(name: string): string {
  return /^[^.,[]+/.exec(name)?.[0] ?? name;
}

/** The field of a header of the request: its row, or the layer that has it. */
export function findHeaderField(form: Form, name: string): FieldId {
  return headerField(form, name) ?? layerField(form, name) ?? 'route';
}

/** The field that caused a refusal of the builder. */
export function findErrorField(error: EndpointError, form: Form, variables: readonly TemplateVariable[]): FieldId {
  const { code, parameter } = error;
  if (code === 'invalid-route' || code === 'invalid-method') return 'route';
  if (code === 'invalid-url') return parameter === 'baseUrl' ? 'baseUrl' : 'route';
  if (parameter === 'mediaType') return form.format.trim() === '' ? 'previews' : 'format';
  if (parameter !== undefined) {
    const names = variables.map(({ name }) => name);
    if (code === 'invalid-header') return findHeaderField(form, parameter);
    const field =
      parameterField(form, names, parameter) ??
      parameterField(form, names, firstName(parameter)) ??
      placeField(form, parameter) ??
      (Object.hasOwn(OPTION_FIELDS, parameter) ? OPTION_FIELDS[parameter] : undefined);
    if (field !== undefined) return field;
    const layer = layerField(form, firstName(parameter));
    if (layer !== undefined) return layer;
  }
  return 'route';
}

/** The builder's refusal, at the field of the form that caused it. `layers` are the ids of the active layers. */
export function locateProblem(
  { error, problem }: Explanation,
  form: Form,
  layers: readonly number[],
  variables: readonly TemplateVariable[],
): Problem | undefined {
  if (error === undefined) return undefined;
  const { message: refused, code, help } = error;
  const refusal = { message: refused, code, help, fix: problem?.fix };
  const layer = problem?.layer?.kind === 'defaults' ? layers[problem.layer.index - FIRST_DEFAULTS] : undefined;
  if (layer !== undefined) return { field: `layer ${layer}`, ...refusal };
  const field = findErrorField(error, form, variables);
  if (field !== 'route' || error.position === undefined) return { field, ...refusal };
  // The builder counts from the start of the url; the field also holds the method.
  const position = error.position + urlStart(form.route);
  const message = refusal.message.replace(` at position ${error.position}`, ` at character ${position + 1}`);
  return { field, ...refusal, message, position, at: problem?.at };
}

/** The same empty list always, which renders nothing again. */
export const NO_PROBLEMS: readonly Problem[] = [];

/** The problems of rows of one kind; an empty list is always the same one, so that it renders nothing again. */
export function selectProblems(problems: readonly Problem[], kind: 'header' | 'layer'): readonly Problem[] {
  const selected = problems.filter(({ field }) => field.startsWith(`${kind} `));
  return selected.length === 0 ? NO_PROBLEMS : selected;
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

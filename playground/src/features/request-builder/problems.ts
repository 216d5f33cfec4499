import type { EndpointError } from 'endpoint.js';
import type { BuilderForm, TextFieldName } from './form.js';
import { urlStart } from './route-text.js';

/** A field of the form: a text field, a row, or the form as a whole. */
export type FieldId = TextFieldName | `variable ${string}` | `parameter ${number}` | `header ${number}`;

/** Something that keeps the request from being built, at the field where it can be mended. */
export interface Problem {
  readonly field: FieldId;
  /** One sentence, or more. */
  readonly message: string;
  /** Where in the field's text, where that is known: a zero-based index. */
  readonly position?: number | undefined;
}

function headerField({ headers }: BuilderForm, name: string): FieldId | undefined {
  const row = headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
  return row && `header ${row.id}`;
}

function parameterField(form: BuilderForm, variables: readonly string[], name: string): FieldId | undefined {
  if (variables.includes(name)) return `variable ${name}`;
  const row = form.parameters.find((parameter) => parameter.name === name);
  return row && `parameter ${row.id}`;
}

/** Options that have a field of their own, by the name that an error gives them. */
const OPTION_FIELDS: Readonly<Record<string, TextFieldName>> = {
  baseUrl: 'baseUrl',
  vendor: 'vendor',
  format: 'format',
  'mediaType.format': 'format',
  previews: 'previews',
  'mediaType.previews': 'previews',
};

/** Where a row stands that an error names by its place only (`in.body`). */
function placeField({ parameters }: BuilderForm, name: string): FieldId | undefined {
  const row = parameters.find(({ place }) => name === `in.${place}`);
  return row && `parameter ${row.id}`;
}

/** The first name of several (`a, b`) or of a path into a value (`filter.since`, `filter[since]`). */
function firstName(name: string): string {
  return /^[^.,[]+/.exec(name)?.[0] ?? name;
}

function fieldOf(error: EndpointError, form: BuilderForm, variables: readonly string[]): FieldId {
  const { code, parameter } = error;
  if (code === 'invalid-route' || code === 'invalid-method') return 'route';
  if (code === 'invalid-url') return parameter === 'baseUrl' ? 'baseUrl' : 'route';
  if (parameter === 'mediaType') return form.format.trim() === '' ? 'previews' : 'format';
  if (parameter !== undefined) {
    if (code === 'invalid-header') return headerField(form, parameter) ?? 'defaults';
    const field =
      parameterField(form, variables, parameter) ??
      parameterField(form, variables, firstName(parameter)) ??
      placeField(form, parameter) ??
      (Object.hasOwn(OPTION_FIELDS, parameter) ? OPTION_FIELDS[parameter] : undefined);
    if (field !== undefined) return field;
    if (form.defaults.includes(JSON.stringify(firstName(parameter)))) return 'defaults';
  }
  return 'route';
}

/** The field of the form that an error of the builder is about. */
export function problemOf(error: EndpointError, form: BuilderForm, variables: readonly string[]): Problem {
  const field = fieldOf(error, form, variables);
  if (field !== 'route' || error.position === undefined) return { field, message: error.message };
  // The builder counts from the start of the url; the field also holds the method.
  return { field, message: error.message, position: error.position + urlStart(form.route) };
}

/** The problem of one field, if it has one. */
export function problemAt(problems: readonly Problem[], field: FieldId): Problem | undefined {
  return problems.find((problem) => problem.field === field);
}

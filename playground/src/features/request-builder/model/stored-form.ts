/** Not in `form.ts`: reads and writes forms outside of the page, which a first visit doesn't need. */
import type { JsonObject } from '../../../json/json.js';
import { readChoice, readFlag, readList, readObject, readText, readTexts } from '../../../json/read.js';
import { isSecretName, isSecretValue } from '../../../secrets/secrets.js';
import { withoutSecretText } from '../../../secrets/remove.js';
import {
  EMPTY_FORM,
  readTemplateBeginning,
  type DefaultsLayer,
  type Form,
  type Removable,
  type TextFieldName,
  type VariableValue,
} from './form.js';

function readLayers(object: JsonObject): readonly DefaultsLayer[] {
  return readList(object, 'layers', (row, index) => ({
    id: index + 1,
    name: readText(row, 'name', ''),
    on: readFlag(row, 'on', true),
    options: readText(row, 'options', ''),
  }));
}

function readRemoved(row: JsonObject): Removable {
  return readFlag(row, 'removed', false) ? { removed: true } : {};
}

/**
 * Reads a form from plain JSON, which a link, a draft or an older version wrote.
 * @throws Error with one sentence about the mistake, if it is damaged
 */
export function readForm(json: unknown): Form {
  const object = readObject(json, 'The request');
  const value = (row: JsonObject) => ({
    name: readText(row, 'name', ''),
    value: readText(row, 'value', ''),
    kind: readChoice(row, 'kind', ['text', 'json']),
    ...readRemoved(row),
  });
  const text = (field: TextFieldName) => readText(object, field, EMPTY_FORM[field]);
  return {
    route: text('route'),
    variables: readList(object, 'variables', value),
    parameters: readList(object, 'parameters', (row, index) => ({
      id: index + 1,
      ...value(row),
      place: readChoice(row, 'place', ['auto', 'path', 'query', 'body']),
    })),
    headers: readList(object, 'headers', (row, index) => ({
      id: index + 1,
      name: readText(row, 'name', ''),
      value: readText(row, 'value', ''),
      ...readRemoved(row),
    })),
    format: text('format'),
    previews: text('previews'),
    layers: readLayers(object),
    vendor: text('vendor'),
    baseUrl: text('baseUrl'),
    unresolved: readTexts(object, 'unresolved'),
    omitted: readTexts(object, 'omitted'),
  };
}

/** The form without its secrets, and their names: `header authorization`. */
export function withoutSecrets(form: Form): { readonly form: Form; readonly removed: string[] } {
  const removed: string[] = [];
  const rows = <Row extends Removable & { readonly name: string; readonly value: string }>(
    list: readonly Row[],
    kind: string,
  ) =>
    list.map((row): Row => {
      const value = isSecretName(row.name) && isSecretValue(row.value) ? '' : withoutSecretText(row.value);
      if (value === row.value) return row;
      removed.push(`${kind} ${row.name}`);
      return { ...row, value, removed: true };
    });
  const omitted: string[] = [];
  const text = (whole: string, name: string) => {
    const value = withoutSecretText(whole);
    if (value !== whole) omitted.push(name);
    return value;
  };
  const safe = {
    ...form,
    route: text(form.route, 'a secret in the route'),
    variables: rows(form.variables, 'variable'),
    parameters: rows(form.parameters, 'parameter'),
    headers: rows(form.headers, 'header'),
    layers: form.layers.map((layer) => ({ ...layer, options: text(layer.options, 'a secret in the defaults') })),
    baseUrl: text(form.baseUrl, 'a secret in the base URL'),
  };
  return { form: markOmitted(safe, omitted), removed: [...removed, ...omitted] };
}

/** The form with the names of the secrets that were left out of its texts; those of rows are marked in their rows. */
export function markOmitted(form: Form, names: readonly string[]): Form {
  if (names.length === 0) return form;
  const sentence = `Left out because it may be secret: ${[...new Set(names)].join(', ')}.`;
  return { ...form, omitted: [...form.omitted, sentence] };
}

/**
 * The form without values that aren't shown: those of variables that the route no longer has. The page keeps them for a route that has
 * them again; a link has only what its sender sees.
 */
export function withVisibleValues(form: Form): Form {
  const { variables, wellFormed } = readTemplateBeginning(form.route);
  const names = new Set(variables.map(({ name }) => name));
  const isVisible = ({ name, value, kind }: VariableValue) =>
    (names.has(name) || (!wellFormed && name !== '' && form.route.includes(name))) && (value !== '' || kind !== 'text');
  return { ...form, variables: form.variables.filter(isVisible) };
}

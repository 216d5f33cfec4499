/** Not in `options.ts`: only what loads later reads options into a form. */
import {
  EMPTY_FORM,
  readTemplate,
  type Form,
  type HeaderRow,
  type ParameterRow,
  type Place,
  type VariableValue,
} from './form.js';
import { isObject } from '../../../json/json.js';
import { isOptionName, type OptionsObject } from './options.js';

/** A value as the text of a row. */
export function rowValue(value: unknown): Pick<VariableValue, 'value' | 'kind'> {
  if (typeof value === 'string' && value !== '') return { value, kind: 'text' };
  return { value: JSON.stringify(value), kind: 'json' };
}

/** A text as it is, anything else as JSON; empty if there is nothing. */
function writeText(value: unknown): string {
  return value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** The rows of headers: an object, or a list of pairs. An item that isn't a pair becomes the name of a row, which reports it. */
function listHeaders(headers: unknown): HeaderRow[] {
  const items: readonly unknown[] = Array.isArray(headers) ? headers : Object.entries(isObject(headers) ? headers : {});
  return items.map((item, index) => {
    const [name, value] = (Array.isArray(item) ? item : [item]) as readonly unknown[];
    // An empty value drops the header.
    return { id: index + 1, name: writeText(name), value: writeText(value) };
  });
}

function locatedEntries(locations: unknown): { place: Place; name: string; value: unknown }[] {
  if (!isObject(locations)) return [];
  return (['path', 'query', 'body'] as const).flatMap((place) => {
    const values = locations[place];
    return Object.entries(isObject(values) ? values : {}).map(([name, value]) => ({ place, name, value }));
  });
}

/** The rows of options: those of the route's variables, and the other parameters. */
function createRows(route: string, options: OptionsObject): Pick<Form, 'variables' | 'parameters'> {
  const template = readTemplate(route) ?? [];
  const { headers: _headers, mediaType: _mediaType, baseUrl: _baseUrl, '@in': locations, ...plain } = options;
  const entries = [
    ...Object.entries(plain).map(([name, value]) => ({ place: 'auto' as const, name, value })),
    ...locatedEntries(locations),
  ].filter(({ value }) => value !== undefined);
  const variables: VariableValue[] = [];
  const parameters: ParameterRow[] = [];
  for (const { place, name, value } of entries) {
    const variable = template.find((each) => each.name === name);
    // A variable with an option's name is set by its place, any other by its name.
    const fills = variable !== undefined && place === (isOptionName(name) ? variable.place : 'auto');
    if (fills) variables.push({ name, ...rowValue(value) });
    else parameters.push({ id: parameters.length + 1, name, ...rowValue(value), place });
  }
  return { variables, parameters };
}

function readMediaType(mediaType: unknown): Pick<Form, 'format' | 'previews'> {
  const { format, previews } = isObject(mediaType) ? mediaType : {};
  return {
    format: typeof format === 'string' ? format : '',
    previews: Array.isArray(previews) ? previews.map(writeText).join(', ') : '',
  };
}

/** The form of a route with options; everything else stays as it is in `form`. */
export function fillFormFromOptions(route: string, options: OptionsObject, form: Form = EMPTY_FORM): Form {
  const { baseUrl, headers, mediaType } = options;
  return {
    ...form,
    route,
    ...createRows(route, options),
    headers: listHeaders(headers),
    ...readMediaType(mediaType),
    ...(typeof baseUrl === 'string' && { baseUrl }),
  };
}

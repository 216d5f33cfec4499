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
import { isOptionName, type Entry, type OptionsObject } from './options.js';

/** A value as the text of a row. */
export function rowValue(value: unknown): Pick<VariableValue, 'value' | 'kind'> {
  if (typeof value === 'string' && value !== '') return { value, kind: 'text' };
  return { value: JSON.stringify(value), kind: 'json' };
}

function listHeaders(headers: unknown): HeaderRow[] {
  const entries: readonly Entry[] = Array.isArray(headers)
    ? (headers as readonly Entry[])
    : Object.entries(isObject(headers) ? headers : {});
  return entries.map(([name, value], index) => ({
    id: index + 1,
    name,
    // An empty value drops the header.
    value: value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
  }));
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
    previews: Array.isArray(previews) ? previews.join(', ') : '',
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

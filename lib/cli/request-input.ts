import { endpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { oneOf, readArguments, UsageError } from './command.js';
import { assertExactIntegers, readItems, type Items } from './items.js';

/** The flags of `build`. */
export const FLAGS = {
  'base-url': { type: 'string' },
  vendor: { type: 'string' },
  'media-type-version': { type: 'string' },
  'query-arrays': { type: 'string' },
  missing: { type: 'string' },
  strict: { type: 'boolean' },
  'media-type-format': { type: 'string' },
  preview: { type: 'string', multiple: true },
  data: { type: 'string' },
  options: { type: 'string' },
  path: { type: 'string', multiple: true },
  query: { type: 'string', multiple: true },
  body: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  curl: { type: 'boolean' },
  har: { type: 'boolean' },
  explain: { type: 'boolean' },
  snippet: { type: 'string' },
} as const;

/** The arguments of `build`: route, items and flags. */
export type BuildArguments = ReturnType<typeof readBuildArguments>;

/**
 * Reads the arguments of `build`, but not the text of items and options.
 *
 * @throws UsageError
 */
export function readBuildArguments(args: readonly string[]) {
  const { values, positionals } = readArguments(args, FLAGS);
  const [route, ...items] = positionals;
  if (route === undefined) throw new UsageError('route: is missing; pass one such as "GET /repos/{owner}/{repo}".');
  return { route, items, values };
}

/**
 * Reads the settings of the builder; undefined for the builder of GitHub's API.
 *
 * @throws UsageError
 */
export function readSettings({ values }: BuildArguments): EndpointSettings | undefined {
  const arrays = oneOf('--query-arrays', values['query-arrays'], ['comma', 'repeat', 'brackets', 'indices']);
  const missing = oneOf('--missing', values.missing, ['error', 'omit']);
  const { vendor, 'base-url': baseUrl, 'media-type-version': mediaTypeVersion, strict } = values;
  const api =
    vendor === undefined && baseUrl === undefined
      ? { vendor: 'github', baseUrl: endpoint.DEFAULTS.baseUrl }
      : { ...(vendor && { vendor }), ...(baseUrl !== undefined && { baseUrl }) };
  const settings = {
    ...(mediaTypeVersion !== undefined && { mediaTypeVersion }),
    ...(arrays && { query: { arrays } }),
    ...(missing && { missing }),
    ...(strict !== undefined && { strict }),
  };
  const isDefault = vendor === undefined && baseUrl === undefined && Object.keys(settings).length === 0;
  return isDefault ? undefined : { ...api, ...settings };
}

/**
 * Reads `--options`.
 *
 * @throws EndpointError `invalid-json` with the position, `invalid-value` for an inexact integer
 */
export function readJsonOptions({ values: { options = '' } }: BuildArguments): EndpointOptions {
  const parsed = optionsFromJson(options);
  assertExactIntegers(options, '--options');
  return parsed;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Reads the options of items and flags, over those of `--options`.
 *
 * @throws UsageError for text that isn't an item, EndpointError for malformed JSON in an item
 */
export function readOptions({ items, values }: BuildArguments, json: EndpointOptions): EndpointOptions {
  const parsed = readItems(items, values);
  const { 'media-type-format': format, preview: previews, data } = values;
  const mediaType = { ...(format !== undefined && { format }), ...(previews && { previews }) };
  const headers = mergeHeaders(json, parsed);
  const locations = mergeLocations(json, parsed);
  return {
    ...json,
    ...parsed.options,
    ...(data !== undefined && { data }),
    ...(Object.keys(mediaType).length > 0 && { mediaType: { ...json.mediaType, ...mediaType } }),
    ...(headers && { headers }),
    ...(locations && { [endpoint.in]: locations }),
  };
}

function mergeHeaders(json: EndpointOptions, { headers }: Items): EndpointOptions['headers'] {
  if (Object.keys(headers).length === 0) return undefined;
  if (json.headers === undefined) return headers;
  if (!isObject(json.headers) || Array.isArray(json.headers)) {
    throw new UsageError('--options: headers must be an object beside items for headers; write {"name": "value"}.');
  }
  const headersOfJson = Object.entries(json.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...Object.fromEntries(headersOfJson), ...headers };
}

function mergeLocations(json: EndpointOptions, { locations }: Items): EndpointOptions[typeof endpoint.in] {
  const places = Object.keys(locations) as (keyof Items['locations'])[];
  const locationsOfJson = json[endpoint.in];
  if (places.length === 0 || (locationsOfJson !== undefined && !isObject(locationsOfJson))) return undefined;
  return {
    ...locationsOfJson,
    ...Object.fromEntries(places.map((place) => [place, { ...locationsOfJson?.[place], ...locations[place] }])),
  };
}

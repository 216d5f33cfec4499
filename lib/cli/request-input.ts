import { endpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { oneOf, readArguments } from './arguments.js';
import { UsageError } from './command.js';
import { readItems, type Items } from './items.js';
import { assertExactIntegers } from './json-text.js';

/** What `build` takes beside a route and items. */
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

/** The arguments of `build`, taken apart. */
export type BuildArguments = ReturnType<typeof readBuildArguments>;

/**
 * Reads the arguments of `build`; the texts of items and options are not read yet.
 * @throws UsageError
 */
export function readBuildArguments(args: readonly string[]) {
  const { values, positionals } = readArguments(args, FLAGS);
  const [route, ...items] = positionals;
  if (route === undefined) throw new UsageError('Give a route, such as "GET /repos/{owner}/{repo}".');
  return { route, items, values };
}

/**
 * The settings of the builder that the flags ask for; undefined for the builder of GitHub's API.
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
  const usual = vendor === undefined && baseUrl === undefined && Object.keys(settings).length === 0;
  return usual ? undefined : { ...api, ...settings };
}

/**
 * Reads `--options`.
 * @throws EndpointError `invalid-json` with the position, `invalid-value` for an integer that would be changed
 */
export function readJsonOptions({ values: { options = '' } }: BuildArguments): EndpointOptions {
  const read = optionsFromJson(options);
  assertExactIntegers(options, '--options');
  return read;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The options that items and flags say, over those of `--options`.
 * @throws UsageError for what is not an item, EndpointError for an item whose JSON is malformed
 */
export function readOptions({ items, values }: BuildArguments, json: EndpointOptions): EndpointOptions {
  const read = readItems(items, values);
  const { 'media-type-format': format, preview: previews, data } = values;
  const amends = { ...(format !== undefined && { format }), ...(previews && { previews }) };
  const headers = overHeaders(json, read);
  const locations = overLocations(json, read);
  return {
    ...json,
    ...read.options,
    ...(data !== undefined && { data }),
    ...(Object.keys(amends).length > 0 && { mediaType: { ...json.mediaType, ...amends } }),
    ...(headers && { headers }),
    ...(locations && { [endpoint.in]: locations }),
  };
}

function overHeaders(json: EndpointOptions, { headers }: Items): EndpointOptions['headers'] {
  if (Object.keys(headers).length === 0) return undefined;
  if (json.headers === undefined) return headers;
  if (!isObject(json.headers) || Array.isArray(json.headers)) {
    throw new UsageError('--options: write headers as an object where there are items for headers too.');
  }
  const under = Object.entries(json.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...Object.fromEntries(under), ...headers };
}

function overLocations(json: EndpointOptions, { locations }: Items): EndpointOptions[typeof endpoint.in] {
  const places = Object.keys(locations) as (keyof Items['locations'])[];
  const under = json[endpoint.in];
  if (places.length === 0 || (under !== undefined && !isObject(under))) return undefined;
  return {
    ...under,
    ...Object.fromEntries(places.map((place) => [place, { ...under?.[place], ...locations[place] }])),
  };
}

import { endpoint, EndpointError } from 'endpoint.js';
import type { EndpointOptions, EndpointSettings, ParameterLocations, QueryArrays, QueryObjects } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { readChoice, readArguments, UsageError } from './command.js';

/** The items of the command line: parameters, headers, and parameters with a place. */
interface Items {
  readonly options: EndpointOptions;
  readonly headers: Record<string, string | null>;
  readonly locations: { [place in keyof ParameterLocations]: Record<string, unknown> };
}

/** The styles of a query, the default first; the compiler rejects these lists unless they are complete. */
const ARRAYS: Record<QueryArrays, 0> = { repeat: 0, comma: 0, brackets: 0, indices: 0, pipes: 0, spaces: 0 };
export const QUERY_ARRAYS = Object.keys(ARRAYS) as QueryArrays[];
const OBJECTS: Record<QueryObjects, 0> = { brackets: 0, dots: 0 };
export const QUERY_OBJECTS = Object.keys(OBJECTS) as QueryObjects[];

/** Name, separator and value: an escaped separator is part of the name, as is a semicolon before the end. */
const ITEM = /^((?:\\[\\:=;]|\\(?![\\:=;])|[^\\:=;]|;(?!$))*)(:=|==|[=:]|;$)([^]*)$/;

/** Splits an item at its first separator that no backslash escapes. */
function parseItem(item: string) {
  const [, name = '', separator, value = ''] = ITEM.exec(item) ?? [];
  if (separator === undefined)
    throw new UsageError(
      `${JSON.stringify(item)} isn't an item; write name=text, name:=JSON, name==text (query) or Header:value.`,
    );
  if (!name) throw new UsageError(`${JSON.stringify(item)} has no name before "${separator}"; write one.`);
  return { name: name.replace(/\\([\\:=;])/g, '$1'), separator, value };
}

/** Sets a member once, whatever its name. */
function set(target: object, name: string, value: unknown, fix: string) {
  if (Object.hasOwn(target, name)) throw new UsageError(`${name}: is passed twice; ${fix}.`);
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Adds a parameter written as `name=text` or `name:=JSON`; false for any other item. */
function addParameter(parameters: object, { name, separator, value }: ReturnType<typeof parseItem>) {
  if (separator !== '=' && separator !== ':=') return false;
  set(parameters, name, separator === '=' ? value : parseJson(value, name), listFix(name));
  return true;
}

const listFix = (name: string) => `for a list write ${name}:='["1","2"]'`;

/** Adds a query parameter; a repeated one becomes a list. */
function addQuery(query: Record<string, unknown>, name: string, value: string) {
  if (!Object.hasOwn(query, name)) return set(query, name, value, listFix(name));
  query[name] = [query[name], value].flat();
}

/**
 * Reads items as HTTPie types them: `name=text`, `name:=JSON`, `name==text` for the query, `Header:value`, `Header:` to
 * drop a default one, `Header;` for an empty one. The flags `--path`, `--query` and `--body` have items too.
 *
 * @throws UsageError for text that isn't an item, EndpointError `invalid-json`
 */
function readItems({ items, values }: BuildArguments) {
  const { options, headers, locations }: Items = { options: {}, headers: {}, locations: {} };
  for (const item of items.map(parseItem)) {
    const { name, separator, value } = item;
    if (addParameter(options, item)) continue;
    if (separator === '==') addQuery((locations.query ??= {}), name, value);
    else set(headers, name.toLowerCase(), separator === ';' ? '' : value || null, 'join its values by ","');
  }
  for (const place of ['path', 'query', 'body'] as const)
    for (const item of values[place] ?? [])
      if (!addParameter((locations[place] ??= {}), parseItem(item)))
        throw new UsageError(
          `--${place}: ${JSON.stringify(item)} isn't one of its items; write name=text or name:=JSON.`,
        );
  return { options, headers, locations };
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Rejects integers in JSON text that JavaScript can't represent exactly.
 *
 * @throws EndpointError `invalid-value`
 */
function assertExactIntegers(json: string, name: string) {
  const numbers = json.replace(STRING, '""').match(NUMBER) ?? [];
  const inexact = numbers.find((text) => /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)));
  if (inexact === undefined) return;
  const problem = `${inexact} is too large for a JSON number to represent exactly`;
  throw new EndpointError('invalid-value', `${name}: ${problem}; pass it as text.`, name);
}

/**
 * Reads the JSON text of a parameter.
 *
 * @throws EndpointError `invalid-json`, or `invalid-value` for an inexact integer
 */
function parseJson(json: string, name: string) {
  try {
    const value: unknown = JSON.parse(json);
    assertExactIntegers(json, name);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const fix = /^[A-Za-z]/.test(json) ? `; for text write ${name}=${json}` : '';
    throw new EndpointError('invalid-json', `${name}: isn't valid JSON: ${error.message}${fix}.`, name);
  }
}

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'string', multiple: true } as const;
const SWITCH = { type: 'boolean' } as const;

/** The flags of `build`. */
export const FLAGS = {
  'base-url': TEXT,
  vendor: TEXT,
  'media-type-version': TEXT,
  'query-arrays': TEXT,
  'query-objects': TEXT,
  missing: TEXT,
  strict: SWITCH,
  'media-type-format': TEXT,
  preview: TEXTS,
  data: TEXT,
  options: TEXT,
  path: TEXTS,
  query: TEXTS,
  body: TEXTS,
  json: SWITCH,
  curl: SWITCH,
  har: SWITCH,
  explain: SWITCH,
  snippet: TEXT,
};

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
  const arrays = readChoice('--query-arrays', values['query-arrays'], QUERY_ARRAYS);
  const objects = readChoice('--query-objects', values['query-objects'], QUERY_OBJECTS);
  const query = pickPassed({ arrays, objects });
  const missing = readChoice('--missing', values.missing, ['error', 'omit']);
  const { vendor, 'base-url': baseUrl, 'media-type-version': mediaTypeVersion, strict } = values;
  const settings = pickPassed({ mediaTypeVersion, query, missing, strict });
  if (vendor === undefined && baseUrl === undefined)
    return settings && { vendor: 'github', baseUrl: endpoint.DEFAULTS.baseUrl, ...settings };
  return pickPassed({ vendor: vendor || undefined, baseUrl, ...settings }) ?? {};
}

/** The defined members; undefined without any. */
function pickPassed<T extends object>(members: T) {
  const passed = Object.entries(members).filter(([, value]) => value !== undefined);
  return passed.length > 0 ? (Object.fromEntries(passed) as T) : undefined;
}

/**
 * Reads `--options`.
 *
 * @throws EndpointError `invalid-json` with the position, `invalid-value` for an inexact integer
 */
export function readJsonOptions({ values: { options = '' } }: BuildArguments) {
  const parsed = optionsFromJson(options);
  assertExactIntegers(options, '--options');
  return parsed;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/**
 * Reads the options of items and flags, over those of `--options`.
 *
 * @throws UsageError for text that isn't an item, EndpointError for malformed JSON in an item
 */
export function readOptions(input: BuildArguments, json: EndpointOptions) {
  const parsed = readItems(input);
  const { 'media-type-format': format, preview: previews, data } = input.values;
  const mediaType = pickPassed({ format, previews });
  return {
    ...json,
    ...parsed.options,
    ...(data !== undefined && { data }),
    ...(mediaType && { mediaType: { ...json.mediaType, ...mediaType } }),
    ...mergeHeaders(json, parsed),
    ...mergeLocations(json, parsed),
  };
}

function mergeHeaders({ headers: under = {} }: EndpointOptions, { headers }: Items) {
  if (Object.keys(headers).length === 0) return {};
  if (!isObject(under) || Array.isArray(under))
    throw new UsageError('--options: headers must be an object beside items for headers; write {"name": "value"}.');
  const fields = Object.entries(under).map(([name, value]) => [name.toLowerCase(), value]);
  return { headers: { ...Object.fromEntries(fields), ...headers } };
}

function mergeLocations({ [endpoint.in]: under = {} }: EndpointOptions, { locations }: Items) {
  const places = Object.keys(locations) as (keyof Items['locations'])[];
  if (places.length === 0 || !isObject(under)) return {};
  const merged = places.map((place) => [place, { ...under[place], ...locations[place] }]);
  return { [endpoint.in]: { ...under, ...Object.fromEntries(merged) } };
}

import { fail } from '../errors.js';
import { parameterLocation, type EndpointOptions, type MergedOptions, type OptionName } from '../options.js';
import { parseBaseUrl } from './base-url.js';
import { mergeHeaders } from './header-fields.js';
import { mergeLocations, type Located } from './locations.js';
import { mergeMediaType } from './media-type.js';
import { parseMethod, usesQuery } from './method.js';
import { mergeValue, setOwn } from './plain-objects.js';
import { assertOptions, assertString, isOption } from './option-checks.js';
import type { Route } from './route.js';

/** Merged options. */
export interface Merged {
  baseUrl: string;
  /** As it was stated. */
  method: string;
  url?: string | undefined;
  headers: Record<string, string>;
  mediaType: MergedOptions['mediaType'];
  data?: unknown;
  request?: unknown;
  in?: Located | undefined;
  /** The route that states the url; undefined if an option does. */
  route?: Route | undefined;
  /** Values may be undefined. */
  parameters: Record<string, unknown>;
}

/** The options before anything is merged. */
export const NO_OPTIONS: Merged = {
  baseUrl: '',
  method: 'GET',
  headers: {},
  mediaType: { format: '', previews: [] },
  parameters: {},
};

/** Checks an option and merges it over the earlier value. `route` is the one that the options accompany. */
type MergeOption = (over: unknown, under: unknown, route: Route | undefined) => unknown;

/** Rejects an option of a request that the route states: a parameter must never replace it. */
function failConflict(name: string, { method = 'get' }: Route): never {
  const location = usesQuery(method) ? 'query' : 'body';
  const fix = `pass a parameter ${name} in { [endpoint.in]: { ${location}: { ${name} } } }`;
  return fail('duplicate-parameter', name, `the route states it; ${fix}`);
}

/** How each option is merged. Any other key is a parameter. */
const MERGE_OPTION: Readonly<Record<OptionName, MergeOption>> = {
  baseUrl: (over) => {
    const baseUrl = assertString('baseUrl', over);
    parseBaseUrl(baseUrl);
    return baseUrl;
  },
  url: (over, _, route) => (route ? failConflict('url', route) : assertString('url', over)),
  method: (over, _, route) =>
    route?.method && route.method !== parseMethod(over) ? failConflict('method', route) : over,
  headers: mergeHeaders,
  mediaType: mergeMediaType,
  data: (over) => over,
  request: (over, under) => mergeValue(over, under),
};

/** Merges defaults, then options, then the route, the later over the earlier. Changes none of them. */
export function mergeOptions(defaults: Merged, options: EndpointOptions = {}, route?: Route): Merged {
  assertOptions(options);
  // Each by its name: a spread takes longer.
  const merged: Merged = {
    baseUrl: defaults.baseUrl,
    method: defaults.method,
    url: defaults.url,
    headers: defaults.headers,
    mediaType: defaults.mediaType,
    data: defaults.data,
    request: defaults.request,
    in: defaults.in,
    route,
    // Most builders have no default parameters, and then nothing is copied.
    parameters:
      defaults.parameters === NO_OPTIONS.parameters ? options : mergeValue({ ...options }, defaults.parameters),
  };
  let mixed = false;
  for (const key in options) {
    if (!isOption(key) || !Object.hasOwn(options, key)) continue;
    const over = options[key];
    mixed = true;
    merged[key] = (over === undefined ? NO_OPTIONS[key] : MERGE_OPTION[key](over, merged[key], route)) as never;
  }
  if (mixed) merged.parameters = pickParameters(merged);
  if (merged.in || Object.hasOwn(options, parameterLocation)) merged.in = mergeLocations(merged.in, options);
  if (route) {
    merged.url = route.url;
    merged.method = route.statedMethod ?? merged.method;
  }
  return merged;
}

/** The defined parameters, without the options among them. */
export function pickParameters({ parameters }: Merged): Record<string, unknown> {
  const picked = {};
  for (const key of Object.keys(parameters)) {
    if (!isOption(key) && parameters[key] !== undefined) setOwn(picked, key, parameters[key]);
  }
  return picked;
}

/** The public form of merged options; merging it gives the same options again. */
export function toOptions(merged: Merged): MergedOptions {
  const { in: located, route: _route, parameters: _parameters, ...options } = merged;
  const { headers, mediaType } = options;
  const copied = {
    ...options,
    headers: { ...headers },
    mediaType: { ...mediaType, previews: [...mediaType.previews] },
  };
  const result: EndpointOptions = mergeValue(copied, pickParameters(merged));
  if (located) result[parameterLocation] = located;
  return result as MergedOptions;
}

import { fail } from '../errors.js';
import { parameterLocation, type EndpointOptions, type MergedOptions } from '../options.js';
import { parseBaseUrl } from './base-url.js';
import { mergeHeaders } from './header-fields.js';
import { mergeLocations, type Located } from './locations.js';
import { mergeMediaType } from './media-type.js';
import { assertOptions, assertString, isOption, type OptionName } from './option.js';
import { mergeValue, setOwn } from './plain.js';
import { isBodiless, parseMethod, type Route } from './route.js';

/** Merged options. */
export interface Merged {
  baseUrl: string;
  method: string;
  url?: string | undefined;
  headers: Record<string, string>;
  mediaType: MergedOptions['mediaType'];
  data?: unknown;
  request?: unknown;
  in?: Located | undefined;
  /** Where the url comes from it. */
  route?: Route | undefined;
  /** Values may be undefined. */
  parameters: Record<string, unknown>;
}

/** What there is before anything is merged. */
export const NOTHING: Merged = {
  baseUrl: '',
  method: 'GET',
  headers: {},
  mediaType: { format: '', previews: [] },
  parameters: {},
};

/** Merges an option over what was there, and checks it. `route` is given where the options stand beside one. */
type Rule = (over: unknown, under: unknown, route: Route | undefined) => unknown;

/** A parameter must never take over the request that a route states. */
const conflict = (name: string, { verb = 'get' }: Route): never =>
  fail(
    'duplicate-parameter',
    name,
    `the route states it; pass a parameter ${name} in { [endpoint.in]: { ${isBodiless(verb) ? 'query' : 'body'}: { ${name} } } }`,
  );

/** The rule of each option. What has none here is a parameter. */
const RULES: Readonly<Record<OptionName, Rule>> = {
  baseUrl: (over) => (parseBaseUrl(assertString('baseUrl', over)), over),
  url: (over, _, route) => (route ? conflict('url', route) : assertString('url', over)),
  method: (over, _, route) => (route?.verb && route.verb !== parseMethod(over) ? conflict('method', route) : over),
  headers: mergeHeaders,
  mediaType: mergeMediaType,
  data: (over) => over,
  request: (over, under) => mergeValue(over, under),
};

/** Defaults, then options, then route, the later over the earlier. Nothing that is given is changed. */
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
    // Most builders have no parameters by default, and then nothing is copied.
    parameters: defaults.parameters === NOTHING.parameters ? options : mergeValue({ ...options }, defaults.parameters),
  };
  let mixed = false;
  for (const key in options) {
    if (!isOption(key) || !Object.hasOwn(options, key)) continue;
    const over = options[key];
    mixed = true;
    merged[key] = (over === undefined ? NOTHING[key] : RULES[key](over, merged[key], route)) as never;
  }
  if (mixed) merged.parameters = parametersOf(merged);
  if (merged.in || Object.hasOwn(options, parameterLocation)) merged.in = mergeLocations(merged.in, options);
  if (route) {
    merged.url = route.url;
    merged.method = route.method ?? merged.method;
  }
  return merged;
}

/** The parameters among merged options. */
function parametersOf({ parameters }: Merged): Record<string, unknown> {
  const own = {};
  for (const key of Object.keys(parameters)) {
    if (!isOption(key) && parameters[key] !== undefined) setOwn(own, key, parameters[key]);
  }
  return own;
}

/** Merged options as the options that give them again. */
export function toOptions(merged: Merged): MergedOptions {
  const { in: located, route: _route, parameters: _parameters, ...options } = merged;
  const { headers, mediaType } = options;
  const stated = {
    ...options,
    headers: { ...headers },
    mediaType: { ...mediaType, previews: [...mediaType.previews] },
  };
  const given: EndpointOptions = mergeValue(stated, parametersOf(merged));
  if (located) given[parameterLocation] = located;
  return given as MergedOptions;
}

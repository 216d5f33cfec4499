import { fail } from '../errors.js';
import { parameterLocation, type EndpointOptions, type MergedOptions, type ParameterLocations } from '../options.js';
import { mergeHeaders } from './header-fields.js';
import { mergeMediaType } from './media-type.js';
import { assertKeys, assertString } from './option.js';
import { mergeValue, setOwn } from './plain.js';
import { parseMethod, type Route } from './route.js';

/** Merged options. */
export interface Merged {
  baseUrl: string;
  method: string;
  url: string | undefined;
  headers: Record<string, string>;
  mediaType: MergedOptions['mediaType'];
  data: unknown;
  request: unknown;
  in: ParameterLocations | undefined;
  /** Undefined values may be among them, see {@link parametersOf}. */
  parameters: Record<string, unknown>;
  /** Whether options are among the parameters too. */
  mixed: boolean;
}

/** What there is before anything is merged. */
export const NOTHING: Merged = {
  baseUrl: '',
  method: 'GET',
  url: undefined,
  headers: {},
  mediaType: { format: '', previews: [] },
  data: undefined,
  request: undefined,
  in: undefined,
  parameters: {},
  mixed: false,
};

/** Merges an option over what was there, and checks it. `route` is given where the options stand beside one. */
type Rule = (over: unknown, under: unknown, route: Route | undefined) => unknown;

/** A parameter must never take over the request that a route states. */
const conflict = (name: string): never =>
  fail(
    'duplicate-parameter',
    name,
    `the route states it; for a parameter ${name}, give { [endpoint.in]: { body: { ${name} } } } (or path, query)`,
  );

/** The rule of each option. What has none here is a parameter. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>(
  Object.entries<Rule>({
    baseUrl: (over) => assertString('baseUrl', over),
    url: (over, _, route) => (route ? conflict('url') : assertString('url', over)),
    method: (over, _, route) => (parseMethod(over) === parseMethod(route?.method ?? over) ? over : conflict('method')),
    headers: mergeHeaders,
    mediaType: mergeMediaType,
    data: (over) => over,
    request: (over, under) => mergeValue(over, under),
  }),
);

/** Whether a name is an option's, and so no parameter's. */
export const isOption = (name: string): boolean => RULES.has(name);

function mergeLocations(over: unknown, under: unknown): ParameterLocations {
  const locations = assertKeys('in', over, 'path, query, body');
  for (const key of Object.keys(locations)) assertKeys('in.' + key, locations[key] ?? {});
  return mergeValue(locations, under ?? {}) as ParameterLocations;
}

/** Defaults, then options, then route, the later over the earlier. Nothing that is given is changed. */
export function mergeOptions(defaults: Merged, options: EndpointOptions = {}, route?: Route): Merged {
  if (typeof options !== 'object' || !options) fail('invalid-option', 'options', 'takes an object');
  const merged: Merged & Record<string, unknown> = { ...defaults, mixed: false };
  // Most builders have no parameters by default, and then nothing is copied.
  merged.parameters =
    defaults.parameters === NOTHING.parameters
      ? options
      : (mergeValue({ ...options }, defaults.parameters) as Merged['parameters']);
  for (const key of Object.keys(options)) {
    const rule = RULES.get(key);
    const over = options[key];
    if (!rule) continue;
    merged.mixed = true;
    merged[key] = over === undefined ? NOTHING[key as keyof Merged] : rule(over, merged[key], route);
  }
  if (Object.hasOwn(options, parameterLocation)) {
    const locations = options[parameterLocation];
    merged.in = locations && mergeLocations(locations, merged.in);
  }
  if (route) {
    merged.url = route.url;
    merged.method = route.method ?? merged.method;
  }
  return merged;
}

/** The parameters among merged options. */
export function parametersOf({ parameters }: Merged): Record<string, unknown> {
  const own = {};
  for (const key of Object.keys(parameters)) {
    if (!isOption(key) && parameters[key] !== undefined) setOwn(own, key, parameters[key]);
  }
  return own;
}

/** Merged options as the options that give them again. */
export function toOptions(merged: Merged): MergedOptions {
  const { headers, mediaType, in: locations, parameters: _, mixed: __, ...rest } = merged;
  const options = {
    ...parametersOf(merged),
    ...rest,
    headers: { ...headers },
    mediaType: { ...mediaType, previews: [...mediaType.previews] },
  };
  for (const key of ['url', 'data', 'request'] as const) if (options[key] === undefined) delete options[key];
  return (locations ? { ...options, [parameterLocation]: locations } : options) as MergedOptions;
}

import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions, type MergedOptions, type ParameterLocations } from '../options.js';
import { mergeHeaders } from './header-fields.js';
import { mergeMediaType } from './media-type.js';
import { assertKeys, assertString, wrongOption } from './option.js';
import { freeze, mergeValue, setOwn } from './plain.js';
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
  /** Keys that are options may be among them, and undefined values: see {@link parametersOf}. */
  parameters: Record<string, unknown>;
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
};

/** Merges an option over what was there, and checks it. `route` is given where the options stand beside one. */
type Rule = (over: unknown, under: unknown, route: Route | undefined) => unknown;

/** A parameter must never take over the request that a route states. */
const conflict = (name: string): EndpointError =>
  new EndpointError(
    'duplicate-parameter',
    `${name}: the route states it already; a parameter of that name goes into { [endpoint.in]: { body: { ${name} } } }, or path, query.`,
    name,
  );

/** The rule of each option. What has none here is a parameter. */
const RULES = new Map<string, Rule>([
  ['baseUrl', (over) => assertString('baseUrl', over)],
  [
    'url',
    (over, _, route) => {
      if (route) throw conflict('url');
      return assertString('url', over);
    },
  ],
  [
    'method',
    (over, _, route) => {
      if (parseMethod(over) !== parseMethod(route?.method ?? over)) throw conflict('method');
      return over;
    },
  ],
  ['headers', mergeHeaders],
  ['mediaType', mergeMediaType],
  ['data', (over) => over],
  ['request', mergeValue],
]);

/** Whether a name is an option's, and so no parameter's. */
export const isOption = (name: string): boolean => RULES.has(name);

function mergeLocations(over: unknown, under: ParameterLocations | undefined): ParameterLocations {
  const locations = assertKeys('in', over, 'path', 'query', 'body');
  for (const key of Object.keys(locations)) assertKeys('in.' + key, locations[key] ?? {});
  return mergeValue(locations, under ?? {}) as ParameterLocations;
}

/** Defaults, then options, then route, the later over the earlier. Nothing that is given is changed. */
export function mergeOptions(defaults: Merged, route: Route | undefined, options: EndpointOptions | undefined): Merged {
  const merged: Merged & Record<string, unknown> = { ...defaults };
  if (options !== undefined) {
    if (typeof options !== 'object' || !options) throw wrongOption('options', 'an object');
    let parameters = false;
    for (const key of Object.keys(options)) {
      const rule = RULES.get(key);
      const over = options[key];
      if (!rule) parameters = true;
      else merged[key] = over === undefined ? NOTHING[key as keyof Merged] : rule(over, merged[key], route);
    }
    // Most builders have no parameters by default, and then nothing is copied.
    if (parameters)
      merged.parameters =
        defaults.parameters === NOTHING.parameters
          ? options
          : (mergeValue({ ...options }, defaults.parameters) as Merged['parameters']);
    const locations = options[parameterLocation];
    if (parameterLocation in options) merged.in = locations && mergeLocations(locations, merged.in);
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

/** The same, to be kept as defaults: nested values are frozen copies, but for the caller's metadata. */
export function keepMerged(merged: Merged): Merged {
  const parameters = freeze(parametersOf(merged), 'defaults');
  return {
    ...merged,
    data: freeze(merged.data, 'data'),
    in: freeze(merged.in, 'in'),
    parameters: Object.keys(parameters).length ? parameters : NOTHING.parameters,
  };
}

/** Merged options as options that give them again. */
export function toOptions(merged: Merged): MergedOptions {
  const { baseUrl, method, url, headers, mediaType, data, request, in: locations } = merged;
  return {
    ...parametersOf(merged),
    baseUrl,
    method,
    ...(url !== undefined && { url }),
    headers: { ...headers },
    mediaType: { ...mediaType, previews: [...mediaType.previews] },
    ...(data !== undefined && { data }),
    ...(request !== undefined && { request }),
    ...(locations && { [parameterLocation]: locations }),
  };
}

import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions, type MergedOptions, type ParameterLocations } from '../options.js';
import { mergeHeaders } from './header-fields.js';
import { mergeMediaType } from './media-type.js';
import { assertKeys, assertString, wrongOption } from './option.js';
import { freeze, mergeValue, setOwn } from './plain.js';
import { parseMethod, type Route } from './route.js';

/** Merged options, with the parameters apart from them. */
export interface Merged extends Omit<MergedOptions, string> {
  baseUrl: string;
  method: string;
  url?: string;
  headers: Record<string, string>;
  mediaType: MergedOptions['mediaType'];
  data?: unknown;
  request?: unknown;
  [parameterLocation]?: ParameterLocations;
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
const conflict = (name: string): EndpointError =>
  new EndpointError(
    'duplicate-parameter',
    `${name}: the route states it already; a parameter of that name goes into { [endpoint.in]: { body: { ${name} } } }, or path or query.`,
    name,
  );

/** The rule of each option. What has none here is a parameter. */
const RULES: Readonly<Record<string | symbol, Rule>> = {
  // @ts-expect-error -- no names but these
  __proto__: null,
  baseUrl: (over) => assertString('baseUrl', over),
  url(over, _, route) {
    if (route) throw conflict('url');
    return assertString('url', over);
  },
  method(over, _, route) {
    if (parseMethod(over) !== parseMethod(route?.method ?? over)) throw conflict('method');
    return over;
  },
  headers: mergeHeaders,
  mediaType: mergeMediaType,
  data: (over) => over,
  request: mergeValue,
  [parameterLocation](over, under) {
    const locations = assertKeys('in', over, ['path', 'query', 'body']);
    for (const key of Object.keys(locations)) assertKeys('in.' + key, locations[key] ?? {});
    return mergeValue(locations, under ?? {});
  },
};

/** Whether a name is that of an option, and so no parameter's. */
export const isOption = (name: string): boolean => name in RULES;

/** Defaults, then options, then route, the later over the earlier. Nothing that is given is changed. */
export function mergeOptions(
  defaults: Merged,
  route: Route | undefined,
  options: EndpointOptions | undefined = {},
): Merged {
  if (typeof options !== 'object' || !options) throw wrongOption('options', 'an object');
  const parameters = { ...defaults.parameters };
  const merged = { ...defaults, parameters };
  const merge = (key: string): void => {
    const rule = RULES[key];
    const target = (rule ? merged : parameters) as Record<string, unknown>;
    const over = options[key];
    if (over !== undefined) setOwn(target, key, rule ? rule(over, target[key], route) : mergeValue(over, target[key]));
    else if (key in NOTHING) target[key] = NOTHING[key as keyof Merged];
    else delete target[key];
  };
  for (const key of Object.keys(options)) merge(key);
  if (parameterLocation in options) merge(parameterLocation as unknown as string);
  if (route) {
    merged.url = route.url;
    merged.method = route.method ?? merged.method;
  }
  return merged;
}

/** The same, frozen, sharing nothing with what was given but the caller's metadata. */
export function freezeMerged({ request, ...merged }: Merged): Merged {
  return Object.freeze({ ...freeze(merged, 'defaults'), ...(request !== undefined && { request }) });
}

/** Merged options as their own input would be, parameters among them. */
export function toOptions({ parameters, headers, mediaType, ...merged }: Merged): MergedOptions {
  return {
    ...parameters,
    ...merged,
    headers: { ...headers },
    mediaType: { ...mediaType, previews: [...mediaType.previews] },
  };
}

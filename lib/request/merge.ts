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

/** How an option is merged over what was there, and checked. What has no rule here is a parameter. */
const RULES: Readonly<Record<string | symbol, (over: unknown, under: unknown) => unknown>> = {
  // @ts-expect-error -- no names but these
  __proto__: null,
  baseUrl: (over) => assertString('baseUrl', over),
  url: (over) => assertString('url', over),
  method: (over) => (parseMethod(over), over),
  headers: mergeHeaders,
  mediaType: mergeMediaType,
  data: (over) => over,
  request: mergeValue,
  [parameterLocation]: (over, under) => {
    const locations = assertKeys('in', over, ['path', 'query', 'body']);
    for (const key of Object.keys(locations)) assertKeys('in.' + key, locations[key] ?? {});
    return mergeValue(locations, under ?? {});
  },
};

/** Whether a name is that of an option, and so no parameter's. */
export const isOption = (name: string): boolean => name in RULES;

/** A parameter must never take over the request that a route states. */
function assertNoConflict(route: Route, { url, method }: EndpointOptions): void {
  const name =
    url !== undefined
      ? 'url'
      : method !== undefined && route.method && parseMethod(method) !== route.method.toLowerCase() && 'method';
  if (name) {
    throw new EndpointError(
      'duplicate-parameter',
      `${name}: the route states it already; a parameter of that name goes into { [endpoint.in]: { body: { ${name} } } }, or path or query.`,
      name,
    );
  }
}

/** Defaults, then route, then options, the later over the earlier. Nothing that is given is changed. */
export function mergeOptions(
  defaults: Merged,
  route: Route | undefined,
  options: EndpointOptions | undefined = {},
): Merged {
  if (typeof options !== 'object' || !options) throw wrongOption('options', 'an object');
  const parameters = { ...defaults.parameters };
  const merged = { ...defaults, parameters };
  if (route) {
    assertNoConflict(route, options);
    merged.url = route.url;
    merged.method = route.method ?? merged.method;
  }
  const merge = (key: string): void => {
    const rule = RULES[key];
    const target = (rule ? merged : parameters) as Record<string, unknown>;
    const over = options[key];
    if (over !== undefined) setOwn(target, key, (rule ?? mergeValue)(over, target[key]));
    else if (key in NOTHING) target[key] = NOTHING[key as keyof Merged];
    else delete target[key];
  };
  for (const key of Object.keys(options)) merge(key);
  if (parameterLocation in options) merge(parameterLocation as unknown as string);
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

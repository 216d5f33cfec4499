import { EndpointError } from '../errors.js';
import {
  parameterLocation,
  type EndpointOptions,
  type HeadersInput,
  type MergedOptions,
  type ParameterLocations,
} from '../options.js';
import { isPlainObject } from '../template/values.js';
import { mergeHeaders } from './header-fields.js';
import { mergePreviews } from './media-type.js';
import { assertKeys, assertString, wrongOption } from './option.js';
import { copyPlain, mergePlain, setOwn } from './plain.js';
import { parseMethod, type Route } from './route.js';

/** Options and defaults after merging, with the parameters apart. Nothing in it is undefined but what is typed so. */
export interface MergedParameters {
  readonly baseUrl: string;
  readonly method: string;
  readonly url: string | undefined;
  readonly headers: Record<string, string>;
  readonly format: string;
  readonly previews: readonly string[];
  readonly data: unknown;
  readonly request: unknown;
  readonly locations: ParameterLocations | undefined;
  readonly parameters: Record<string, unknown>;
}

/** What is merged over: nothing but GET. */
export const NO_DEFAULTS: MergedParameters = {
  baseUrl: '',
  method: 'GET',
  url: undefined,
  headers: {},
  format: '',
  previews: [],
  data: undefined,
  request: undefined,
  locations: undefined,
  parameters: {},
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function mergeMediaType(merged: Writable<MergedParameters>, mediaType: unknown): void {
  if (mediaType === undefined) {
    merged.format = '';
    merged.previews = [];
    return;
  }
  const given = assertKeys('mediaType', mediaType, ['format', 'previews']);
  if ('format' in given) merged.format = assertString('mediaType.format', given['format'] ?? '');
  if ('previews' in given) merged.previews = mergePreviews(merged.previews, given['previews']);
}

function mergeLocations(base: ParameterLocations | undefined, locations: unknown): ParameterLocations | undefined {
  if (locations === undefined) return undefined;
  const known = ['path', 'query', 'body'];
  const given = assertKeys('in', locations, known);
  for (const key of known) if (given[key] !== undefined) assertKeys(`in.${key}`, given[key]);
  return mergePlain({ ...base }, given, 'in');
}

/** Merges one option over `merged`, whose parameters and nothing else are its own. */
function mergeOption(merged: Writable<MergedParameters>, key: string, value: unknown): void {
  switch (key) {
    case 'baseUrl':
      merged.baseUrl = value === undefined ? '' : assertString(key, value);
      break;
    case 'method':
      merged.method = value === undefined ? 'GET' : (parseMethod(value), value as string);
      break;
    case 'url':
      merged.url = value === undefined ? value : assertString(key, value);
      break;
    case 'headers':
      merged.headers = value === undefined ? {} : mergeHeaders(merged.headers, value as HeadersInput);
      break;
    case 'mediaType':
      mergeMediaType(merged, value);
      break;
    case 'data':
      merged.data = value;
      break;
    case 'request':
      merged.request = isPlainObject(merged.request) && isPlainObject(value) ? mergePlain(merged.request, value, key) : value;
      break;
    default: {
      const under = Object.hasOwn(merged.parameters, key) ? merged.parameters[key] : undefined;
      if (value === undefined) delete merged.parameters[key];
      else setOwn(merged.parameters, key, isPlainObject(value) && isPlainObject(under) ? mergePlain(under, value, key) : value);
    }
  }
}

/** A parameter must never take over the request that the route states. */
function assertNoConflict(route: Route, options: EndpointOptions): void {
  const conflict =
    options.url !== undefined
      ? 'url'
      : route.method && options.method !== undefined && parseMethod(options.method) !== parseMethod(route.method)
        ? 'method'
        : undefined;
  if (conflict) {
    throw new EndpointError(
      'duplicate-parameter',
      `The route already states the ${conflict}: to send a parameter "${conflict}", say where: { [endpoint.in]: { body: { ${conflict}: … } } } (or path, query).`,
      { parameter: conflict },
    );
  }
}

/**
 * Defaults, then route, then options, the later over the earlier. Never changes what it is given, and shares no nested parameter
 * with `defaults`.
 * @param keep whether the result is kept as defaults: then it shares none with `options` either
 */
export function mergeParameters(
  defaults: MergedParameters,
  route: Route | undefined,
  options: EndpointOptions | undefined,
  keep = false,
): MergedParameters {
  const merged: Writable<MergedParameters> = { ...defaults, parameters: copyPlain(defaults.parameters, 'defaults') };
  merged.data = copyPlain(defaults.data, 'data');
  if (route) {
    merged.url = route.url;
    merged.method = route.method ?? merged.method;
  }
  if (options === undefined) return merged;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw wrongOption('options', 'an object');
  if (route) assertNoConflict(route, options);
  for (const key of Object.keys(options)) mergeOption(merged, key, options[key]);
  if (Object.hasOwn(options, parameterLocation)) merged.locations = mergeLocations(defaults.locations, options[parameterLocation]);
  if (keep) {
    merged.parameters = copyPlain(merged.parameters, 'defaults');
    merged.data = copyPlain(merged.data, 'data');
  }
  return merged;
}

/** The merged parameters as the options that give them again. */
export function toOptions(merged: MergedParameters): MergedOptions {
  const { baseUrl, method, url, headers, format, previews, data, request, locations, parameters } = merged;
  return {
    ...parameters,
    baseUrl,
    method,
    ...(url !== undefined && { url }),
    headers: { ...headers },
    mediaType: { format, previews: [...previews] },
    ...(data !== undefined && { data }),
    ...(request !== undefined && { request }),
    ...(locations && { [parameterLocation]: copyPlain(locations, 'in') }),
  };
}

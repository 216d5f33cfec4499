import type { Endpoint } from '../endpoint-types.js';
import type { EndpointError } from '../errors.js';
import {
  parameterLocation,
  type EndpointSettings,
  type MergedOptions,
  type Method,
  type ParameterLocations,
  type QueryArrays,
  type RequestOptions,
} from '../options.js';
import { amendAcceptOf, type AmendAccept } from '../request/media-type.js';
import { isOption, mergeOptions, NOTHING } from '../request/merge.js';
import { placeParameters } from '../request/placement.js';
import { setOwn } from '../request/plain.js';
import { appendQuery } from '../request/query.js';
import { parseMethod, parseRoute, type Route } from '../request/route.js';
import { resolveTarget, targetParser, type Target } from '../request/target.js';
import type { Values } from '../template/values.js';
import type { Layer } from './explanation.js';
import { attribute, endpointError, mergeLayers, type Attribution, type Source } from './layers.js';

/** What settings decide once, for all requests. */
export interface Rules {
  readonly strict: boolean;
  readonly omitMissing: boolean;
  readonly arrays: QueryArrays;
  readonly amendAccept: AmendAccept | undefined;
  readonly parseTarget: (url: string) => Target;
}

/** The rules of settings that a builder takes. */
export function rulesOf({ strict, missing, query, vendor, mediaTypeVersion = 'v3' }: EndpointSettings): Rules {
  const omitMissing = missing === 'omit';
  return {
    strict: strict === true,
    omitMissing,
    arrays: query?.arrays ?? 'comma',
    amendAccept: vendor === undefined ? undefined : amendAcceptOf(vendor, mediaTypeVersion),
    parseTarget: targetParser(strict === true, omitMissing),
  };
}

/** What a stage gave, or why it didn't. */
export type Attempt<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: EndpointError | undefined };

/** Runs a stage. Errors that are not the builder's are thrown on. */
export function attempt<T>(stage: () => T): Attempt<T> {
  try {
    return { value: stage() };
  } catch (error) {
    return { error: endpointError(error) };
  }
}

/** A stage that needs what an earlier one didn't give. */
const NOT_REACHED = { error: undefined };

/** The outcome that is explained, and what it came from. */
export interface Call {
  readonly sources: readonly Source[];
  readonly rules: Rules;
  readonly route: string | undefined;
  readonly request: RequestOptions | undefined;
  readonly error: EndpointError | undefined;
  /** The layer that no builder could be made with. */
  readonly errorLayer: Layer | undefined;
  /** Undefined where the settings or defaults are wrong. */
  readonly builder: Endpoint<string> | undefined;
}

/** What the builder's stages, run one by one, get and give. */
export interface Trace extends Call {
  readonly attribution: Attribution;
  /** Layers and route, merged. */
  readonly options: MergedOptions;
  readonly locations: ParameterLocations;
  /** The parameters that are given by their names. */
  readonly plain: Values;
  readonly pathValues: Values;
  readonly queryValues: Values;
  readonly parsedRoute: Attempt<Route>;
  readonly method: Method | undefined;
  readonly url: string | undefined;
  readonly target: Attempt<Target>;
  /** What the template doesn't name. */
  readonly placed: Attempt<{ query: string; body: unknown }>;
  /** What the template expands to, behind its origin. */
  readonly reference: Attempt<string>;
  readonly withQuery: Attempt<string>;
  readonly accept: Attempt<string | undefined>;
  readonly resolved: Attempt<string>;
}

function plainParameters(options: MergedOptions): Values {
  const plain = {};
  for (const name of Object.keys(options)) if (!isOption(name)) setOwn(plain, name, options[name]);
  return plain;
}

const after = <T, U>({ value }: Attempt<T>, stage: (value: T) => U): Attempt<U> =>
  value === undefined ? NOT_REACHED : attempt(() => stage(value));

function mergeRoute(options: MergedOptions, route: Route | undefined): MergedOptions {
  return route ? { ...options, url: route.url, method: route.method ?? options.method } : options;
}

/** Runs the builder's stages. */
export function trace(call: Call): Trace {
  const { sources, rules, route } = call;
  const parsedRoute: Attempt<Route> = route === undefined ? NOT_REACHED : attempt(() => parseRoute(route));
  const options = mergeRoute(mergeLayers(sources), parsedRoute.value);
  const locations = options[parameterLocation] ?? {};
  const plain = plainParameters(options);
  const pathValues = { ...plain, ...locations.path };
  const queryValues = { ...plain, ...locations.query };
  const method = attempt(() => parseMethod(options.method)).value;
  const url = route === undefined ? options.url : parsedRoute.value?.url;

  const target = after({ value: url, error: undefined }, rules.parseTarget);
  const placed = after(target, (to) => {
    const [query, body] = placeParameters(method ?? 'get', mergeOptions(NOTHING, options), to, rules.arrays);
    return { query, body };
  });
  const reference = after(target, (to) => to.expand(pathValues, queryValues));
  const withQuery = after(reference, (text) => appendQuery(text, placed.value?.query ?? ''));
  const resolved = after(withQuery, (text) => resolveTarget(options.baseUrl, target.value as Target, text));
  const { format, previews } = options.mediaType;
  const accept = attempt(() =>
    (format || previews.length) && rules.amendAccept
      ? rules.amendAccept(options.headers['accept'] ?? '', options.mediaType)
      : options.headers['accept'],
  );
  return {
    ...call,
    attribution: attribute(sources),
    options,
    locations,
    plain,
    pathValues,
    queryValues,
    parsedRoute,
    method,
    url,
    target,
    placed,
    reference,
    withQuery,
    accept,
    resolved,
  };
}

import type { Endpoint } from '../types/endpoint-types.js';
import type { EndpointError } from '../errors.js';
import type { EndpointSettings, MergedOptions, Method, ParameterLocations, RequestOptions } from '../options.js';
import type { BuildRules } from '../request/build.js';
import { createAmendAccept } from '../request/media-type.js';
import { settleLocations } from '../request/locations.js';
import { pickParameters, toOptions, type Merged } from '../request/merge.js';
import { parseMethod } from '../request/method.js';
import { placeParameters } from '../request/placement.js';
import { appendQuery } from '../request/query.js';
import { parseRoute, type Route } from '../request/route.js';
import { resolveTarget, targetParser, type Target } from '../request/target.js';
import { Budget, MAX_LENGTH } from '../template/budget.js';
import type { Values } from '../template/values.js';
import type { Layer } from './explanation.js';
import { attempt, attribute, mergeLayers, type Attempt, type Attribution, type Source } from './layers.js';

/** The settings, read once for all requests. */
export interface Rules extends Omit<BuildRules, 'parseRoute'> {
  readonly strict: boolean;
  readonly omitMissing: boolean;
}

/** Derives the rules of valid settings. */
export function deriveRules(settings: EndpointSettings): Rules {
  const { strict, missing, query, vendor, mediaTypeVersion = 'v3', maxLength = MAX_LENGTH } = settings;
  const omitMissing = missing === 'omit';
  return {
    strict: strict === true,
    omitMissing,
    arrays: query?.arrays ?? 'comma',
    maxLength,
    amendAccept: vendor === undefined ? undefined : createAmendAccept(`application/vnd.${vendor}`, mediaTypeVersion),
    parseTarget: targetParser(strict === true, omitMissing),
  };
}

/** The outcome of a stage that needs the value of a failed one. */
const NOT_REACHED = { error: undefined };

/** The outcome to explain, with its sources. */
export interface Call {
  readonly sources: readonly Source[];
  readonly rules: Rules;
  readonly route: string | undefined;
  readonly request: RequestOptions | undefined;
  readonly error: EndpointError | undefined;
  /** The layer that made the builder fail. */
  readonly errorLayer: Layer | undefined;
  /** Undefined where the settings or defaults are wrong. */
  readonly builder: Endpoint<string> | undefined;
}

/** The inputs and outputs of the builder's stages, run one by one. */
export interface Trace extends Call {
  readonly attribution: Attribution;
  /** Layers and route, merged. */
  readonly options: MergedOptions;
  readonly locations: ParameterLocations;
  /** The parameters that are given by name. */
  readonly plain: Values;
  readonly pathValues: Values;
  readonly queryValues: Values;
  readonly parsedRoute: Attempt<Route>;
  readonly method: Method | undefined;
  readonly url: string | undefined;
  readonly target: Attempt<Target>;
  /** Located parameters that no later plain one replaces. */
  readonly settled: Attempt<ParameterLocations>;
  /** The parameters that the template doesn't name. */
  readonly placed: Attempt<{ query: string; body: unknown }>;
  /** The expanded template, without its origin. */
  readonly reference: Attempt<string>;
  readonly withQuery: Attempt<string>;
  readonly accept: Attempt<string | undefined>;
  readonly resolved: Attempt<string>;
}

const after = <T, U>({ value }: Attempt<T>, stage: (value: T) => U): Attempt<U> =>
  value === undefined ? NOT_REACHED : attempt(() => stage(value));

function mergeRoute(merged: Merged, route: Route | undefined): Merged {
  return route ? { ...merged, url: route.url, method: route.statedMethod ?? merged.method } : merged;
}

/** Runs the builder's stages. */
export function trace(call: Call): Trace {
  const { sources, rules, route } = call;
  const parsedRoute: Attempt<Route> = route === undefined ? NOT_REACHED : attempt(() => parseRoute(route));
  const merged = mergeRoute(mergeLayers(sources), parsedRoute.value);
  const method = attempt(() => parseMethod(merged.method)).value;
  const url = route === undefined ? merged.url : parsedRoute.value?.url;
  const budget = new Budget(rules.maxLength);

  const target = after({ value: url, error: undefined }, rules.parseTarget);
  const settled = after(target, (to) => settleLocations(merged.in ?? {}, merged.parameters, to, method ?? 'get'));
  const options = toOptions(merged);
  const locations = settled.value ?? merged.in ?? {};
  const plain = pickParameters(merged);
  const pathValues = { ...plain, ...locations.path };
  const queryValues = { ...plain, ...locations.query };
  const placed = after(settled, (located) => {
    const to = target.value as Target;
    const verb = method ?? 'get';
    const [query, body] = placeParameters(verb, merged.parameters, located, merged.data, to, rules.arrays, budget);
    return { query, body };
  });
  const reference = after(target, (to) => to.expand(pathValues, queryValues, method ?? 'get', budget));
  const withQuery = after(reference, (text) => appendQuery(text, placed.value?.query ?? ''));
  const resolved = after(withQuery, (text) => {
    const resolvedUrl = resolveTarget(options.baseUrl, target.value as Target, text);
    if (resolvedUrl.length > rules.maxLength) budget.spend(resolvedUrl.length, 'url');
    return resolvedUrl;
  });
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
    settled,
    placed,
    reference,
    withQuery,
    accept,
    resolved,
  };
}

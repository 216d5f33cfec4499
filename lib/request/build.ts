import type { EndpointOptions, Method, ParameterLocations, QueryStyle, RequestOptions } from '../options.js';
import { hasOwn } from '../template/values.js';
import { Writer } from '../template/writer.js';
import { finishHeaders } from './headers.js';
import { placeValues, settleLocations } from './locations.js';
import type { AmendAccept } from './media-type.js';
import { mergeOptions, type Merged, type MergedCall } from './merge.js';
import { parseMethod } from './method.js';
import { assertOptions } from './option-checks.js';
import { placeParameters, type Placed } from './placement.js';
import { appendQuery } from './query.js';
import { recover, report, tell, type Recorder } from './record.js';
import type { Route } from './route.js';
import { expandTarget, resolveTarget, type Target } from './target.js';

/** The decisions that a builder makes once, for all of its requests. */
export interface Rules {
  /** Undefined for a builder without a vendor. */
  readonly amendAccept: AmendAccept | undefined;
  readonly maxLength: number;
  /** Whether placeholders in the path may have no value. */
  readonly omitMissing: boolean;
  readonly parseRoute: (text: string, record?: Recorder) => Route;
  readonly parseTarget: (url: string, record?: Recorder) => Target;
  readonly query: QueryStyle;
}

/** The results of the stages, in their order. */
export interface Results {
  route: Route | undefined;
  target: Target;
  merged: MergedCall;
  method: Method;
  /** The parameters in `endpoint.in`, without those that later plain ones replace. */
  located: ParameterLocations | undefined;
  /** The expanded template. */
  reference: string;
  /** The remaining parameters. */
  query: string;
  body: unknown;
  /** Both. */
  withQuery: string;
  headers: Record<string, string>;
}

const NO_OPTIONS: EndpointOptions = {};
const NOWHERE: ParameterLocations = {};
const NOTHING: Placed = { query: '', body: undefined };

/**
 * The whole pass, from a route and options to the request.
 * @param text the route; undefined where method and url are options
 * @param record is told of each stage; the pass then continues after an error
 */
export function build(
  rules: Rules,
  defaults: Merged,
  text: string | undefined,
  callOptions: EndpointOptions = NO_OPTIONS,
  record?: Recorder,
): RequestOptions {
  tell(record, 'stage', 'route');
  const options = assertOptions(callOptions, record);
  const route = text === undefined ? undefined : rules.parseRoute(text, record);

  tell(record, 'stage', 'template');
  const target = findTarget(rules, defaults, route, options, record);

  tell(record, 'stage', 'merge');
  const merged = mergeOptions(defaults, options, route, target.variables, record);
  const { options: mergedOptions, values, remaining } = merged;
  if (!route && mergedOptions.url === undefined)
    report(record, 'invalid-route', 'url', 'is missing; write "GET /path" or "/path"');
  tell(record, 'note', { route, target, merged });

  tell(record, 'stage', 'expand');
  const { data } = mergedOptions;
  const method = route?.method ?? parseMethod(mergedOptions.method, record);
  const located = mergedOptions.in && settleLocations(mergedOptions.in, merged.parameters, target, method, record);
  tell(record, 'note', { method, located });
  const writer = new Writer(rules.maxLength);
  if (located) placeValues(values, located, target);
  const reference = expandTarget(target, values, method, rules.omitMissing, writer, record);

  tell(record, 'stage', 'rest');
  const { query, body } =
    remaining || located || data !== undefined
      ? placeParameters(method, merged, located ?? NOWHERE, target, rules.query, writer, record)
      : NOTHING;
  const withQuery = query ? appendQuery(reference, query, target.pathOnly, record) : reference;
  tell(record, 'note', { reference, query, body, withQuery });

  tell(record, 'stage', 'headers');
  const headers = finishHeaders(mergedOptions, defaults.options, body, rules.amendAccept, record);
  tell(record, 'note', { headers });

  tell(record, 'stage', 'result');
  const resolved = resolveTarget(mergedOptions.base, target, withQuery, record);
  if (resolved.length > rules.maxLength) spendUrl(resolved, writer, record);
  // Literals with all properties: V8 stores a property that is added to a literal apart from it.
  const request: RequestOptions =
    body === undefined ? { method, url: resolved, headers } : { method, url: resolved, headers, body };
  if (mergedOptions.request !== undefined) request.request = mergedOptions.request;
  return request;
}

/**
 * The url template of the route, the options or the defaults, in this order; an empty one where merging will fail.
 * @throws EndpointError `invalid-template` and `invalid-url`
 */
function findTarget(
  rules: Rules,
  defaults: Merged,
  route: Route | undefined,
  options: EndpointOptions,
  record: Recorder | undefined,
): Target {
  if (route?.target) return route.target;
  const url = route ? route.url : hasOwn(options, 'url') ? options.url : defaults.options.url;
  try {
    const target = rules.parseTarget(typeof url === 'string' ? url : '', record);
    if (route && !record?.error) route.target = target;
    return target;
  } catch (error) {
    // Errors of the options come first, as in `parse(merge(…))`.
    mergeOptions(defaults, options, route);
    throw error;
  }
}

function spendUrl(url: string, writer: Writer, record: Recorder | undefined): void {
  try {
    writer.spend(url.length, 'url');
  } catch (error) {
    recover(record, error);
  }
}

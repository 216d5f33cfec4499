import { fail } from '../errors.js';
import type { Method, QueryArrays, RequestOptions } from '../options.js';
import { Budget } from '../template/budget.js';
import { assertBody, isJson } from './content.js';
import { settleLocations, type Settled } from './locations.js';
import type { AmendAccept } from './media-type.js';
import type { Merged } from './merge.js';
import { copy } from './plain.js';
import { placeParameters } from './placement.js';
import { appendQuery } from './query.js';
import { parseMethod, type Route } from './route.js';
import { resolveTarget, type Target } from './target.js';

/** What a builder decides once, for all of its requests. */
export interface BuildRules {
  /** Undefined where the builder has no vendor. */
  readonly amendAccept: AmendAccept | undefined;
  readonly arrays: QueryArrays;
  readonly maxLength: number;
  readonly parseRoute: (text: string) => Route;
  readonly parseTarget: (url: string) => Target;
}

/** The method and the target of merged options. */
export function readTarget({ url, route, method }: Merged, { parseTarget }: BuildRules): [Method, Target] {
  if (url === undefined) return fail('invalid-route', 'url', 'is missing; pass a route such as "GET /path"');
  const verb = route?.verb ?? parseMethod(method);
  return [verb, route ? (route.target ??= parseTarget(url)) : parseTarget(url)];
}

/** The stages, from merged options to the request. */
export function build(merged: Merged, rules: BuildRules): RequestOptions {
  const { mediaType, data } = merged;
  const [method, target] = readTarget(merged, rules);
  const budget = new Budget(rules.maxLength);
  const settled = merged.in ? settleLocations(merged.parameters, merged.in, target, method) : merged;
  const { parameters, in: locations } = settled as Settled;
  const [query, body] = placeParameters(method, settled as Settled, data, target, rules.arrays, budget);

  const reference = locations
    ? target.expand({ ...parameters, ...locations.path }, { ...parameters, ...locations.query }, method, budget)
    : target.expand(parameters, parameters, method, budget);
  const withQuery = query && (target.pathOnly ? `${reference}?${query}` : appendQuery(reference, query));

  if (data !== undefined) assertBody(data);
  const json = body !== undefined && (body !== data || isJson(body));
  const headers = json ? copy(merged.headers) : { ...merged.headers };
  if (mediaType.format || mediaType.previews.length) {
    if (!rules.amendAccept)
      return fail('invalid-media-type', 'mediaType', 'needs the vendor of createEndpoint({ vendor })');
    const accept = rules.amendAccept(headers['accept'] ?? '', mediaType);
    if (accept) headers['accept'] = accept;
  }
  if (json) headers['content-type'] ??= 'application/json; charset=utf-8';

  const url = resolveTarget(merged.baseUrl, target, withQuery || reference);
  budget.checkLength(url, 'url');
  // Literals of all properties: one that is added to a literal is stored apart from it.
  const built: RequestOptions = body === undefined ? { method, url, headers } : { method, url, headers, body };
  if (merged.request !== undefined) built.request = merged.request;
  return built;
}

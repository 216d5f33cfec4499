import { fail } from '../errors.js';
import type { QueryArrays, RequestOptions } from '../options.js';
import { Budget } from '../template/budget.js';
import { assertBody, isJson, JSON_CONTENT_TYPE } from './content.js';
import { settleLocations } from './locations.js';
import type { AmendAccept } from './media-type.js';
import type { Merged } from './merge.js';
import { parseMethod } from './method.js';
import { copy } from './plain-objects.js';
import { placeParameters } from './placement.js';
import { appendQuery } from './query.js';
import type { Route } from './route.js';
import { resolveTarget, type Target } from './target.js';

/** The decisions that a builder makes once, for all of its requests. */
export interface BuildRules {
  /** Undefined for a builder without a vendor. */
  readonly amendAccept: AmendAccept | undefined;
  readonly arrays: QueryArrays;
  readonly maxLength: number;
  readonly parseRoute: (text: string) => Route;
  readonly parseTarget: (url: string) => Target;
}

/** The stages from merged options to the request. */
export function build(merged: Merged, rules: BuildRules): RequestOptions {
  const { url: template, route, mediaType, parameters, data } = merged;
  const { amendAccept, arrays, maxLength, parseTarget } = rules;
  if (template === undefined) return fail('invalid-route', 'url', 'is missing; pass a route such as "GET /path"');
  const method = route?.method ?? parseMethod(merged.method);
  const target = route ? (route.target ??= parseTarget(template)) : parseTarget(template);
  const locations = merged.in && settleLocations(merged.in, parameters, target, method);
  const budget = new Budget(maxLength);
  const [query, body] = placeParameters(method, parameters, locations, data, target, arrays, budget);

  const reference = locations
    ? target.expand({ ...parameters, ...locations.path }, { ...parameters, ...locations.query }, method, budget)
    : target.expand(parameters, parameters, method, budget);
  const withQuery = query && target.pathOnly ? `${reference}?${query}` : appendQuery(reference, query);

  if (data !== undefined) assertBody(data);
  const json = body !== undefined && (body !== data || isJson(body));
  const headers = json ? copy(merged.headers) : { ...merged.headers };
  if (mediaType.format || mediaType.previews.length) {
    if (!amendAccept) return fail('invalid-media-type', 'mediaType', 'needs the vendor of createEndpoint({ vendor })');
    const accept = amendAccept(headers['accept'] ?? '', mediaType);
    if (accept) headers['accept'] = accept;
  }
  if (json) headers['content-type'] ??= JSON_CONTENT_TYPE;

  const url = resolveTarget(merged.baseUrl, target, withQuery);
  if (url.length > maxLength) budget.spend(url.length, 'url');
  // Literals with all properties: V8 stores a property that is added to a literal apart from it.
  const built: RequestOptions = body === undefined ? { method, url, headers } : { method, url, headers, body };
  if (merged.request !== undefined) built.request = merged.request;
  return built;
}

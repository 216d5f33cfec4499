import { fail } from '../errors.js';
import type { QueryArrays, RequestOptions } from '../options.js';
import { isJson } from './content.js';
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
  readonly parseRoute: (text: string) => Route;
  readonly parseTarget: (url: string) => Target;
}

/** The stages, from merged options to the request. */
export function build(merged: Merged, { amendAccept, arrays, parseTarget }: BuildRules): RequestOptions {
  const { url, route, mediaType, parameters, in: locations } = merged;
  if (url === undefined) fail('invalid-route', 'url', 'is missing, give a route such as "GET /path"');
  const method = route?.verb ?? parseMethod(merged.method);
  const target = route ? (route.target ??= parseTarget(url)) : parseTarget(url);
  const [query, body] = placeParameters(method, merged, target, arrays);

  const reference = locations
    ? target.expand({ ...parameters, ...locations.path }, { ...parameters, ...locations.query })
    : target.expand(parameters, parameters);
  const withQuery = query && (target.pathOnly ? `${reference}?${query}` : appendQuery(reference, query));

  const json = body !== undefined && (body !== merged.data || isJson(body));
  const headers = json ? copy(merged.headers) : { ...merged.headers };
  if (mediaType.format || mediaType.previews.length) {
    if (!amendAccept) return fail('invalid-media-type', 'mediaType', 'needs the vendor of createEndpoint({ vendor })');
    headers['accept'] = amendAccept(headers['accept'] ?? '', mediaType);
  }
  if (json) headers['content-type'] ??= 'application/json; charset=utf-8';

  const to = resolveTarget(merged.baseUrl, target, withQuery || reference);
  // Literals of all properties: one that is added to a literal is stored apart from it.
  const built: RequestOptions = body === undefined ? { method, url: to, headers } : { method, url: to, headers, body };
  if (merged.request !== undefined) built.request = merged.request;
  return built;
}

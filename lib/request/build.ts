import { fail } from '../errors.js';
import type { QueryArrays, RequestOptions } from '../options.js';
import { isJson } from './content.js';
import type { AmendAccept } from './media-type.js';
import { parametersOf, type Merged } from './merge.js';
import { placeParameters } from './placement.js';
import { appendQuery } from './query.js';
import { parseMethod } from './route.js';
import { resolveTarget, type Target } from './target.js';

/** What a builder decides once, for all of its requests. */
export interface BuildRules {
  /** Undefined where the builder has no vendor. */
  readonly amendAccept: AmendAccept | undefined;
  readonly arrays: QueryArrays;
  readonly parseTarget: (url: string) => Target;
}

/** The stages, from merged options to the request. */
export function build(merged: Merged, { amendAccept, arrays, parseTarget }: BuildRules): RequestOptions {
  const { url, mediaType, in: locations } = merged;
  if (url === undefined) fail('invalid-route', 'url', 'is missing, give a route such as "GET /path"');
  const method = parseMethod(merged.method);
  const target = parseTarget(url);
  const [query, body] = placeParameters(method, merged, target, arrays);

  const values = target.namesOption ? parametersOf(merged) : merged.parameters;
  const reference = locations
    ? target.expand({ ...values, ...locations.path }, { ...values, ...locations.query })
    : target.expand(values, values);
  const headers = { ...merged.headers };
  const built: RequestOptions = {
    method,
    url: resolveTarget(merged.baseUrl, target, appendQuery(reference, query)),
    headers,
  };
  if (mediaType.format || mediaType.previews.length) {
    if (!amendAccept) return fail('invalid-media-type', 'mediaType', 'needs the vendor of createEndpoint({ vendor })');
    headers['accept'] = amendAccept(headers['accept'] ?? '', mediaType);
  }
  if (body !== undefined) {
    built.body = body;
    if (isJson(body)) headers['content-type'] ??= 'application/json; charset=utf-8';
  }
  if (merged.request !== undefined) built.request = merged.request;
  return built;
}

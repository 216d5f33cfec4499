import { EndpointError } from '../errors.js';
import type { QueryArrays, RequestOptions } from '../options.js';
import { assertJsonValues, isJson } from './content.js';
import { amendAccept, type Vendor } from './media-type.js';
import type { Merged } from './merge.js';
import { placeParameters } from './placement.js';
import { appendQuery, expandParameter } from './query.js';
import { parseMethod } from './route.js';
import { expandTarget, resolveTarget, type Target } from './target.js';

/** What a builder decides once, for all of its requests. */
export interface BuildRules {
  readonly vendor: Vendor | undefined;
  readonly arrays: QueryArrays;
  readonly parseTarget: (url: string) => Target;
}

/** The stages, from merged options to the request. */
export function build(merged: Merged, { vendor, arrays, parseTarget }: BuildRules): RequestOptions {
  if (merged.url === undefined)
    throw new EndpointError('invalid-route', 'url: is missing, give a route such as "GET /path".', 'url');
  const method = parseMethod(merged.method);
  const target = parseTarget(merged.url);
  const { pathValues, queryValues, query, body: keys } = placeParameters(method, merged, target);

  let further = '';
  if (query) for (const name of Object.keys(query)) further += expandParameter(name, query[name], arrays);
  const reference = appendQuery(expandTarget(target, pathValues, queryValues), further);
  const request: RequestOptions = {
    method,
    url: resolveTarget(merged.baseUrl, target, reference),
    headers: { ...merged.headers },
  };

  const { headers } = request;
  const { format, previews } = merged.mediaType;
  if (format || previews.length) headers['accept'] = amendAccept(headers['accept'] ?? '', merged.mediaType, vendor);
  const body = keys ? assertJsonValues(keys) : merged.data;
  if (body !== undefined) {
    request.body = body;
    if (isJson(body)) headers['content-type'] ??= 'application/json; charset=utf-8';
  }
  if (merged.request !== undefined) request.request = merged.request;
  return request;
}

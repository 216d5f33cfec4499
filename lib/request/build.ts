import { EndpointError } from '../errors.js';
import type { QueryArrays, RequestOptions } from '../options.js';
import { assertJsonKeys, isJson } from './content.js';
import { amendAccept, type Vendor } from './media-type.js';
import type { MergedParameters } from './merge.js';
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

/** The stages, from merged parameters to the request. */
export function build(merged: MergedParameters, { vendor, arrays, parseTarget }: BuildRules): RequestOptions {
  if (merged.url === undefined) {
    throw new EndpointError('invalid-route', 'There is no url: give a route such as "GET /path", or the option "url".', { parameter: 'url' });
  }
  const method = parseMethod(merged.method);
  const target = parseTarget(merged.url);
  const placement = placeParameters(method, merged, target);

  let query = '';
  if (placement.query) {
    for (const name of Object.keys(placement.query)) query += expandParameter(name, placement.query[name], arrays);
  }
  const reference = appendQuery(expandTarget(target, placement.pathValues, placement.queryValues), query);

  const headers = { ...merged.headers };
  if (merged.format || merged.previews.length) {
    headers['accept'] = amendAccept(headers['accept'] ?? '', merged.format, merged.previews, vendor);
  }
  const request: RequestOptions = { method, url: resolveTarget(merged.baseUrl, target, reference), headers };
  const body = merged.data === undefined ? placement.body && assertJsonKeys(placement.body) : merged.data;
  if (body !== undefined) {
    request.body = body;
    if (isJson(body)) headers['content-type'] ??= 'application/json; charset=utf-8';
  }
  if (merged.request !== undefined) request.request = merged.request;
  return request;
}

import type { EndpointOptions, Method, ParameterLocations, RequestOptions } from '../options.js';
import { hasOwn } from '../template/values.js';
import { spend } from '../template/writer.js';
import { isJson, JSON_CONTENT_TYPE } from './content.js';
import { placeLocated } from './locations.js';
import { mergeOptions, type Defaults, type Merged, type Options } from './merge.js';
import { findRoute, parseMethod } from './route.js';
import { assertOptions } from './option-checks.js';
import type { Pass, Route, Rules, Target } from './pass.js';
import { placeParameters, type Placed } from './placement.js';
import { appendQuery } from './query.js';
import { recover, report, tell, type Recorder } from './record.js';
import { expandTarget, parseTarget, resolveTarget } from './target.js';

/** The rules and defaults of a builder. */
export interface Builder extends Rules {
  readonly defaults: Defaults;
}

/** The results of the stages, in their order. */
export interface Results {
  route: Route | undefined;
  target: Target;
  merged: Merged;
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
  /** The slashes of the expanded template that are dropped. */
  dropped: { readonly start: number; readonly end: number };
  /** The place of the remaining query in the reference, and the character before it. */
  separator: { readonly at: number; readonly text: string };
  /** The text before the reference: an origin or base URL, and a slash. */
  prefix: readonly [base: string, seam: string];
  headers: Record<string, string>;
}

/** No options, and no parameters by location. */
const NONE = {};

/**
 * The whole pass, from a route and options to the request.
 * @param text the route; undefined where method and url are options
 */
export function build(
  builder: Builder,
  text: string | undefined,
  callOptions: EndpointOptions = NONE,
  record?: Recorder,
): RequestOptions {
  const { defaults, maxLength, allows } = builder;
  tell(record, 'stage', 'route');
  const options = assertOptions(callOptions, record);
  const route = text === undefined ? undefined : findRoute(builder, text, record);

  tell(record, 'stage', 'template');
  const target = findTarget(builder, route, options, record);
  const pass: Pass = { rules: builder, remaining: maxLength, route, target, method: 'get', asForm: false, record };

  tell(record, 'stage', 'merge');
  const merged = mergeOptions(defaults, options, pass, target);
  const { options: mergedOptions, passed, values, remaining } = merged;
  if (!route && mergedOptions.url === undefined)
    report(record, 'invalid-route', 'url', 'is missing; write "GET /path" or "/path"');
  tell(record, 'note', { route, target, merged });

  tell(record, 'stage', 'expand');
  const method = (pass.method = route?.method ?? parseMethod(mergedOptions.method, record));
  const located = mergedOptions.in && placeLocated(pass, mergedOptions.in, passed, values);
  tell(record, 'note', { method, located });
  const prefix = target.origin || mergedOptions.base;
  if (allows && !allows(prefix))
    report(record, 'other-origin', target.origin ? 'url' : 'baseUrl', 'leads outside of settings.origins');
  // A recorder hears of the reference alone.
  const start = target.text[0] === '/' && !record ? prefix : '';
  const reference = expandTarget(pass, values, start);

  tell(record, 'stage', 'rest');
  const { query = '', body }: Partial<Placed> =
    remaining || located || mergedOptions.data !== undefined ? placeParameters(pass, merged, located ?? NONE) : NONE;
  const withQuery = query ? appendQuery(reference, query, target, record) : reference;
  tell(record, 'note', { reference, query, body, withQuery });

  tell(record, 'stage', 'headers');
  const headers = finishHeaders(pass, mergedOptions, defaults.options, body);
  tell(record, 'note', { headers });

  tell(record, 'stage', 'result');
  const url = start ? withQuery : resolveTarget(prefix, withQuery, record);
  try {
    if (url.length > maxLength) spend(pass, url.length, 'url');
  } catch (error) {
    recover(record, error);
  }
  // Literals with all properties: V8 stores a property that is added to a literal apart from it.
  const request: RequestOptions = body === undefined ? { method, url, headers } : { method, url, headers, body };
  if (mergedOptions.request !== undefined) request.request = mergedOptions.request;
  return request;
}

/**
 * The url template of the route, the options or the defaults, in this order; an empty one where merging will fail.
 * @throws EndpointError `invalid-template` and `invalid-url`
 */
function findTarget(
  { recall, strict, defaults }: Builder,
  route: Route | undefined,
  options: EndpointOptions,
  record: Recorder | undefined,
): Target {
  const option = route ? route.url : hasOwn(options, 'url') ? options.url : defaults.options.url;
  const url = typeof option === 'string' ? option : '';
  const known = route ?? recall(url);
  if (known.target) return known.target;
  try {
    const target = parseTarget(url, strict, record);
    if (!record?.error) known.target = target;
    return target;
  } catch (error) {
    // Errors of the options come first, as in `parse(merge(…))`.
    mergeOptions(defaults, options, { route });
    throw error;
  }
}

/** The headers of the request: `accept` as `mediaType` amends it, and the type of a JSON body. */
function finishHeaders(
  { rules: { amendAccept }, record }: Pass,
  { headers: fields, mediaType, data }: Options,
  { headers: defaultFields, jsonHeaders }: Options,
  body: unknown,
): Record<string, string> {
  const json = body !== undefined && (body !== data || isJson(body));
  const headers = { ...(json && fields === defaultFields ? jsonHeaders : fields) };
  if (mediaType.format || mediaType.previews.length) {
    if (!amendAccept) report(record, 'invalid-media-type', 'mediaType', 'needs a vendor in createEndpoint');
    const accept = amendAccept?.(headers['accept'] ?? '', mediaType);
    if (accept) headers['accept'] = accept;
  }
  if (json) headers['content-type'] ??= JSON_CONTENT_TYPE;
  return headers;
}

/** The builder for Octokit: in the place of `@octokit/endpoint`, below `@octokit/request` and `@octokit/core`. */
import type { EndpointInterface } from '@octokit/types';
import { createEndpoint } from '../endpoint.js';
import { fail } from '../errors.js';
import type { EndpointOptions, MergedOptions, parameterLocation } from '../options.js';
import { parseOrigin } from '../request/base-url.js';
import { isJson, JSON_CONTENT_TYPE } from '../request/content.js';
import { assertOptions, isOption } from '../request/option-checks.js';
import { listNames, parseParts } from '../template/parse.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import { MAX_LENGTH, spend } from '../template/writer.js';
import type { Endpoint } from '../types/endpoint-types.js';
import { bodyText, JSON_TYPE } from './body-text.js';

/** A copy without the undefined properties, which Octokit ignores. */
function pickDefined(options: EndpointOptions | null | undefined): EndpointOptions {
  const defined = { ...assertOptions(options ?? {}) };
  for (const name of Object.keys(defined)) {
    const value = defined[name];
    if (value === undefined) delete defined[name];
    else if (name === 'headers' && isPlainObject(value)) defined[name] = pickDefined(value) as never;
  }
  return defined;
}

/** Merged options in Octokit's form: only `sources` that state previews give a list of them. */
function toOctokit(
  { mediaType: { format, previews }, ...options }: MergedOptions,
  ...sources: (EndpointOptions | undefined)[]
): MergedOptions {
  const mediaType = sources.some((source) => source?.mediaType?.previews) ? { format, previews } : { format };
  return { ...options, mediaType: mediaType as MergedOptions['mediaType'] };
}

/**
 * The url with the remaining parameters as Octokit encodes them: without `!'()*`, with the commas of lists, and `q` without `+`, by
 * which searches separate words.
 */
function encodeQuery(url: string, template: string, options: EndpointOptions) {
  const start = url.indexOf('?');
  const query = start < 0 ? '' : url.slice(start);
  if (!/%2[1789AB]|,/.test(query)) return url;
  const placed = new Set(listNames(parseParts(template, { placeholders: true })));
  const encoded = query.replace(/([?&]([^?&#=]+)=)([^&#]*)/g, (pair, prefix: string, name: string, value: string) => {
    if (!hasOwn(options, name) || isOption(name) || placed.has(name)) return pair;
    const kept = name === 'q' ? /%2[1789AB]/g : /%2[1789A]/g;
    return prefix + value.replace(kept, decodeURIComponent).replace(/,/g, '%2C');
  });
  spend({ rules: { maxLength: MAX_LENGTH }, remaining: MAX_LENGTH }, start + encoded.length, 'url');
  return url.slice(0, start) + encoded;
}

/** The body of a request, and the content type that Octokit's request has with it. */
function finishBody(method: string, headers: Record<string, string>, body: unknown) {
  if (body === undefined) return method === 'PATCH' || method === 'PUT' ? '' : undefined;
  if (typeof body === 'string') headers['content-type'] ??= JSON_CONTENT_TYPE;
  const { 'content-type': type = JSON_CONTENT_TYPE } = headers;
  // Octokit's request writes JSON under any type.
  return body !== null && isJson(body) && !JSON_TYPE.test(type) ? bodyText(body, type, {}) : body;
}

/** The request in Octokit's form: the method in upper case, and a body for every PATCH and PUT. */
function parseWith(builder: Endpoint, options: EndpointOptions) {
  const { url = '/', mediaType } = assertOptions(options);
  // Octokit drops the slash at the end.
  const template = url.length > 1 ? url.replace(/\/$/, '') : url;
  const passed = { ...options, url: template };
  // GitHub's REST API has no previews any more, and Octokit sends those that its plugins still state to GraphQL alone.
  if (mediaType?.previews && !template.endsWith('/graphql')) passed.mediaType = { ...mediaType, previews: undefined };
  const built = builder.parse(passed);
  const method = built.method.toUpperCase();
  const body = finishBody(method, built.headers, built.body);
  return {
    method,
    url: encodeQuery(built.url, template, options),
    headers: built.headers,
    ...(body === undefined ? undefined : { body }),
    ...(built.request ? { request: built.request } : undefined),
  };
}

/**
 * Rejects a parameter `url` that would take the request to another host: the methods of `octokit.rest` have their routes among the
 * defaults. A hook that changes the url passes the method along.
 */
function assertOrigin({ url, method, baseUrl }: EndpointOptions, defaults: MergedOptions) {
  if (url === undefined || method !== undefined || defaults.url === undefined) return;
  const origin = parseOrigin('url', url);
  if (origin && origin !== parseOrigin('baseUrl', baseUrl ?? defaults.baseUrl))
    fail('duplicate-parameter', 'url', 'the defaults state it; pass it in endpoint.in, or a method with it');
}

function withDefaults(builder: Endpoint, ...sources: (EndpointOptions | undefined)[]): object {
  const DEFAULTS = Object.freeze(toOctokit(builder.DEFAULTS, ...sources));
  const merge = (first?: string | EndpointOptions, second?: EndpointOptions) => {
    const options = pickDefined(typeof first === 'string' ? second : first);
    const merged = typeof first === 'string' ? builder.merge(first, options) : builder.merge(options);
    if (typeof first !== 'string') assertOrigin(options, DEFAULTS);
    return toOctokit(merged, DEFAULTS, options);
  };
  const parse = (options: EndpointOptions) => parseWith(builder, options);

  return Object.assign((route?: string | EndpointOptions, options?: EndpointOptions) => parse(merge(route, options)), {
    DEFAULTS,
    defaults: (options: EndpointOptions) =>
      withDefaults(builder.defaults(pickDefined(options)) as Endpoint, DEFAULTS, options),
    merge,
    parse,
    in: builder.in,
  });
}

/**
 * The builder for GitHub's REST API with the surface, the types and the results of `@octokit/endpoint`, so that it can take its place below
 * `@octokit/request` 5 to 10. The checks stay this package's; the guide of migration lists what differs.
 *
 * Requires `@octokit/types` for its types, which every package of Octokit's brings along.
 * @throws EndpointError for a request that can't be built faithfully
 */
export const endpoint = /* @__PURE__ */ withDefaults(
  /* @__PURE__ */ createEndpoint({ vendor: 'github', baseUrl: 'https://api.github.com' }),
) as EndpointInterface & {
  /** Option key for parameters by location: `{ [endpoint.in]: { path, query, body } }`. */
  readonly in: typeof parameterLocation;
};

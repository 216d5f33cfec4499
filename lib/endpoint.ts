import { version } from '../package.json';
import {
  parameterLocation,
  type EndpointOptions,
  type EndpointSettings,
  type MergedOptions,
  type RequestOptions,
} from './options.js';
import { build, type BuildRules } from './request/build.js';
import { parseVendor } from './request/media-type.js';
import { mergeParameters, NO_DEFAULTS, toOptions, type MergedParameters } from './request/merge.js';
import { assertChoice, assertKeys } from './request/option.js';
import { deepFreeze } from './request/plain.js';
import { parseRoute } from './request/route.js';
import { targetParser } from './request/target.js';
import { cached } from './template/cache.js';

/** Builds request options. Made by {@link createEndpoint}. */
export interface Endpoint {
  /**
   * Builds the options of a request; no I/O.
   * @param route `<METHOD> <URL>`, or a URL alone for the default method
   * @throws EndpointError for whatever can't be sent as it is meant
   */
  (route: string, options?: EndpointOptions): RequestOptions;
  (options: EndpointOptions): RequestOptions;
  /** A builder whose defaults are this one's with `options` merged over them. */
  defaults(options: EndpointOptions): Endpoint;
  /** The defaults, frozen. */
  readonly DEFAULTS: Readonly<MergedOptions>;
  /** The first half of building: defaults, route and options merged, nothing expanded. */
  merge(route: string, options?: EndpointOptions): MergedOptions;
  merge(options?: EndpointOptions): MergedOptions;
  /** The second half: builds what {@link Endpoint.merge} gave, and adds no defaults. */
  parse(options: EndpointOptions): RequestOptions;
  /** Option key that says where parameters go: `{ [endpoint.in]: { path, query, body } }`. */
  readonly in: typeof parameterLocation;
}

const parseCachedRoute = cached(parseRoute);

function withDefaults(defaults: MergedParameters, rules: BuildRules): Endpoint {
  const mergeAll = (route: string | EndpointOptions | undefined, options?: EndpointOptions): MergedParameters =>
    typeof route === 'string'
      ? mergeParameters(defaults, parseCachedRoute(route), options)
      : mergeParameters(defaults, undefined, route);
  // `request` is the caller's own object and stays as it is.
  const { request, ...own } = toOptions(mergeAll({}));

  return Object.assign((route: string | EndpointOptions, options?: EndpointOptions) => build(mergeAll(route, options), rules), {
    defaults: (options: EndpointOptions) => withDefaults(mergeParameters(defaults, undefined, options, true), rules),
    DEFAULTS: Object.freeze({ ...deepFreeze(own), ...(request !== undefined && { request }) }),
    merge: (route?: string | EndpointOptions, options?: EndpointOptions) => toOptions(mergeAll(route, options)),
    parse: (options: EndpointOptions) => build(mergeParameters(NO_DEFAULTS, undefined, options), rules),
    in: parameterLocation,
  } as const);
}

/**
 * Makes a builder for an API.
 * @throws EndpointError `invalid-option` for a setting that is unknown or of the wrong kind
 */
export function createEndpoint(settings: EndpointSettings = {}): Endpoint {
  assertKeys('settings', settings, ['vendor', 'mediaTypeVersion', 'baseUrl', 'headers', 'mediaType', 'query', 'missing', 'strict']);
  const { baseUrl, headers = {}, mediaType = {}, query = {}, missing = 'error', strict = false } = settings;
  assertKeys('query', query, ['arrays']);
  const vendor = parseVendor(settings);
  const rules: BuildRules = {
    vendor,
    arrays: assertChoice('query.arrays', query.arrays ?? 'comma', ['comma', 'repeat', 'brackets']),
    parseTarget: targetParser({
      strict: assertChoice('strict', strict, [true, false]),
      omitMissing: assertChoice('missing', missing, ['error', 'omit']) === 'omit',
    }),
  };
  const initial = {
    ...NO_DEFAULTS,
    headers: {
      accept: vendor ? `application/vnd.${vendor.vendor}.${vendor.mediaTypeVersion}+json` : 'application/json',
      'user-agent': `${vendor ? vendor.vendor + '-' : ''}endpoint.js/${version}`,
    },
  };
  return withDefaults(mergeParameters(initial, undefined, { baseUrl, headers, mediaType }, true), rules);
}

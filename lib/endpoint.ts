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
import { keepMerged, mergeOptions, NOTHING, toOptions, type Merged } from './request/merge.js';
import { assertKeys, wrongOption } from './request/option.js';
import { freeze } from './request/plain.js';
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

function withDefaults(defaults: Merged, rules: BuildRules): Endpoint {
  const merge = (route: string | EndpointOptions | undefined, options?: EndpointOptions): Merged =>
    typeof route === 'string'
      ? mergeOptions(defaults, parseCachedRoute(route), options)
      : mergeOptions(defaults, undefined, route);
  // The caller's metadata stay the caller's.
  const { request, ...own } = toOptions(defaults);

  return Object.assign(
    (route: string | EndpointOptions, options?: EndpointOptions): RequestOptions => build(merge(route, options), rules),
    {
      defaults: (more: EndpointOptions) => withDefaults(keepMerged(merge(more)), rules),
      DEFAULTS: Object.freeze({ ...freeze(own, 'defaults'), ...(request !== undefined && { request }) }),
      merge: (route?: string | EndpointOptions, options?: EndpointOptions) => toOptions(merge(route, options)),
      parse: (options: EndpointOptions) => build(mergeOptions(NOTHING, undefined, options), rules),
      in: parameterLocation,
    } as const,
  );
}

const choose = <T>(name: string, value: T | undefined, choices: readonly T[]): T => {
  if (value === undefined) return choices[0] as T;
  if (choices.includes(value)) return value;
  throw wrongOption(name, choices.join(' or '));
};

/**
 * Makes a builder for an API.
 * @throws EndpointError `invalid-option` for a setting that is unknown or of the wrong kind
 */
export function createEndpoint(settings: EndpointSettings = {}): Endpoint {
  assertKeys(
    'settings',
    settings,
    'vendor',
    'mediaTypeVersion',
    'baseUrl',
    'headers',
    'mediaType',
    'query',
    'missing',
    'strict',
  );
  const { baseUrl, headers, mediaType, query = {}, missing, strict } = settings;
  assertKeys('query', query, 'arrays');
  const [vendor, accept] = parseVendor(settings);
  const initial = mergeOptions(NOTHING, undefined, {
    headers: {
      accept,
      'user-agent': `${settings.vendor === undefined ? '' : settings.vendor + '-'}endpoint.js/${version}`,
    },
  });
  return withDefaults(
    keepMerged(mergeOptions(initial, undefined, { baseUrl, ...(headers && { headers }), mediaType })),
    {
      vendor,
      arrays: choose('query.arrays', query.arrays, ['comma', 'repeat', 'brackets']),
      parseTarget: targetParser({
        strict: choose('strict', strict, [false, true]),
        omitMissing: choose('missing', missing, ['error', 'omit']) === 'omit',
      }),
    },
  );
}

import { version } from '../package.json';
import type { Catalogue, CatalogueEndpoint } from './catalogue.js';
import type { Endpoint } from './endpoint-types.js';
import {
  parameterLocation,
  type EndpointOptions,
  type EndpointSettings,
  type MergedOptions,
  type RequestOptions,
} from './options.js';
import { build, type BuildRules } from './request/build.js';
import { fail } from './errors.js';
import { amendAcceptOf, assertName } from './request/media-type.js';
import { mergeOptions, NOTHING, parametersOf, toOptions, type Merged } from './request/merge.js';
import { assertKeys } from './request/option.js';
import { freeze } from './request/plain.js';
import { parseRoute } from './request/route.js';
import { targetParser } from './request/target.js';
import { cached } from './template/cache.js';

const parseCachedRoute = cached(parseRoute);

function withDefaults(options: EndpointOptions, rules: BuildRules): Endpoint {
  const DEFAULTS = freeze(options) as MergedOptions;
  const defaults = mergeOptions(NOTHING, DEFAULTS);
  const parameters = parametersOf(defaults);
  defaults.parameters = Object.keys(parameters).length ? parameters : NOTHING.parameters;

  const merge = (route?: string | EndpointOptions, more?: EndpointOptions): Merged =>
    typeof route === 'string' ? mergeOptions(defaults, more, parseCachedRoute(route)) : mergeOptions(defaults, route);

  return Object.assign(
    (route: string | EndpointOptions, more?: EndpointOptions): RequestOptions => build(merge(route, more), rules),
    {
      defaults: (more: EndpointOptions) => withDefaults(toOptions(merge(more)), rules),
      DEFAULTS,
      merge: (route?: string | EndpointOptions, more?: EndpointOptions) => toOptions(merge(route, more)),
      parse: (merged: EndpointOptions) => build(mergeOptions(NOTHING, merged), rules),
      in: parameterLocation,
    } as const,
  ) as Endpoint;
}

/** The first of the choices where nothing is chosen. */
function choose<T>(name: string, value: T | undefined, ...choices: T[]): T {
  if (value === undefined) return choices[0] as T;
  return choices.includes(value) ? value : fail('invalid-option', name, 'takes ' + choices.join(' or '));
}

/**
 * Makes a builder for an API.
 *
 * With a catalogue, `createEndpoint<Routes>(…)`, it takes the API's routes only, each with exactly its parameters.
 * With `missing: 'omit'` no parameter is required.
 * @throws EndpointError `invalid-option` for a setting that is unknown or of the wrong kind
 */
export function createEndpoint(settings: EndpointSettings & { missing: 'omit' }): Endpoint<string, 'GET'>;
export function createEndpoint(settings?: EndpointSettings): Endpoint<never, 'GET'>;
export function createEndpoint<Routes extends Catalogue<Routes>>(
  settings?: EndpointSettings,
): CatalogueEndpoint<Routes>;
export function createEndpoint(settings: EndpointSettings = {}): Endpoint {
  assertKeys('settings', settings, 'vendor, mediaTypeVersion, baseUrl, headers, mediaType, query, missing, strict');
  const {
    vendor,
    mediaTypeVersion = 'v3',
    baseUrl = '',
    headers = {},
    mediaType = {},
    query = {},
    missing,
    strict,
  } = settings;
  assertKeys('query', query, 'arrays');
  if (vendor !== undefined) assertName('vendor', vendor);
  const checkedVersion = assertName('mediaTypeVersion', mediaTypeVersion);
  const initial = {
    accept: vendor === undefined ? 'application/json' : `application/vnd.${vendor}.${checkedVersion}+json`,
    'user-agent': `${vendor === undefined ? '' : vendor + '-'}endpoint.js/${version}`,
  };
  return withDefaults(
    toOptions(mergeOptions(mergeOptions(NOTHING, { headers: initial }), { baseUrl, headers, mediaType })),
    {
      amendAccept: vendor === undefined ? undefined : amendAcceptOf(vendor, checkedVersion),
      arrays: choose('query.arrays', query.arrays, 'comma', 'repeat', 'brackets'),
      parseTarget: targetParser(
        choose('strict', strict, false, true),
        choose('missing', missing, 'error', 'omit') === 'omit',
      ),
    },
  );
}

import type { Catalogue, CatalogueEndpoint } from './types/catalogue.js';
import type { Endpoint } from './types/endpoint-types.js';
import { parameterLocation, type EndpointOptions, type EndpointSettings, type RequestOptions } from './options.js';
import { fail } from './errors.js';
import { build, type BuildRules } from './request/build.js';
import { JSON_MEDIA_TYPE } from './request/content.js';
import { assertName, createAmendAccept } from './request/media-type.js';
import { mergeOptions, NO_OPTIONS, toOptions, type Merged } from './request/merge.js';
import { freeze } from './request/plain-objects.js';
import { assertKeys } from './request/option-checks.js';
import { parseRoute } from './request/route.js';
import { targetParser } from './request/target.js';
import { MAX_LENGTH } from './template/budget.js';
import { cached } from './template/cache.js';
import { defaultUserAgent } from './user-agent.js';

/** Makes a builder with merged options as its defaults. */
function withDefaults(merged: Merged, rules: BuildRules): Endpoint {
  const DEFAULTS = freeze(toOptions(merged));
  const defaults = mergeOptions(NO_OPTIONS, DEFAULTS);
  if (!Object.keys(defaults.parameters).length) defaults.parameters = NO_OPTIONS.parameters;

  const merge = (route?: string | EndpointOptions, options?: EndpointOptions): Merged =>
    typeof route === 'string'
      ? mergeOptions(defaults, options, rules.parseRoute(route))
      : mergeOptions(defaults, route);
  const endpoint = (route: string | EndpointOptions, options?: EndpointOptions): RequestOptions =>
    build(merge(route, options), rules);

  return Object.assign(endpoint, {
    defaults: (options: EndpointOptions) => withDefaults(merge(options), rules),
    DEFAULTS,
    merge: (route?: string | EndpointOptions, options?: EndpointOptions) => toOptions(merge(route, options)),
    parse: (options: EndpointOptions) => build(mergeOptions(NO_OPTIONS, options), rules),
    in: parameterLocation,
  } as const) as Endpoint;
}

/** The first of the choices by default. */
function choose<T>(name: string, value: T | undefined, choices: readonly [T, ...T[]]): T {
  if (value === undefined) return choices[0];
  return choices.includes(value) ? value : fail('invalid-option', name, 'must be ' + choices.join(' or '));
}

const SETTINGS: readonly (keyof EndpointSettings)[] = [
  'vendor',
  'mediaTypeVersion',
  'baseUrl',
  'headers',
  'mediaType',
  'query',
  'missing',
  'strict',
  'maxLength',
];

/**
 * Makes a builder for an API.
 *
 * With a catalogue, `createEndpoint<Routes>(…)`, it accepts only the API's routes, each with exactly its parameters.
 * With `missing: 'omit'` no parameter is required.
 * @throws EndpointError `invalid-option` for an unknown setting or one of the wrong type
 */
export function createEndpoint(settings: EndpointSettings & { missing: 'omit' }): Endpoint<string, 'GET'>;
export function createEndpoint(settings?: EndpointSettings): Endpoint<never, 'GET'>;
export function createEndpoint<Routes extends Catalogue<Routes>>(
  settings?: EndpointSettings,
): CatalogueEndpoint<Routes>;
export function createEndpoint(settings: EndpointSettings = {}): Endpoint {
  assertKeys('settings', settings, SETTINGS);
  const { vendor, mediaTypeVersion = 'v3', baseUrl, headers = {}, mediaType, query = {}, missing, strict } = settings;
  const { maxLength = MAX_LENGTH } = settings;
  if (typeof maxLength !== 'number' || !(maxLength > 0))
    fail('invalid-option', 'maxLength', 'must be a positive number of characters');
  assertKeys('query', query, ['arrays']);
  assertName('mediaTypeVersion', mediaTypeVersion);
  const vendorType = vendor !== undefined && `application/vnd.${assertName('vendor', vendor)}`;
  const accept = vendorType ? `${vendorType}.${mediaTypeVersion}+json` : JSON_MEDIA_TYPE;
  const initial = mergeOptions(NO_OPTIONS, { headers: { accept, 'user-agent': defaultUserAgent(vendor) } });
  const omitMissing = choose('missing', missing, ['error', 'omit']) === 'omit';
  return withDefaults(mergeOptions(initial, { baseUrl, headers, mediaType }), {
    amendAccept: vendorType ? createAmendAccept(vendorType, mediaTypeVersion) : undefined,
    arrays: choose('query.arrays', query.arrays, ['comma', 'repeat', 'brackets', 'indices']),
    maxLength,
    parseRoute: cached(parseRoute),
    parseTarget: targetParser(choose('strict', strict, [false, true]), omitMissing),
  });
}

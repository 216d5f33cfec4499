import type { Catalogue, CatalogueEndpoint } from './types/catalogue.js';
import type { Endpoint } from './types/endpoint-types.js';
import { parameterLocation, type EndpointOptions, type EndpointSettings, type RequestOptions } from './options.js';
import { fail } from './errors.js';
import { build, type BuildRules } from './request/build.js';
import { amendAcceptOf, assertName } from './request/media-type.js';
import { mergeOptions, NOTHING, toOptions, type Merged } from './request/merge.js';
import { assertKeys } from './request/option.js';
import { freeze } from './request/plain.js';
import { parseRoute } from './request/route.js';
import { targetParser } from './request/target.js';
import { MAX_LENGTH } from './template/budget.js';
import { cached } from './template/cache.js';
import { defaultUserAgent } from './user-agent.js';

function withDefaults(given: Merged, rules: BuildRules): Endpoint {
  const DEFAULTS = freeze(toOptions(given));
  const defaults = mergeOptions(NOTHING, DEFAULTS);
  if (!Object.keys(defaults.parameters).length) defaults.parameters = NOTHING.parameters;

  const merge = (route?: string | EndpointOptions, more?: EndpointOptions): Merged =>
    typeof route === 'string' ? mergeOptions(defaults, more, rules.parseRoute(route)) : mergeOptions(defaults, route);
  const endpoint = (route: string | EndpointOptions, more?: EndpointOptions): RequestOptions =>
    build(merge(route, more), rules);

  return Object.assign(endpoint, {
    defaults: (more: EndpointOptions) => withDefaults(merge(more), rules),
    DEFAULTS,
    merge: (route?: string | EndpointOptions, more?: EndpointOptions) => toOptions(merge(route, more)),
    parse: (merged: EndpointOptions) => build(mergeOptions(NOTHING, merged), rules),
    in: parameterLocation,
  } as const) as Endpoint;
}

/** The first of the choices where nothing is chosen. */
function choose<T>(name: string, value: T | undefined, ...choices: T[]): T {
  if (value === undefined) return choices[0] as T;
  return choices.includes(value) ? value : fail('invalid-option', name, 'must be ' + choices.join(' or '));
}

const SETTINGS = 'vendor,mediaTypeVersion,baseUrl,headers,mediaType,query,missing,strict,maxLength'.split(',');

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
  assertKeys('settings', settings, SETTINGS);
  const { vendor, mediaTypeVersion = 'v3', baseUrl, headers = {}, mediaType, query = {}, missing, strict } = settings;
  const { maxLength = MAX_LENGTH } = settings;
  if (typeof maxLength !== 'number' || !(maxLength > 0))
    fail('invalid-option', 'maxLength', 'must be a positive number of characters');
  assertKeys('query', query, ['arrays']);
  assertName('mediaTypeVersion', mediaTypeVersion);
  const ofVendor = vendor !== undefined && `application/vnd.${assertName('vendor', vendor)}`;
  const accept = ofVendor ? `${ofVendor}.${mediaTypeVersion}+json` : 'application/json';
  const initial = mergeOptions(NOTHING, { headers: { accept, 'user-agent': defaultUserAgent(vendor) } });
  const omitMissing = choose('missing', missing, 'error', 'omit') === 'omit';
  return withDefaults(mergeOptions(initial, { baseUrl, headers, mediaType }), {
    amendAccept: ofVendor ? amendAcceptOf(ofVendor, mediaTypeVersion) : undefined,
    arrays: choose('query.arrays', query.arrays, 'comma', 'repeat', 'brackets', 'indices'),
    maxLength,
    parseRoute: cached(parseRoute),
    parseTarget: targetParser(choose('strict', strict, false, true), omitMissing),
  });
}

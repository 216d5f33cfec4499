import type { Catalogue, CatalogueEndpoint } from './types/catalogue.js';
import type { Endpoint } from './types/endpoint-types.js';
import {
  parameterLocation,
  type EndpointOptions,
  type EndpointSettings,
  type MergedOptions,
  type RequestOptions,
} from './options.js';
import { build, type Builder } from './request/build.js';
import { freezeDefaults, mergeOptions, NO_OPTIONS, toOptions, type Merged } from './request/merge.js';
import { assertOptions } from './request/option-checks.js';
import { findRoute } from './request/route.js';
import { checkSettings, readSettings } from './settings.js';

/**
 * Makes a builder with merged options as its defaults.
 * @param plain the builder of the same rules without defaults
 */
function withDefaults(merged: Merged, plain: Builder): Endpoint {
  const { defaults, DEFAULTS } = freezeDefaults(merged);
  const builder: Builder = { ...plain, defaults };
  const merge = (first: string | EndpointOptions = {}, second: EndpointOptions = {}): MergedOptions => {
    const route = typeof first === 'string' ? findRoute(plain, first) : undefined;
    const options = typeof first === 'string' ? second : first;
    return toOptions(mergeOptions(defaults, assertOptions(options), { route }), route);
  };
  const endpoint = (route: string | EndpointOptions, options?: EndpointOptions): RequestOptions =>
    typeof route === 'string' ? build(builder, route, options) : build(builder, undefined, route);

  return Object.assign(endpoint, {
    defaults: (options: EndpointOptions) => withDefaults(mergeOptions(defaults, assertOptions(options)), plain),
    DEFAULTS,
    merge,
    parse: (options: EndpointOptions) => build(plain, undefined, options),
    in: parameterLocation,
  } as const) as Endpoint;
}

/** Makes a builder of checked settings: that for GitHub needs no code for the check. */
export function makeEndpoint(settings: EndpointSettings): Endpoint<never, 'GET'> {
  const { builder, vendor, options } = readSettings(settings);
  return withDefaults(
    mergeOptions(freezeDefaults(mergeOptions(NO_OPTIONS, vendor)).defaults, options),
    builder,
  ) as Endpoint<never, 'GET'>;
}

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
export function createEndpoint(settings: EndpointSettings = {}): unknown {
  return makeEndpoint(checkSettings(settings));
}

import { fail } from '../errors.js';
import { parameterLocation, type EndpointOptions, type MergedOptions, type OptionName } from '../options.js';
import { parseBaseUrl } from './base-url.js';
import { findOwnType, hasType, JSON_CONTENT_TYPE } from './content.js';
import { mergeHeaders } from './header-fields.js';
import { mergeLocations, type Located } from './locations.js';
import { mergeMediaType } from './media-type.js';
import { parseMethod, usesQuery } from './route.js';
import { hasOwn, type Values } from '../template/values.js';
import { copy, freezeCopy, mergeValue, setMerged, setOwn } from './plain-objects.js';
import { assertString, inLocation, isOption } from './option-checks.js';
import type { Pass, Route, Target } from './pass.js';
import { recover, report, tell, type Recorder } from './record.js';

/** Merged options, without parameters. */
export interface Options {
  baseUrl: string;
  /** The base URL without slashes at its end. */
  base: string;
  /** As it was passed. */
  method: string;
  url: string | undefined;
  headers: Record<string, string>;
  /** The headers of defaults, with the type of a JSON body. */
  jsonHeaders: Record<string, string> | undefined;
  mediaType: MergedOptions['mediaType'];
  data: unknown;
  request: unknown;
  in: Located | undefined;
}

/** The options and parameters of defaults. */
export interface Defaults {
  readonly options: Options;
  /** By name, without options. */
  readonly parameters: Values;
}

/** A layer of options, merged over defaults. */
export interface Merged {
  readonly options: Options;
  /** The parameters by name, which may be undefined. The options of the layer are among them, as it may be the caller's object. */
  readonly passed: Values;
  /** The values of the template's variables, in their order. */
  readonly values: unknown[];
  /** The names of the other parameters, each with its value after it: a list of pairs takes more time. */
  readonly remaining: readonly unknown[] | undefined;
}

/** The options before anything is merged. */
export const NO_OPTIONS: Defaults = {
  options: {
    baseUrl: '',
    base: '',
    method: 'GET',
    url: undefined,
    headers: {},
    jsonHeaders: undefined,
    mediaType: { format: '', previews: [] },
    data: undefined,
    request: undefined,
    in: undefined,
  },
  parameters: {},
};

/** The route that options accompany. */
type Call = Partial<Pick<Pass, 'route' | 'record'>>;

/** Checks an option and merges it over the earlier value. */
type MergeOption = (over: unknown, under: unknown, route: Route | undefined, record: Recorder | undefined) => unknown;

/** Rejects an option of a request that the route sets: a parameter must never replace it. */
function failConflict(name: string, { method = 'get' }: Route): never {
  return fail(
    'duplicate-parameter',
    name,
    `the route has it; pass a parameter ${name}${inLocation(usesQuery(method) ? 'query' : 'body', name)}`,
  );
}

/** How each option is merged. Any other key is a parameter. */
const MERGE_OPTION: Readonly<Record<OptionName, MergeOption>> = {
  baseUrl: (over) => assertString('baseUrl', over),
  url: (over, _, route) => (route ? failConflict('url', route) : assertString('url', over)),
  method: (over, _, route) =>
    route?.method && route.method !== parseMethod(over) ? failConflict('method', route) : over,
  headers: (over, under, _, record) => mergeHeaders(over, under as Options['headers'], record),
  mediaType: mergeMediaType,
  data: (over) => over,
  request: (over, under) =>
    typeof over === 'object' ? mergeValue(over, under) : fail('invalid-option', 'request', 'must be a plain object'),
};

function mergeOption(options: Options, name: OptionName, over: unknown, call: Call): void {
  try {
    const merge = over === undefined ? undefined : MERGE_OPTION[name];
    const value = merge ? merge(over, options[name], call.route, call.record) : NO_OPTIONS.options[name];
    options[name] = value as never;
    if (name === 'baseUrl') options.base = parseBaseUrl(options.baseUrl);
    if (name === 'headers' && !merge) tell(call.record, 'fields', undefined);
  } catch (error) {
    recover(call.record, error);
  }
}

/** Parameters over those of defaults; an undefined one unsets. */
function inheritParameters(layer: EndpointOptions, inherited: Defaults['parameters']): Record<string, unknown> {
  const parameters: Record<string, unknown> = copy(inherited);
  for (const name of Object.keys(layer)) setMerged(parameters, name, layer[name]);
  return parameters;
}

/**
 * Merges a layer of options over defaults. Changes neither.
 * @param target separates the values of its variables from the remaining parameters
 */
export function mergeOptions(
  { options: defaults, parameters: inherited }: Defaults,
  layer: EndpointOptions = {},
  call: Call = {},
  { variables = new Map(), inOrder = [] }: Partial<Target> = {},
): Merged {
  // Most builders have no default parameters, and most calls no options: then nothing is copied.
  const passed = inherited === NO_OPTIONS.parameters ? layer : inheritParameters(layer, inherited);
  // oxlint-disable-next-line unicorn/no-new-array -- the fastest way to a list of about that length
  const values: unknown[] = new Array(variables.size);
  let remaining: unknown[] | undefined;
  let options = defaults;
  let next = 0;
  for (const name in passed) {
    if (!hasOwn(passed, name)) continue;
    // Most calls pass the parameters in the template's order.
    const step = inOrder[next];
    if (step?.name === name) {
      values[step.slot] = passed[name];
      next++;
    } else if (isOption(name)) {
      if (options === defaults) options = { ...defaults };
      mergeOption(options, name, passed[name], call);
    } else {
      const slots = variables.get(name);
      if (slots) for (const slot of slots) values[slot] = passed[name];
      else (remaining ??= []).push(name, passed[name]);
    }
  }
  if (options.in || hasOwn(layer, parameterLocation)) {
    if (options === defaults) options = { ...defaults };
    try {
      options.in = mergeLocations(options.in, layer, call.record);
    } catch (error) {
      recover(call.record, error);
    }
  }
  const { headers, data } = options;
  const type = data ? headers['content-type'] : undefined;
  const ownType = type && findOwnType(data);
  if (ownType) {
    // A default is for bodies without a type of their own.
    if (type === defaults.headers['content-type'])
      options = { ...options, headers: mergeHeaders({ 'content-type': undefined }, headers, call.record) };
    else if (!hasType(type, ownType))
      report(call.record, 'invalid-header', 'content-type', `the body's is ${ownType}; leave it out`);
  }
  return { options, passed, values, remaining };
}

/** The defined parameters, without the options among them. */
export function pickParameters({ passed }: Merged): Record<string, unknown> {
  const picked = {};
  for (const key of Object.keys(passed)) {
    if (passed[key] !== undefined && !isOption(key)) setOwn(picked, key, passed[key]);
  }
  return picked;
}

/** Merged options as defaults, which later changes of the caller don't affect, and their public form. */
export function freezeDefaults(merged: Merged): { readonly defaults: Defaults; readonly DEFAULTS: MergedOptions } {
  const DEFAULTS = freezeCopy(toOptions(merged));
  const frozen = mergeOptions(NO_OPTIONS, DEFAULTS);
  const { options } = frozen;
  options.jsonHeaders = { ...options.headers };
  options.jsonHeaders['content-type'] ??= JSON_CONTENT_TYPE;
  const parameters = pickParameters(frozen);
  return {
    DEFAULTS,
    defaults: { options, parameters: Object.keys(parameters).length ? parameters : NO_OPTIONS.parameters },
  };
}

/** The public form of merged options, with those that a route sets; merging it gives the same options again. */
export function toOptions(merged: Merged, route?: Route): MergedOptions {
  const { base: _, jsonHeaders: __, in: located, ...options } = merged.options;
  options.headers = { ...options.headers };
  options.mediaType = mergeMediaType({ previews: [] }, options.mediaType);
  options.method = route?.statedMethod ?? options.method;
  options.url = route?.url ?? options.url;
  const result: EndpointOptions = mergeValue(options, pickParameters(merged));
  if (located) result[parameterLocation] = located;
  return result as MergedOptions;
}

import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions } from '../options.js';
import { mergeHeaders } from '../request/header-fields.js';
import { mergeOptions, NO_OPTIONS, type Merged } from '../request/merge.js';
import { freeze, setOwn } from '../request/plain-objects.js';
import { isPlainObject } from '../template/values.js';
import type { Layer, Replaced } from './explanation.js';

/** A layer with its options. */
export interface Source extends Layer {
  readonly options: EndpointOptions;
}

/** The value from the last layer that names something, undefined where that layer unsets it. */
export interface Attributed extends Replaced {
  readonly replaced: readonly Replaced[];
}

type History = ReadonlyMap<string, Attributed>;

/** The values of each layer, by name. */
export interface Attribution {
  /** Of options and parameters. */
  readonly options: History;
  /** By names in lower case. */
  readonly headers: History;
  readonly locations: Readonly<Record<'path' | 'query' | 'body', History>>;
}

/** The options with headers that can be read repeatedly: those of a generator become pairs. */
export function replayable<T extends { readonly headers?: unknown } | undefined>(options: T): T {
  const headers: unknown = options?.headers;
  if (typeof headers !== 'object' || !headers || Array.isArray(headers) || !(Symbol.iterator in headers))
    return options;
  return { ...options, headers: [...(headers as Iterable<unknown>)] };
}

/** A copy that later changes of the caller don't affect. */
export const snapshot = (options: EndpointOptions): EndpointOptions => freeze(replayable(options));

/** The error as one of the builder; any other is rethrown. */
export function endpointError(error: unknown): EndpointError {
  if (error instanceof EndpointError) return error;
  throw error;
}

/** The value of a stage of the builder, or its error. */
export type Attempt<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: EndpointError | undefined };

/** Runs a stage. Errors other than the builder's are rethrown. */
export function attempt<T>(stage: () => T): Attempt<T> {
  try {
    return { value: stage() };
  } catch (error) {
    return { error: endpointError(error) };
  }
}

/** Merges options over others without those that can't be merged, so that all others can be explained. */
function mergeValid(under: Merged, options: EndpointOptions): Merged {
  const merged = attempt(() => mergeOptions(under, options)).value;
  if (merged) return merged;
  if (typeof options !== 'object' || !options) return under;
  const valid: EndpointOptions = {};
  for (const key of Reflect.ownKeys(options) as string[])
    if (attempt(() => mergeOptions(under, Object.fromEntries([[key, options[key]]]))).value)
      setOwn(valid, key, options[key]);
  return mergeOptions(under, valid);
}

/** Merges all layers, as the builder does. */
export function mergeLayers(sources: readonly Source[]): Merged {
  return sources.reduce((merged, { options }) => mergeValid(merged, options), NO_OPTIONS);
}

function record(history: Map<string, Attributed>, name: string, value: unknown, layer: Layer): void {
  const before = history.get(name);
  const replaced = before ? [...before.replaced, { value: before.value, layer: before.layer }] : [];
  history.set(name, { value, layer, replaced });
}

/** Lists the header fields that a layer sets or drops, in lower case. */
export function listFieldNames(headers: object): string[] {
  const pairs: Iterable<unknown> =
    Symbol.iterator in headers ? (headers as Iterable<unknown>) : Object.entries(headers);
  return Array.from(pairs, (pair) => (Array.isArray(pair) ? String(pair[0]).toLowerCase() : ''));
}

function recordHeaders(history: Map<string, Attributed>, headers: unknown, layer: Layer): void {
  if (headers === undefined) for (const name of history.keys()) record(history, name, undefined, layer);
  if (typeof headers !== 'object' || !headers) return;
  // The builder throws the same error, which is explained.
  const fields = attempt(() => mergeHeaders(headers, {})).value;
  if (!fields) return;
  for (const name of new Set(listFieldNames(headers)))
    record(history, name, Object.hasOwn(fields, name) ? fields[name] : undefined, layer);
}

/** Attributes each option, header and parameter to its layers. */
export function attribute(sources: readonly Source[]): Attribution {
  const options = new Map<string, Attributed>();
  const headers = new Map<string, Attributed>();
  const locations = {
    path: new Map<string, Attributed>(),
    query: new Map<string, Attributed>(),
    body: new Map<string, Attributed>(),
  };
  for (const { options: layerOptions, ...layer } of sources) {
    if (typeof layerOptions !== 'object' || !layerOptions) continue;
    for (const key of Object.keys(layerOptions)) record(options, key, layerOptions[key], layer);
    if (Object.hasOwn(layerOptions, 'headers')) recordHeaders(headers, layerOptions.headers, layer);
    if (!Object.hasOwn(layerOptions, parameterLocation)) continue;
    const located: unknown = layerOptions[parameterLocation];
    for (const place of ['path', 'query', 'body'] as const) {
      const members = isPlainObject(located) ? located[place] : undefined;
      if (!located || (isPlainObject(located) && Object.hasOwn(located, place) && members === undefined))
        for (const name of locations[place].keys()) record(locations[place], name, undefined, layer);
      if (isPlainObject(members))
        for (const name of Object.keys(members)) record(locations[place], name, members[name], layer);
    }
  }
  return { options, headers, locations };
}

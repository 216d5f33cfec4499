import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions } from '../options.js';
import { mergeHeaders } from '../request/header-fields.js';
import { mergeOptions, NOTHING, type Merged } from '../request/merge.js';
import { freeze, setOwn } from '../request/plain.js';
import { isPlainObject } from '../template/values.js';
import type { Layer, Replaced } from './explanation.js';

/** A layer with what it gives. */
export interface Source extends Layer {
  readonly options: EndpointOptions;
}

/** What the last layer that names something says of it; the value is undefined where that layer unsets it. */
export interface Given extends Replaced {
  readonly replaced: readonly Replaced[];
}

type History = ReadonlyMap<string, Given>;

/** What each layer gave, by name. */
export interface Attribution {
  /** Of options and parameters. */
  readonly options: History;
  /** By names in lower case. */
  readonly headers: History;
  readonly locations: Readonly<Record<'path' | 'query' | 'body', History>>;
}

/** Headers that can be read only once, such as those of a generator, as pairs. */
export function replayable<T extends { readonly headers?: unknown } | undefined>(options: T): T {
  const headers: unknown = options?.headers;
  if (typeof headers !== 'object' || !headers || Array.isArray(headers) || !(Symbol.iterator in headers))
    return options;
  return { ...options, headers: [...(headers as Iterable<unknown>)] };
}

/** Options as they are now, whatever the caller does with them later. */
export const snapshot = (options: EndpointOptions): EndpointOptions => freeze(replayable(options));

/** The error, where it is the builder's; anything else is thrown on. */
export function endpointError(error: unknown): EndpointError {
  if (error instanceof EndpointError) return error;
  throw error;
}

/** Options merged over others; what can't be merged is left out, so that all else can be explained. */
function mergeWhatCanBe(under: typeof NOTHING, options: EndpointOptions): typeof NOTHING {
  try {
    return mergeOptions(under, options);
  } catch (error) {
    endpointError(error);
    if (typeof options !== 'object' || !options) return under;
    const good: EndpointOptions = {};
    for (const key of Reflect.ownKeys(options) as string[]) {
      try {
        mergeOptions(under, Object.fromEntries([[key, options[key]]]));
        setOwn(good, key, options[key]);
      } catch (keyError) {
        endpointError(keyError);
      }
    }
    return mergeOptions(under, good);
  }
}

/** All layers merged, as the builder merges them. */
export function mergeLayers(sources: readonly Source[]): Merged {
  return sources.reduce((merged, { options }) => mergeWhatCanBe(merged, options), NOTHING);
}

function record(history: Map<string, Given>, name: string, value: unknown, layer: Layer): void {
  const before = history.get(name);
  const replaced = before ? [...before.replaced, { value: before.value, layer: before.layer }] : [];
  history.set(name, { value, layer, replaced });
}

/** Names of header fields that a layer gives, or drops, in lower case. */
export function fieldNames(headers: object): string[] {
  const pairs: Iterable<unknown> =
    Symbol.iterator in headers ? (headers as Iterable<unknown>) : Object.entries(headers);
  return Array.from(pairs, (pair) => (Array.isArray(pair) ? String(pair[0]).toLowerCase() : ''));
}

function recordHeaders(history: Map<string, Given>, headers: unknown, layer: Layer): void {
  if (headers === undefined) for (const name of history.keys()) record(history, name, undefined, layer);
  if (typeof headers !== 'object' || !headers) return;
  try {
    const fields = mergeHeaders(headers, {});
    for (const name of new Set(fieldNames(headers)))
      record(history, name, Object.hasOwn(fields, name) ? fields[name] : undefined, layer);
  } catch (error) {
    // The builder says so.
    endpointError(error);
  }
}

/** Finds out which layer gave what. */
export function attribute(sources: readonly Source[]): Attribution {
  const options = new Map<string, Given>();
  const headers = new Map<string, Given>();
  const locations = { path: new Map<string, Given>(), query: new Map<string, Given>(), body: new Map<string, Given>() };
  for (const { options: given, ...layer } of sources) {
    if (typeof given !== 'object' || !given) continue;
    for (const key of Object.keys(given)) record(options, key, given[key], layer);
    if (Object.hasOwn(given, 'headers')) recordHeaders(headers, given.headers, layer);
    if (!Object.hasOwn(given, parameterLocation)) continue;
    const located: unknown = given[parameterLocation];
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

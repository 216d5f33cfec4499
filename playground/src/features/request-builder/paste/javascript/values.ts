import { isObject } from '../../../../json/json.js';
import { writeText } from '../reading.js';

/** An expression whose value isn't in the text. */
export class Unknown {
  /** Its source text. */
  readonly source: string;
  /** A name for it: `id` for `user.id`, and `btoa` for a call of it, whose arguments may be secrets. */
  readonly name: string;

  constructor(source: string, name: string) {
    this.source = source;
    this.name = name;
  }
}

/** A `FormData`, of which the names of the fields are known. */
export class FormDataValue {
  readonly fields: string[] = [];
}

/** A client that a function of a library made: `axios.create(…)`, `new Octokit(…)`. */
export class Client {
  readonly library: 'axios' | 'octokit';
  readonly settings: Readonly<Record<string, unknown>>;

  constructor(library: Client['library'], settings: unknown) {
    this.library = library;
    this.settings = isObject(settings) ? settings : {};
  }
}

/** A value without unknown members, and the paths of those. */
export interface Known {
  readonly value: unknown;
  readonly skipped: readonly string[];
}

function strip(value: unknown, path: readonly string[], skipped: string[]): unknown {
  if (value instanceof Unknown) {
    skipped.push(path.length === 0 ? value.source : path.join('.'));
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => strip(item, [...path, String(index)], skipped)).filter((item) => item !== undefined); // prettier-ignore
  }
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, strip(member, [...path, name], skipped)] as const,
  );
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Whether a value is an object of a literal, rather than of a class above. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

export function stripUnknown(value: unknown): Known {
  const skipped: string[] = [];
  return { value: strip(value, [], skipped), skipped };
}

export function noteSkipped(skipped: readonly string[]): string[] {
  return skipped.length === 0 ? [] : [`Not literals, so fill them in: ${[...new Set(skipped)].join(', ')}.`];
}

/** Headers as pairs, from an object, pairs or `Headers`; undefined values are left out. */
export function listHeaders(headers: unknown): [name: string, value: string][] {
  const entries: readonly (readonly [unknown, unknown])[] = Array.isArray(headers)
    ? (headers as readonly (readonly [unknown, unknown])[]).filter(Array.isArray)
    : Object.entries(isPlain(headers) ? headers : {});
  return entries
    .filter(([, value]) => value != null && value !== false)
    .map(([name, value]) => [writeText(name), writeText(value)]);
}

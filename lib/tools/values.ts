import { EndpointError } from '../errors.js';
import { setOwn } from '../request/plain-objects.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import type { Schema } from './schemas.js';

/** The most values that one call may contain, and their deepest nesting. */
const MAX_VALUES = 200_000;
const MAX_DEPTH = 64;

/** Throws an error about an argument: what is wrong, and what to do. */
export function failArgument(code: EndpointError['code'], name: string, text: string, at = ''): never {
  throw new EndpointError(code, `\`${name}${at}\`: ${text}.`, name);
}

/** A copy of plain data, whose members are read once; getters, `toJSON` and prototypes have no say. */
export function copyPlain(value: unknown, name: string): unknown {
  let remaining = MAX_VALUES;
  const copy = (original: unknown, depth: number): unknown => {
    if (remaining-- <= 0 || depth > MAX_DEPTH) return failArgument('too-long', name, 'is too large; pass less');
    if (original === null || typeof original === 'string' || typeof original === 'boolean' || Number.isFinite(original))
      return original;
    if (Array.isArray(original)) {
      const items: unknown[] = [];
      for (let index = 0; index < original.length; index++) items.push(copy(original[index], depth + 1));
      return items;
    }
    if (!isPlainObject(original))
      return failArgument(
        'invalid-value',
        name,
        "isn't plain data; pass text, finite numbers, true, false, null, lists and plain objects",
      );
    const members = {};
    for (const key of Object.keys(original)) {
      const member = original[key];
      if (member !== undefined) setOwn(members, key, copy(member, depth + 1));
    }
    return members;
  };
  return copy(value, 0);
}

/** A value that leaves a path segment empty. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '' || value === null;
  return Array.isArray(value) ? value.every(isEmpty) : Object.values(value).every((member) => member === null);
}

/** Finds the problem of a value in a path, which no value may leave empty. */
export const findPathProblem = (value: unknown): string | undefined =>
  isEmpty(value) ? 'is empty; pass a value' : undefined;

/** Finds the problem of a value whose reserved characters are kept; in one segment, a slash would begin another. */
export const findReservedProblem = (value: unknown, isSegment = false): string | undefined =>
  findPathProblem(value) ??
  ((isSegment ? /[?#/]/ : /[?#]/).test(JSON.stringify(value))
    ? `contains "?"${isSegment ? ', "/"' : ''} or "#", which would end ${isSegment ? 'the segment' : 'the path'}; pass text without it`
    : undefined);

/** The schema among alternatives that names all members of an object. */
function findClosed(schema: unknown): Schema | undefined {
  if (!isPlainObject(schema)) return undefined;
  const { anyOf, additionalProperties, properties } = schema;
  if (Array.isArray(anyOf)) return anyOf.map(findClosed).find(Boolean);
  return additionalProperties === false && isPlainObject(properties) ? properties : undefined;
}

/** Finds the problem of a value whose members would be names of the query, so that the schema must name them. */
export function findQueryProblem(value: unknown, schema: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return value.some((item) => typeof item === 'object' && item !== null)
      ? 'is a list of lists or objects; pass a flat list'
      : undefined;
  const members = findClosed(schema);
  if (!members) return "can't be an object in a query; pass text, a number, boolean or list";
  for (const name of Object.keys(value)) {
    if (!hasOwn(members, name)) return `has no member ${JSON.stringify(name)}; leave it out`;
    const found = findQueryProblem((value as Schema)[name], members[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isScalar = (value: unknown): boolean => typeof value !== 'object';

/** Finds the problem of a value that is written as text, with its members in a row. */
export const findTextProblem = (value: unknown): string | undefined =>
  value !== null && (isScalar(value) || Object.values(value as object).every(isScalar))
    ? undefined
    : 'can be text, or a flat list or object, here; pass one of these';

/** Writes the value of a header in the style `simple`. */
export function writeSimple(value: unknown, explode: boolean): string {
  if (isScalar(value)) return String(value);
  if (Array.isArray(value)) return value.join();
  return Object.entries(value as object)
    .map(([name, member]) => `${name}${explode ? '=' : ','}${String(member)}`)
    .join();
}

/** The classes of the runtime that write a form of parts. */
interface Runtime {
  readonly FormData?: new () => { append(name: string, value: unknown): void };
  readonly Blob?: new (parts: readonly string[], options: { readonly type: string }) => unknown;
}

/**
 * Writes a form of parts: text as text, files and parts of a media type as these, lists as parts of the same name, objects as JSON.
 *
 * @param types the media types of parts by name
 */
export function writeParts(members: Schema, types: ReadonlyMap<string, string>): unknown {
  const { FormData, Blob } = globalThis as unknown as Runtime;
  if (!FormData || !Blob) return failArgument('invalid-value', 'body', 'needs FormData; use a runtime that has it');
  const form = new FormData();
  for (const name of Object.keys(members)) {
    const member = members[name];
    for (const value of Array.isArray(member) ? member : [member]) {
      const isText = isScalar(value);
      const text = isText ? String(value) : JSON.stringify(value);
      const type = types.get(name) ?? (isText ? undefined : 'application/json');
      form.append(name, type === undefined ? text : new Blob([text], { type }));
    }
  }
  return form;
}

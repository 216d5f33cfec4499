import { EndpointError } from '../errors.js';
import { getClass } from '../request/content.js';
import { setOwn } from '../request/plain-objects.js';
import { isPlainObject } from '../template/values.js';

/** The most values that one call may contain, and their deepest nesting. */
const MAX_VALUES = 200_000;
const MAX_DEPTH = 64;

/** Throws an error about an argument: what is wrong, and what to do. */
export function failArgument(
  name: string,
  text: string,
  code: EndpointError['code'] = 'invalid-value',
  at = '',
): never {
  throw new EndpointError(code, `\`${name}${at}\`: ${text}.`, name);
}

/** Whether a media type is JSON, also by suffix (RFC 6839). */
export const isJsonType = (mediaType: unknown): boolean => /^[^;]*[/+]json\s*(?:;|$)/i.test(String(mediaType));

/** The types of JSON Schema, as messages name their values. */
export const NOUNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'text',
    number: 'a number',
    integer: 'an integer',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  }),
);

/** The type of a value, in the words of JSON Schema. */
export const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Whether a value is bytes that a host may put in the place of their base64. */
const isFile = (value: unknown): boolean => /^(?:Blob|File|Uint8Array)$/.test(getClass(value));

/** Whether a value is of a type of JSON Schema; a file is of that of its base64. */
export const isOf = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === typeOf(value) || (type === 'string' && isFile(value));

/** A number with more digits than JavaScript's have. As a subclass of `String` it would slow V8 down everywhere. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }
}

/** The number that is written by the digits, and by no others. */
export const toNumber = (digits: string) =>
  String(Number(digits)) === digits ? Number(digits) : new ExactNumber(digits);

/** JSON of a value that may have exact numbers, which have their digits. */
export function writeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeJson).join()}]`;
  if (!isPlainObject(value)) return value instanceof ExactNumber ? value.digits : JSON.stringify(value);
  return `{${Object.keys(value)
    .map((key) => `${JSON.stringify(key)}:${writeJson(value[key])}`)
    .join()}}`;
}

/** A plain copy of a value as JSON holds it; undefined for a longer one. */
export function copyJson(value: unknown, limit: number): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined || text.length > limit ? undefined : JSON.parse(text);
  } catch {
    // A document of objects may contain itself; then it has no JSON.
    return undefined;
  }
}

/**
 * A copy of plain data, whose members are read once; getters, `toJSON` and prototypes have no say.
 *
 * @param hasFiles whether files stay as they are
 */
export function copyPlain(value: unknown, name: string, hasFiles = false): unknown {
  let remaining = MAX_VALUES;
  const copy = (original: unknown, depth: number): unknown => {
    if (remaining-- <= 0 || depth > MAX_DEPTH) return failArgument(name, 'is too large; pass less', 'too-long');
    if (original === null || typeof original === 'string' || typeof original === 'boolean') return original;
    if (typeof original === 'number' && Number.isFinite(original))
      return Number.isSafeInteger(original) || !Number.isInteger(original)
        ? original
        : failArgument(name, `has ${original}, of which digits may be lost; pass it as text`);
    if (Array.isArray(original)) {
      const items: unknown[] = [];
      for (let index = 0; index < original.length; index++) items.push(copy(original[index], depth + 1));
      return items;
    }
    if (hasFiles && isFile(original)) return original;
    if (!isPlainObject(original))
      return failArgument(
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

/** A copy whose members have their names instead of aliases. */
export function renameMembers(value: unknown, aliases: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, aliases));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [aliases.get(key) ?? key, renameMembers(member, aliases)]),
  );
}

export const EMPTY = 'is empty; pass a value';

/** A value that leaves a path segment empty. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '' || value === null;
  return Array.isArray(value) ? value.every(isEmpty) : Object.values(value).every((member) => member === null);
}

/** Finds the problem of a required value that would be left out, because nothing is in it. */
export const findAbsence = (value: unknown) =>
  value === null ? 'is null; pass a value' : typeof value === 'object' && isEmpty(value) ? EMPTY : undefined;

/** Finds the problem of a value in a path, which no value may leave empty. */
export const findPathProblem = (value: unknown) => (isEmpty(value) ? EMPTY : undefined);

/** What a value of `{+name}` would end with a character that it keeps. */
const ENDS = {
  segment: [/[?#/]/, '"?", "/"'],
  path: [/[?#]/, '"?"'],
  parameter: [/[&#]/, '"&"'],
} as const;

/** Finds the problem of a value whose reserved characters are kept, where one of them would end what it is in. */
export function findEnd(value: unknown, place: keyof typeof ENDS) {
  const [pattern, characters] = ENDS[place];
  return pattern.test(JSON.stringify(value))
    ? `contains ${characters} or "#", which would end the ${place}; pass text without it`
    : undefined;
}

const isScalar = (value: unknown): boolean => typeof value !== 'object';

/** Finds the problem of a value that is written as text, with its members in a row. */
export const findTextProblem = (value: unknown) =>
  value === null || isScalar(value) || Object.values(value as object).every(isScalar)
    ? undefined
    : 'can be text, or a flat list or object, here; pass one of these';

/** Joins texts, none of which may be read as several. */
export function join(name: string, texts: readonly string[], separator: string): string {
  if (texts.some((text) => text.includes(separator)))
    failArgument(name, `has ${JSON.stringify(separator)}, which separates its members; pass members without it`);
  return texts.join(separator);
}

/** Writes the value of a header in the style `simple`; undefined for null. */
export function writeSimple(name: string, value: unknown, explode: boolean): string | undefined {
  if (value === null) return undefined;
  if (isScalar(value)) return (value as number).toString();
  const members = Array.isArray(value)
    ? value
    : Object.entries(value as object).flatMap((member) => (explode ? member.join('=') : member));
  return join(name, members.map(String), ',');
}

/** Reads a file: bytes in base64, or a `Blob` or bytes that the host has put there. */
export function readFile(value: unknown, name: string): unknown {
  if (isFile(value)) return value;
  try {
    if (typeof value === 'string') return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  } catch {
    // The error is below.
  }
  return failArgument(name, "isn't a file; pass its bytes in base64");
}

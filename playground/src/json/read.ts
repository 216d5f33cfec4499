/** Reads JSON of another version of the page, or of other programs. */
import { isObject, type JsonObject } from './json.js';

function describeKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function createError(name: string, expected: string, value: unknown): Error {
  return new Error(`${name} must be ${expected}, but it is ${describeKind(value)}.`);
}

/** @throws Error if the value, which `name` describes, isn't a JSON object */
export function readObject(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw createError(name, 'an object', value);
  return value;
}

/** An own member; an inherited one such as `toString` is undefined. */
export function readMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The member, or `missing` without one. */
function readAs<Value>(
  [object, key, missing]: readonly [object: JsonObject, key: string, missing: Value],
  expected: string,
  isValue: (value: unknown) => value is Value,
): Value {
  const value = readMember(object, key);
  if (value === undefined) return missing;
  if (!isValue(value)) throw createError(`“${key}”`, expected, value);
  return value;
}

/** @throws Error if the member exists and isn't text */
export const readText = (...member: readonly [object: JsonObject, key: string, missing: string]): string =>
  readAs(member, 'text', (value) => typeof value === 'string');

/** @throws Error if the member exists and isn't a boolean */
export const readFlag = (...member: readonly [object: JsonObject, key: string, missing: boolean]): boolean =>
  readAs(member, 'true or false', (value) => typeof value === 'boolean');

const readItems = (object: JsonObject, key: string): readonly unknown[] =>
  readAs<readonly unknown[]>([object, key, []], 'a list', Array.isArray);

const nameItem = (key: string, index: number): string => `Item ${index + 1} of “${key}”`;

/** One of the choices; any other value, which a later version may have written, becomes the first. */
export function readChoice<Choice extends string>(
  object: JsonObject,
  key: string,
  [first, ...others]: readonly [Choice, ...Choice[]],
): Choice {
  const value = readMember(object, key);
  return others.find((choice) => choice === value) ?? first;
}

/**
 * Reads a list of texts; a missing one is empty.
 * @throws Error if the member exists and isn't a list of texts
 */
export function readTexts(object: JsonObject, key: string): readonly string[] {
  return readItems(object, key).map((item, index) => {
    if (typeof item !== 'string') throw createError(nameItem(key, index), 'text', item);
    return item;
  });
}

/**
 * Reads a list whose items are objects; a missing one is empty.
 * @throws Error if the member exists and isn't a list of objects
 */
export function readList<Item>(
  object: JsonObject,
  key: string,
  read: (item: JsonObject, index: number) => Item,
): readonly Item[] {
  return readItems(object, key).map((item, index) => read(readObject(item, nameItem(key, index)), index));
}

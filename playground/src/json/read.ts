/** A JSON object whose members are yet to be looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

function describeKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function createError(what: string, right: string, value: unknown): Error {
  return new Error(`${what} must be ${right}, but it is ${describeKind(value)}.`);
}

/** @throws Error where the value is no JSON object; `what` names it */
export function readObject(value: unknown, what: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw createError(what, 'an object', value);
  return value as JsonObject;
}

/** Own members only: `toString` is none. */
function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** @throws Error where the member is there and no text */
export function readText(object: JsonObject, key: string, missing: string): string {
  const value = member(object, key);
  if (value === undefined) return missing;
  if (typeof value !== 'string') throw createError(`“${key}”`, 'text', value);
  return value;
}

/** @throws Error where the member is there and neither true nor false */
export function readFlag(object: JsonObject, key: string, missing: boolean): boolean {
  const value = member(object, key);
  if (value === undefined) return missing;
  if (typeof value !== 'boolean') throw createError(`“${key}”`, 'true or false', value);
  return value;
}

/** What is none of the choices, from a later version perhaps, becomes the first. */
export function readChoice<Choice extends string>(
  object: JsonObject,
  key: string,
  [first, ...others]: readonly [Choice, ...Choice[]],
): Choice {
  const value = member(object, key);
  return others.find((choice) => choice === value) ?? first;
}

/**
 * Reads a list whose items are objects; a missing one is empty.
 * @throws Error where the member is there and no list of objects
 */
export function readList<Item>(
  object: JsonObject,
  key: string,
  read: (item: JsonObject, index: number) => Item,
): readonly Item[] {
  const value = member(object, key);
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw createError(`“${key}”`, 'a list', value);
  return value.map((item: unknown, index) => read(readObject(item, `Item ${index + 1} of “${key}”`), index));
}

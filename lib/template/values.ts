import { EndpointError } from '../errors.js';

/** Variables by name; only own properties count. */
export type Values = Readonly<Record<string, unknown>>;

/** An object made by `{}` or `Object.create(null)`, also of another realm: neither array nor class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The text of a single value: strings as they are; numbers, bigints and booleans as JavaScript writes them; dates in ISO 8601;
 * objects that say how they are written (`URL`, `Temporal`) as they say.
 * @throws EndpointError `invalid-value` for functions, symbols, invalid dates and objects without a text of their own
 */
export function toText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date && !Number.isNaN(+value)) return value.toISOString();
  // What inherits `toString` from Object would be written as "[object …]", and a list inside of a list would lose its edges.
  if (typeof value === 'object' && !(value instanceof Date) && !Array.isArray(value) && !isPlainObject(value)) {
    const text = String(value);
    if (!text.startsWith('[object ')) return text;
  }
  throw new EndpointError(
    'invalid-value',
    `"${name}" can't be written into a url: give a string, number, boolean or valid date, or a flat list or map of these.`,
    { parameter: name },
  );
}

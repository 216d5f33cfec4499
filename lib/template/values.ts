import { fail } from '../errors.js';

export { isPlainObject } from '../strict.js';

/** Variables by name; only own properties count. */
export type Values = Readonly<Record<string, unknown>>;

/** As Object.hasOwn, which older engines lack and V8 optimizes less. */
export const hasOwn = (object: object, key: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(object, key);

/** As `list.at(-1)`, which older engines lack. */
export const getLast = <T>(list: readonly T[]): T | undefined => list[list.length - 1];

/** The value that JSON holds in the place of another one, which its own `toJSON` decides. */
export function toJson(value: unknown, key: string | number): unknown {
  const object = value as { toJSON?: unknown } | undefined;
  return typeof object?.toJSON === 'function' ? (object.toJSON(`${key}`) as unknown) : value;
}

/** Whether a value is JSON by itself, as most are. */
export const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/**
 * The text of a single value: strings unchanged; finite numbers, bigints and booleans as JavaScript writes them; dates (ISO 8601), URLs
 * and other objects as JSON writes them, if that is a string.
 * @throws EndpointError `invalid-value` for anything else
 */
export function toText(value: unknown, name: string): string {
  let text: unknown;
  if (isScalar(value) || typeof value === 'bigint') text = String(value);
  else if (typeof value === 'object') text = toJson(value, name);
  return typeof text === 'string'
    ? text
    : fail('invalid-value', name, 'has no text in a url; pass text, a finite number, boolean, date, flat list or map');
}

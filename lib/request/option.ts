import { fail } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** @throws EndpointError `invalid-option` for anything but an object, and for keys that are not known and would be lost */
export function assertKeys(name: string, value: unknown, known?: readonly string[]): Record<string, unknown> {
  if (isPlainObject(value) && (!known || Object.keys(value).every((key) => known.includes(key)))) return value;
  return fail('invalid-option', name, `takes an object ${known ? 'with ' + known.join(', ') : ''}`);
}

/** @throws EndpointError `invalid-option` for anything but a string */
export function assertString(name: string, value: unknown): string {
  return typeof value === 'string' ? value : fail('invalid-option', name, 'takes a string');
}

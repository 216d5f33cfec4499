import { EndpointError } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** The error for an option of the wrong kind; `right` says what it takes. */
export function wrongOption(name: string, right: string): EndpointError {
  return new EndpointError('invalid-option', `${name}: takes ${right}.`, name);
}

/** @throws EndpointError `invalid-option` for anything but a string */
export function assertString(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw wrongOption(name, 'a string');
}

/** @throws EndpointError `invalid-option` for anything but an object, and for keys that are not known and would be lost */
export function assertKeys(name: string, value: unknown, ...known: string[]): Record<string, unknown> {
  if (isPlainObject(value) && (!known.length || Object.keys(value).every((key) => known.includes(key)))) return value;
  throw wrongOption(name, `an object ${known.length ? 'with ' : ''}${known.join(', ')}`);
}

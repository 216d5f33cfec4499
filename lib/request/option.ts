import { EndpointError } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** The error for an option of the wrong kind; `right` says what it takes. */
export function wrongOption(parameter: string, right: string): EndpointError {
  return new EndpointError('invalid-option', `"${parameter}" takes ${right}.`, { parameter });
}

/** @throws EndpointError `invalid-option` for anything but a string */
export function assertString(parameter: string, value: unknown): string {
  if (typeof value !== 'string') throw wrongOption(parameter, 'a string');
  return value;
}

/** @throws EndpointError `invalid-option` for anything but an object, and for keys that are not known and would be lost */
export function assertKeys(parameter: string, value: unknown, known?: readonly string[]): Record<string, unknown> {
  if (isPlainObject(value) && Object.keys(value).every((key) => !known || known.includes(key))) return value;
  throw wrongOption(parameter, `an object ${known ? `with ${known.join(', ')}` : 'of names and values'}`);
}

/** @throws EndpointError `invalid-option` for a value that is none of the choices */
export function assertChoice<T>(parameter: string, value: T, choices: readonly T[]): T {
  if (!choices.includes(value)) throw wrongOption(parameter, choices.map((choice) => JSON.stringify(choice)).join(', '));
  return value;
}

import type { OptionName } from '../options.js';
import { fail } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** Whether a name is an option's, not a parameter's. Called for every key of every call; nothing is faster than a switch. */
export function isOption(name: string): name is OptionName {
  switch (name) {
    case 'baseUrl':
    case 'method':
    case 'url':
    case 'headers':
    case 'mediaType':
    case 'data':
    case 'request':
      return true;
    default:
      return false;
  }
}

/** @throws EndpointError `invalid-option` for anything but an object, and for unknown keys, which would be lost */
export function assertKeys(name: string, value: unknown, known?: readonly string[]): Record<string, unknown> {
  if (isPlainObject(value) && (!known || Object.keys(value).every((key) => known.includes(key)))) return value;
  return fail('invalid-option', name, `must be an object${known ? ' of ' + known.join(', ') : ''}`);
}

/** @throws EndpointError `invalid-option` for anything but a string */
export function assertString(name: string, value: unknown): string {
  return typeof value === 'string' ? value : fail('invalid-option', name, 'must be a string');
}

/**
 * Rejects instances of classes: options are read key by key, so a Map or FormData would be silently empty.
 * @throws EndpointError `invalid-option` for anything but a plain object, or one that inherits from another
 */
export function assertOptions(options: unknown): void {
  if (isPlainObject(options)) return;
  if (typeof options !== 'object' || !options || Object.hasOwn(Object.getPrototypeOf(options) as object, 'constructor'))
    fail('invalid-option', 'options', 'must be a plain object');
}

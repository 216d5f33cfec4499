import type { EndpointOptions, OptionName } from '../options.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import { report, type Recorder } from './record.js';

/** Whether a name is an option's, not a parameter's. Nothing is faster than a switch. */
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

/** The way to pass a parameter whose name is an option's. */
export const inLocation = (location: string, name: string): string =>
  ` in { [endpoint.in]: { ${location}: { ${name} } } }`;

/** @throws EndpointError `invalid-option` for anything but a string */
export function assertString(name: string, value: unknown, record?: Recorder): string {
  if (typeof value === 'string') return value;
  report(record, 'invalid-option', name, 'must be a string');
  return '';
}

/**
 * Rejects instances of classes: options are read key by key, so a Map or FormData would be silently empty.
 * @throws EndpointError `invalid-option` for anything but a plain object, or one that inherits from another
 */
export function assertOptions(options: EndpointOptions, record?: Recorder): EndpointOptions {
  if (
    // Faster than the question for its prototype.
    (options as { constructor?: unknown } | null)?.constructor === Object ||
    isPlainObject(options) ||
    (typeof options === 'object' && options && !hasOwn(Object.getPrototypeOf(options) as object, 'constructor'))
  )
    return options;
  report(record, 'invalid-option', 'options', 'must be a plain object');
  return {};
}

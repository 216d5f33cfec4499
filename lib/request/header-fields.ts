import { EndpointError } from '../errors.js';
import type { HeadersInput } from '../options.js';
import { setOwn } from './plain.js';

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** RFC 9110 section 5.5: these would end the field, or the message. */
const UNSAFE = /[\0\r\n]/;

function invalid(message: string, parameter: string): EndpointError {
  return new EndpointError('invalid-header', message, { parameter });
}

function fieldValue(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw invalid(`The value of the header "${name}" is not text: give a string, or undefined to drop the header.`, name);
  }
  const text = String(value);
  if (UNSAFE.test(text)) throw invalid(`The value of the header "${name}" holds CR, LF or NUL, which would break the request: remove it.`, name);
  return text;
}

/**
 * The defaults with the given fields over them: names in lower case, `null` and `undefined` drop a field, a name given twice has its
 * values joined by `, ` (RFC 9110 section 5.3). A new object.
 * @throws EndpointError `invalid-header` for a name that is not a token, or a value that would break the message
 */
export function mergeHeaders(defaults: Readonly<Record<string, string>>, headers: HeadersInput): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) {
    throw new EndpointError('invalid-option', '"headers" takes an object, a Headers or a list of pairs.', { parameter: 'headers' });
  }
  const given: Record<string, string> = {};
  const merged = { ...defaults };
  for (const [name, value] of (Symbol.iterator in headers ? headers : Object.entries(headers)) as Iterable<[string, unknown]>) {
    if (!TOKEN.test(name)) {
      throw invalid(`${JSON.stringify(name)} is not a header name: use letters, digits and !#$%&'*+.^_\`|~- only.`, name);
    }
    const field = name.toLowerCase();
    if (value == null) {
      delete merged[field];
      continue;
    }
    const text = fieldValue(field, value);
    setOwn(given, field, Object.hasOwn(given, field) ? `${given[field]}, ${text}` : text);
    setOwn(merged, field, given[field]);
  }
  return merged;
}

import { EndpointError } from '../errors.js';
import type { HeadersInput } from '../options.js';
import { wrongOption } from './option.js';
import { setOwn } from './plain.js';

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The fields of `headers` over those of `defaults`: names in lower case, `null` and `undefined` drop a field, a name given twice has
 * its values joined by `, ` (RFC 9110 section 5.3).
 * @throws EndpointError `invalid-header` for a name that is no token, or a value that would break the message (RFC 9110 section 5.5)
 */
export function mergeHeaders(headers: unknown, defaults: unknown): Record<string, string> {
  if (typeof headers !== 'object' || !headers) throw wrongOption('headers', 'an object, Headers or pairs');
  const merged = { ...(defaults as Record<string, string>) };
  const seen = new Set<string>();
  const pairs =
    Symbol.iterator in headers ? (headers as Iterable<[string, unknown]>) : Object.entries(headers as HeadersInput);
  for (const [key, value] of pairs) {
    if (!TOKEN.test(key))
      throw new EndpointError(
        'invalid-header',
        `header ${JSON.stringify(key)}: the name may hold letters, digits and !#$%&'*+.^_\`|~- only.`,
        key,
      );
    const name = key.toLowerCase();
    if (value == null) delete merged[name];
    else {
      if (!['string', 'number', 'boolean'].includes(typeof value) || /[\0\r\n]/.test(value as string)) {
        throw new EndpointError(
          'invalid-header',
          `header ${name}: the value must be text without CR, LF or NUL.`,
          name,
        );
      }
      setOwn(merged, name, seen.has(name) ? `${merged[name]}, ${value}` : String(value));
      seen.add(name);
    }
  }
  return merged;
}

import { fail } from '../errors.js';
import { cached } from '../template/cache.js';
import { copy, setOwn } from './plain-objects.js';

/** A field's name in lower case, if it is a token (RFC 9110 section 5.6.2). */
const parseFieldName = /* @__PURE__ */ cached((key) => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(key)) fail('invalid-header', key, "isn't a header name; use letters, digits and -");
  return key.toLowerCase();
});

const failHeaders = (): never => fail('invalid-option', 'headers', 'must be an object, Headers or pairs');

/**
 * The fields of `headers` over those of `defaults`: names in lower case, `null` and `undefined` drop a field, a repeated name has its
 * values joined by `, ` (RFC 9110 section 5.3).
 * @throws EndpointError `invalid-header` for a name that isn't a token, or a value that would break the message (RFC 9110 section 5.5)
 */
export function mergeHeaders(headers: unknown, defaults: unknown): Record<string, string> {
  if (typeof headers !== 'object' || !headers) return failHeaders();
  const merged = copy(defaults as Record<string, string>);
  const seen = new Set<string>();
  for (const pair of (Symbol.iterator in headers ? headers : Object.entries(headers)) as Iterable<unknown>) {
    if (!Array.isArray(pair) || typeof pair[0] !== 'string') return failHeaders();
    const name = parseFieldName(pair[0]);
    const value: unknown = pair[1];
    const text = typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value;
    if (text == null) {
      delete merged[name];
      seen.delete(name);
      continue;
    }
    if (typeof text !== 'string') return fail('invalid-header', name, `must be text, not ${typeof text}`);
    if (/[\0\r\n]/.test(text)) fail('invalid-header', name, 'must not contain CR, LF or NUL');
    setOwn(merged, name, seen.has(name) ? `${merged[name]}, ${text}` : text);
    seen.add(name);
  }
  return merged;
}

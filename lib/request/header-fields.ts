import { hasOwn } from '../template/values.js';
import { fail } from '../errors.js';
import { cached } from '../template/cache.js';
import { copy, setOwn } from './plain-objects.js';
import { tell, type Recorder } from './record.js';

/** A field's name in lower case, if it is a token (RFC 9110 section 5.6.2). */
const parseFieldName = /* @__PURE__ */ cached((key) => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(key)) fail('invalid-header', key, "isn't a name; use letters, digits and -");
  return key.toLowerCase();
});

/**
 * The fields of `headers` over those of `defaults`: names in lower case, `null` and `undefined` drop a field, a repeated name has its
 * values joined by `, ` (RFC 9110 section 5.3).
 * @throws EndpointError `invalid-header` for a name that isn't a token, or a value that would break the message (RFC 9110 section 5.5)
 */
export function mergeHeaders(headers: unknown, defaults: unknown, record?: Recorder): Record<string, string> {
  const isObject = typeof headers === 'object' && headers;
  const fields: Record<string, string | undefined> = {};
  const pairs = isObject && !(Symbol.iterator in isObject) ? Object.entries(isObject) : headers;
  for (const pair of isObject ? (pairs as Iterable<unknown>) : [pairs]) {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== 'string')
      return fail('invalid-option', 'headers', 'must be a plain object, Headers or pairs');
    const name = parseFieldName(pair[0]);
    const earlier = hasOwn(fields, name) ? fields[name] : undefined;
    const text = pair[1] == null ? undefined : checkValue(name, pair[1]);
    setOwn(fields, name, text !== undefined && earlier !== undefined ? `${earlier}, ${text}` : text);
  }
  tell(record, 'fields', fields);

  const merged = copy(defaults as Record<string, string>);
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (field === undefined) delete merged[name];
    else setOwn(merged, name, field);
  }
  return merged;
}

function checkValue(name: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value;
  return typeof text !== 'string' || /[\0\r\n]/.test(text)
    ? fail('invalid-header', name, 'must be text without CR, LF or NUL')
    : text;
}

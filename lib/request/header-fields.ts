import { hasOwn } from '../template/values.js';
import { fail } from '../errors.js';
import { cached } from '../template/cache.js';
import { copy, setOwn } from './plain-objects.js';
import { tell, type Recorder } from './record.js';

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
export function mergeHeaders(headers: unknown, defaults: unknown, record?: Recorder): Record<string, string> {
  if (typeof headers !== 'object' || !headers) return failHeaders();
  const fields: Record<string, string | undefined> = {};
  const add = (key: unknown, value: unknown): void => {
    if (typeof key !== 'string') return failHeaders();
    const name = parseFieldName(key);
    const earlier = hasOwn(fields, name) ? fields[name] : undefined;
    const text = value == null ? undefined : checkValue(name, value);
    setOwn(fields, name, text !== undefined && earlier !== undefined ? `${earlier}, ${text}` : text);
  };

  if (Symbol.iterator in headers)
    for (const pair of headers as Iterable<unknown>) {
      if (!Array.isArray(pair)) return failHeaders();
      add(pair[0], pair[1]);
    }
  else for (const key in headers) if (hasOwn(headers, key)) add(key, headers[key as never]);
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
  if (typeof text !== 'string') return fail('invalid-header', name, `must be text, not ${typeof text}`);
  return /[\0\r\n]/.test(text) ? fail('invalid-header', name, 'must not contain CR, LF or NUL') : text;
}

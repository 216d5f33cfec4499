import { hasOwn, isScalar } from '../template/values.js';
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
export function mergeHeaders(
  headers: unknown,
  defaults: Readonly<Record<string, string>>,
  record?: Recorder,
): Record<string, string> {
  const fields: Record<string, string | undefined> = {};
  const add = (key?: unknown, value?: unknown): void => {
    if (typeof key !== 'string') return fail('invalid-option', 'headers', 'must be a plain object, Headers or pairs');
    const name = parseFieldName(key);
    const earlier = hasOwn(fields, name) ? fields[name] : undefined;
    const text = isScalar(value) ? String(value) : (value ?? undefined);
    if (text !== undefined && (typeof text !== 'string' || /[\0\r\n]/.test(text)))
      return fail('invalid-header', name, 'must be text without CR, LF or NUL');
    setOwn(fields, name, text !== undefined && earlier !== undefined ? `${earlier}, ${text}` : text);
  };
  if (typeof headers !== 'object' || !headers) add();
  else if (Symbol.iterator in headers)
    for (const pair of headers as Iterable<unknown>)
      add(...((Array.isArray(pair) && pair.length === 2 ? pair : []) as unknown[]));
  else for (const key of Object.keys(headers)) add(key, headers[key as never]);
  tell(record, 'fields', fields);

  const merged: Record<string, string> = copy(defaults);
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (field === undefined) delete merged[name];
    else setOwn(merged, name, field);
  }
  return merged;
}

/** Ends of names of credentials, in lower case and without separators. */
const NAMED =
  /(?:^jwt|^cookie|authorization|passw(?:or)?d|passphrase|secret|(?:^x?|access|api|auth(?:entication)?|bearer|deploy|job|private|refresh|security|session|user)token|(?:access|api|auth|private|secret|subscription)key)$/;
/** Whether a parameter, header or member of this name holds a credential, in any spelling: `api_key`, `X-Api-Key`. */
export const isCredentialName = (name: string): boolean =>
  NAMED.test(name.slice(-80).replace(/[-_.]/g, '').toLowerCase());

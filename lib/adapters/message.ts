import { EndpointError, fail } from '../errors.js';
import { QUERY_STYLES, type RequestOptions } from '../options.js';
import { getClass, isForm, isJson } from '../request/content.js';
import { isBodiless, parseMethod } from '../request/route.js';
import { assertSettings } from '../strict.js';
import { findLoneSurrogate } from '../template/encode.js';
import { bodyText, type FormOptions } from './body-text.js';

/** A body as text. */
export interface TextBody {
  /** The kind of value that the text was written for. */
  readonly kind: 'json' | 'text' | 'form';
  readonly text: string;
}

/** A header field: its name in lower case, and its value without whitespace around it (RFC 9110 section 5.5), sent as UTF-8. */
export type Field = readonly [name: string, value: string];

/** A request as it goes over the wire, before any runtime adds its own fields. */
export interface Message {
  /** In upper case. */
  readonly method: string;
  /** Scheme, host and port; empty where the url is relative. */
  readonly origin: string;
  /** Path and query, of the characters of RFC 3986 only. */
  readonly target: string;
  readonly headers: readonly Field[];
  readonly body: TextBody | undefined;
}

const AUTHORITY = /^https?:\/\/[^/?#]*/i;
/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
// oxlint-disable-next-line no-control-regex -- RFC 9110 section 5.5 has tab as the only control character of a value
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;
/** Outside of RFC 3986: a percent sign without two digits, and runs of characters neither reserved nor unreserved. */
const INVALID_IN_URL = /%(?![\da-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]+/gi;

/** The octets of the text in UTF-8, one character each. */
export const toByteString = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** The fields of a form; none of any other body. */
export const readFields = ({ kind, text }: TextBody) => (kind === 'form' ? [...new URLSearchParams(text)] : []);

/** The length of the text in UTF-8, in octets. */
export const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** Whether the text is the same in ASCII, Latin-1 and UTF-8. */
export const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** Rejects a header field; the message names it as one. */
export function failField(name: string, problem: string, label = name): never {
  throw new EndpointError('invalid-header', `header ${label}: ${problem}.`, name);
}

/** The value of a field; undefined for one that the message lacks. */
export const findField = ({ headers }: Message, name: string) => headers.find(([present]) => present === name)?.[1];

/** The names, without absent ones, of fields that a message lacks. */
export const listAbsent = (message: Message, names: readonly (string | false | undefined)[]) =>
  names.filter((name): name is string => !!name && findField(message, name) === undefined);

function assertWellFormed(name: string, text: string) {
  if (findLoneSurrogate(text) >= 0)
    fail('invalid-value', name, "holds a lone surrogate, which UTF-8 can't encode; pass well-formed text");
  return text;
}

/**
 * The body as text.
 * @param holder the name of its holder, for the message of an error
 * @param contentType decides whether an object is written as JSON or as a form
 * @throws EndpointError `invalid-value` for bodies that aren't text, `invalid-header` for an object under another content type
 */
function toTextBody(
  body: unknown,
  holder: string,
  contentType: string | undefined,
  form: FormOptions,
): TextBody | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return { kind: 'text', text: assertWellFormed('body', body) };
  if (getClass(body) === 'URLSearchParams') return { kind: 'form', text: (body as { toString(): string }).toString() };
  if (!isJson(body))
    fail('invalid-value', 'body', `${holder} can't hold this ${getClass(body)}; pass JSON, text or URLSearchParams`);
  const kind = isForm(contentType) ? 'form' : 'json';
  return { kind, text: bodyText(body, contentType, form) };
}

/** Scheme and authority of the url as a URL parser writes them, and the credentials in them. */
function parseAuthority(authority: string) {
  try {
    const { protocol, host, pathname, username, password } = new URL(authority);
    // A backslash would end the authority for some and not for others.
    if (pathname === '/') {
      const credentials = username || password ? decodeURIComponent(`${username}:${password}`) : '';
      return { origin: `${protocol}//${host}`, credentials };
    }
  } catch {
    // Reported below.
  }
  return fail('invalid-url', 'url', `"${authority}" isn't the start of a url; pass https://host/path`);
}

function parseUrl(url: string) {
  const [authority = ''] = AUTHORITY.exec(assertWellFormed('url', url)) ?? [];
  if (!authority && !/^\/(?!\/)/.test(url))
    fail('invalid-url', 'url', 'is neither absolute nor a path; pass https://host/path, http://host/path or /path');
  // The fragment stays with the client (RFC 9110 section 7.1).
  const [reference = ''] = url.slice(authority.length).split('#', 1);
  const target = reference.replace(INVALID_IN_URL, encodeURIComponent);
  const parsed = authority ? parseAuthority(authority) : { origin: '', credentials: '' };
  return { ...parsed, target: target.startsWith('/') ? target : `/${target}` };
}

function checkField(name: string, value: unknown) {
  if (!TOKEN.test(name))
    failField(name, "isn't a field name; use letters, digits and !#$%&'*+.^_`|~- only", JSON.stringify(name));
  if (typeof value !== 'string') return failField(name, `the value must be text, not ${typeof value}`);
  if (CONTROL.test(value)) failField(name, 'the value must not contain control characters');
  return assertWellFormed(`header ${name}`, value).replace(/^[\t ]*(.*[^\t ])?[\t ]*$/s, '$1');
}

/**
 * The message for the request options. Three things that they only imply are made explicit: credentials in the url become an
 * `authorization` field (RFC 7617), URLSearchParams have their content type, and characters that a url can't have are
 * percent-encoded.
 * @param purpose the message's purpose, for the message of an error
 * @throws EndpointError for options that can't be sent, or not as text
 */
export function toMessage({ method, url, headers, body }: RequestOptions, purpose: string, form: FormOptions): Message {
  assertSettings('form', form, QUERY_STYLES, fail);
  const parsedMethod = parseMethod(method);
  const upper = parsedMethod.toUpperCase();
  if (body !== undefined && isBodiless(parsedMethod))
    fail('unsent-parameter', 'body', `${upper} has no body; use another method`);
  const text = toTextBody(body, purpose, headers['content-type'], form);
  const { origin, target, credentials } = parseUrl(url);
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const field = checkField(name, value);
    // Framing is the sender's (RFC 9112 section 6): the right length is redundant, anything else would break the message.
    const isLength = name === 'content-length' && Number(field) === byteLength(text?.text ?? '');
    if (name !== 'content-length' && name !== 'transfer-encoding') fields.set(name, field);
    else if (!isLength) failField(name, "is the sender's to write; leave it out");
  }
  if (credentials) {
    if (fields.has('authorization'))
      fail('duplicate-parameter', 'authorization', 'is a header, and the url has credentials too; pass one of them');
    fields.set('authorization', `Basic ${btoa(toByteString(credentials))}`);
  }
  if (text?.kind === 'form' && !fields.has('content-type'))
    fields.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  return { method: upper, origin, target, headers: [...fields], body: text };
}

/**
 * The whole url.
 * @throws EndpointError `invalid-url` where it is relative
 */
export function absoluteUrl({ origin, target }: Message, purpose: string) {
  return origin
    ? origin + target
    : fail('invalid-url', 'url', `"${target}" is relative, and ${purpose} needs a host; pass a baseUrl`);
}

import { EndpointError } from '../errors.js';
import type { RequestOptions } from '../options.js';
import { isJson } from '../request/content.js';
import { bodyText, FORM_TYPE } from './body-text.js';

/** Of the web platform, and of every runtime that has one. */
declare const URL: new (url: string) => {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
};
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const btoa: (bytes: string) => string;

/** A body as text: what it was, and what is sent. */
export interface TextBody {
  readonly kind: 'json' | 'text' | 'form';
  readonly text: string;
}

/** A request as it goes over the wire, before any runtime adds fields of its own. */
export interface Message {
  /** In upper case. */
  readonly method: string;
  /** Scheme, host and port; empty where the url is relative. */
  readonly origin: string;
  /** Path and query, of the characters of RFC 3986 only. */
  readonly target: string;
  /** Names in lower case; values without blanks around them (RFC 9110 section 5.5), sent as UTF-8. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: TextBody | undefined;
}

const AUTHORITY = /^https?:\/\/[^/?#]*/i;
/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
// oxlint-disable-next-line no-control-regex -- RFC 9110 section 5.5 has tab as the only control character of a value
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;
const LONE_SURROGATE = /\p{Cs}/u;
/** What RFC 3986 does not allow: percent signs by themselves, and runs of characters neither reserved nor unreserved. */
const NOT_OF_URLS = /%(?![\da-f]{2})|[^\w.~:/?#[\]@!$&'()*+,;=%-]+/gi;

/** The octets of the text in UTF-8, one character each. */
export const toByteString = (text: string): string => {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
};

/** How many octets the text has in UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** The name of the body's class, across realms: `FormData`, `Blob`, `Uint8Array`, … */
export const classOf = (body: unknown): string => Object.prototype.toString.call(body).slice(8, -1);

function wellFormed(what: string, text: string): string {
  if (LONE_SURROGATE.test(text))
    throw new EndpointError(
      'invalid-value',
      `${what}: holds a lone surrogate, which has no UTF-8; give whole text.`,
      what,
    );
  return text;
}

/**
 * The body as text.
 * @param form what holds it: for the message of the error
 * @param contentType decides whether an object is written as JSON or as a form
 * @throws EndpointError `invalid-value` for bodies that are no text, `invalid-header` for an object under another content type
 */
export function toTextBody(body: unknown, form: string, contentType?: string): TextBody | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return { kind: 'text', text: wellFormed('body', body) };
  if (classOf(body) === 'URLSearchParams') return { kind: 'form', text: (body as { toString(): string }).toString() };
  if (!isJson(body)) {
    throw new EndpointError(
      'invalid-value',
      `body: ${form} can't hold this ${classOf(body)}; give JSON, text or URLSearchParams.`,
      'body',
    );
  }
  const kind = contentType !== undefined && FORM_TYPE.test(contentType) ? 'form' : 'json';
  return { kind, text: bodyText(body, contentType) };
}

/** Scheme and authority of the url as a URL parser writes them, and the credentials that stood there. */
function parseAuthority(authority: string): { origin: string; credentials: string } {
  try {
    const { protocol, host, pathname, username, password } = new URL(authority);
    // A backslash would end the authority for some and not for others.
    if (pathname === '/') {
      const credentials = username || password ? decodeURIComponent(`${username}:${password}`) : '';
      return { origin: `${protocol}//${host}`, credentials };
    }
  } catch {
    // Said below.
  }
  throw new EndpointError(
    'invalid-url',
    `url: "${authority}" is not the start of a url, give https://host/path.`,
    'url',
  );
}

function parseUrl(url: string): { origin: string; target: string; credentials: string } {
  const [authority] = AUTHORITY.exec(wellFormed('url', url)) ?? [];
  if (authority === undefined && !/^\/(?!\/)/.test(url)) {
    throw new EndpointError('invalid-url', 'url: give https://host/path, http://host/path or /path.', 'url');
  }
  const { origin, credentials } = authority === undefined ? { origin: '', credentials: '' } : parseAuthority(authority);
  // The fragment stays with the client (RFC 9110 section 7.1).
  const reference = url.slice(authority?.length ?? 0).split('#', 1)[0] ?? '';
  const target = reference.replace(NOT_OF_URLS, encodeURIComponent);
  return { origin, target: target.startsWith('/') ? target : `/${target}`, credentials };
}

function checkField(name: string, value: unknown): string {
  if (!TOKEN.test(name)) {
    throw new EndpointError(
      'invalid-header',
      `header ${JSON.stringify(name)}: the name may hold letters, digits and !#$%&'*+.^_\`|~- only.`,
      name,
    );
  }
  if (typeof value !== 'string' || CONTROL.test(value))
    throw new EndpointError(
      'invalid-header',
      `header ${name}: the value must be text without control characters.`,
      name,
    );
  return wellFormed(`header ${name}`, value).replace(/^[\t ]*(.*[^\t ])?[\t ]*$/s, '$1');
}

/** Framing is the sender's (RFC 9112 section 6): a right length goes without saying, anything else would break the message. */
function assertFraming(name: string, value: string, body: TextBody | undefined): void {
  if (name === 'content-length' && Number(value) === byteLength(body?.text ?? '')) return;
  throw new EndpointError('invalid-header', `header ${name}: the sender writes it, leave it out.`, name);
}

/**
 * What is sent for the request options. Three things that they only imply are made explicit: credentials in the url become an
 * `authorization` field (RFC 7617), URLSearchParams have their content type, and characters that a url can't have are
 * percent-encoded.
 * @param form what the message is for, in the message of an error
 * @throws EndpointError for what can't be sent, or not as text
 */
export function toMessage({ method, url, headers, body }: RequestOptions, form: string): Message {
  const upper = method.toUpperCase();
  if (!/^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/.test(upper)) {
    throw new EndpointError(
      'invalid-method',
      `method: "${method}" is none of GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE.`,
      'method',
    );
  }
  if (body !== undefined && /^(?:GET|HEAD|OPTIONS)$/.test(upper))
    throw new EndpointError('unsent-parameter', `body: ${upper} has none, use another method.`, 'body');
  const text = toTextBody(body, form, headers['content-type']);
  const { origin, target, credentials } = parseUrl(url);
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const field = checkField(name, value);
    if (name === 'content-length' || name === 'transfer-encoding') assertFraming(name, field, text);
    else fields.set(name, field);
  }
  if (credentials) {
    if (fields.has('authorization')) {
      throw new EndpointError(
        'duplicate-parameter',
        'authorization: the url has credentials and the headers have too, give one.',
        'authorization',
      );
    }
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
export function absoluteUrl({ origin, target }: Message, form: string): string {
  if (origin) return origin + target;
  throw new EndpointError('invalid-url', `url: "${target}" is relative, ${form} needs a host; give a baseUrl.`, 'url');
}

import { fail } from '../errors.js';
import { QUERY_STYLES, type RequestOptions } from '../options.js';
import { isJson } from '../request/content.js';
import { assertSettings } from '../strict.js';
import { findLoneSurrogate } from '../template/encode.js';
import { hasOwn } from '../template/values.js';
import { isDefaultUserAgent } from '../user-agent.js';
import { bodyText, type FormOptions } from './body-text.js';

export type { FormOptions };

/** The forbidden request-headers of the Fetch Standard. */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/i;

/** Whether pages can't set a header: browsers leave it out, or send their own. */
export const isForbiddenHeader = (name: string): boolean => FORBIDDEN.test(name);

/** The second argument of `fetch`. */
export interface FetchInit {
  /** In upper case: `fetch` leaves `patch` as it is, and servers refuse it. */
  method: string;
  headers: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the body types of DOM, Node and workers differ
  body?: any;
  [setting: string]: unknown;
}

/** Outside of a header's value (RFC 9110 section 5.5), or of Latin-1, in which `fetch` sends it. */
const NOT_IN_VALUE = /[^\t -~\x80-\xff]/;

/** The last good values of the fields that the builder writes itself: to read them takes as long as the rest. No credentials. */
const known: Record<string, string> = { accept: '', 'content-type': '', 'user-agent': '' };

/** Whether this is a page or worker of a browser: Deno has a `location` too, and Cloudflare's workers have the globals of workers. */
const isBrowser = () => (globalThis as { navigator?: { product?: string } }).navigator?.product === 'Gecko';

/**
 * Whether `fetch` sends such a stream, or asynchronous iterable, instead of its text. Browsers that stream requests have `duplex`; other
 * engines have the text's content type if they don't.
 */
function isStreamed(body: unknown) {
  if (body instanceof ReadableStream) return !isBrowser() || 'duplex' in Request.prototype;
  const init: object = { method: 'POST', duplex: 'half', body: (async function* () {})() };
  return !new Request('http://h', init).headers.has('content-type');
}

/**
 * The arguments of `fetch` for a built request: `fetch(...toFetch(endpoint('GET /…')))`. A JSON body is stringified, or written as a
 * form where its content type is `application/x-www-form-urlencoded`; any other body is handed on. So are the `signal` and other
 * settings in `request`, except method, headers and body, which are always the built ones. In a browser the builder's default
 * `user-agent` is left out, because it would cost a CORS preflight and inform no one.
 * @throws EndpointError `invalid-option` for an unknown style, `invalid-header` for an object under another content type and for a value that `fetch` can't send,
 * `invalid-value` for a body that this engine's `fetch` would send as something else, such as a stream in Firefox
 */
export function toFetch(
  { method, url, headers, body, request }: RequestOptions,
  form: FormOptions = {},
): [url: string, init: FetchInit] {
  if (typeof method !== 'string' || typeof url !== 'string')
    fail('invalid-option', 'method', 'and url must be text; pass the result of a builder');
  assertSettings('form', form, QUERY_STYLES, fail);
  const init: FetchInit = { ...(request as object), method: method.toUpperCase(), headers: { ...headers } };
  // A `body` in the metadata isn't the request's.
  delete init.body;
  if (isBrowser() && isDefaultUserAgent(headers['user-agent'] ?? '')) delete init.headers['user-agent'];
  for (const name in headers) {
    const value = headers[name] as string;
    if (known[name] === value) continue;
    if (NOT_IN_VALUE.test(value)) fail('invalid-header', name, 'must have only printable characters of Latin-1');
    if (hasOwn(known, name)) known[name] = value;
  }
  if (body !== undefined) {
    init.body = isJson(body) ? bodyText(body, headers['content-type'], form) : body;
    // JSON escapes them, and a form is refused with them.
    if (typeof body === 'string' && findLoneSurrogate(body) >= 0)
      fail('invalid-value', 'body', 'has a lone surrogate; pass well-formed text');
    const source: { getReader?: unknown; [Symbol.asyncIterator]?: unknown } | null = body;
    if (source?.getReader || source?.[Symbol.asyncIterator]) {
      if (!isStreamed(body))
        fail('invalid-value', 'body', "is a stream, which fetch can't send here; pass text or bytes");
      // A stream can only be sent in half duplex, and `fetch` requires this setting.
      init['duplex'] = 'half';
    }
  }
  return [url, init];
}

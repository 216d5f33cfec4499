import type { RequestOptions } from '../options.js';
import { isJson } from '../request/content.js';
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

/**
 * The arguments of `fetch` for a built request: `fetch(...toFetch(endpoint('GET /…')))`. A JSON body is stringified, or written as a
 * form where its content type is `application/x-www-form-urlencoded`; any other body is handed on. So are the `signal` and other
 * settings in `request`, except method, headers and body, which are always the built ones. In a browser the builder's default
 * `user-agent` is left out, because it would cost a CORS preflight and inform no one.
 * @throws EndpointError `invalid-header` for an object under another content type, `invalid-value` for a body that it can't hold
 */
export function toFetch(
  { method, url, headers, body, request }: RequestOptions,
  { arrays }: FormOptions = {},
): [url: string, init: FetchInit] {
  const init: FetchInit = { ...(request as object), method: method.toUpperCase(), headers: { ...headers } };
  // Pages and workers have a `location`, servers don't.
  if ('location' in globalThis && isDefaultUserAgent(headers['user-agent'] ?? '')) delete init.headers['user-agent'];
  // A `body` in the metadata isn't the request's.
  delete init.body;
  if (body !== undefined) init.body = isJson(body) ? bodyText(body, headers['content-type'], arrays) : body;
  // A stream can only be sent in half duplex, and `fetch` requires this setting.
  if ((body as { getReader?: unknown } | undefined)?.getReader) init['duplex'] = 'half';
  return [url, init];
}

import { EndpointError } from '../errors.js';
import type { RequestOptions } from '../options.js';
import { isJson } from '../request/content.js';
import { isPlainObject } from '../template/values.js';

/** Settings that `fetch` knows (WHATWG Fetch, `RequestInit`), and `dispatcher` of Node's. */
const FETCH_SETTINGS = [
  'cache',
  'credentials',
  'dispatcher',
  'duplex',
  'integrity',
  'keepalive',
  'mode',
  'priority',
  'redirect',
  'referrer',
  'referrerPolicy',
  'signal',
] as const;

/** The second argument of `fetch`. */
export interface FetchInit {
  /** In upper case: `fetch` leaves `patch` as it is, and servers refuse it. */
  method: string;
  headers: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the body types of DOM, Node and workers differ
  body?: any;
  [setting: string]: unknown;
}

/** A browser's page or worker has a `location`; Node, and Deno without a page, have none. */
const isBrowser = (): boolean => 'location' in globalThis && 'navigator' in globalThis;

function stringify(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new EndpointError('invalid-value', `The body can't be written as JSON: ${(error as Error).message}.`, { parameter: 'body' });
  }
}

/**
 * The arguments of `fetch` for a built request: `fetch(...toFetch(endpoint('GET /…')))`. A JSON body is stringified, any other
 * handed on; `request.signal` and the other settings of `fetch` in `request` are passed on. In a browser the builder's own
 * `user-agent` is left out, as it would cost a CORS preflight and tell nothing.
 * @throws EndpointError `invalid-value` for a body that JSON can't hold, such as a bigint
 */
export function toFetch({ method, url, headers, body, request }: RequestOptions): [url: string, init: FetchInit] {
  const init: FetchInit = { method: method.toUpperCase(), headers: { ...headers } };
  if (isBrowser() && /^(?:[\w.+-]+-)?endpoint\.js\/\S+$/.test(headers['user-agent'] ?? '')) delete init.headers['user-agent'];
  if (body !== undefined) {
    init.body = isJson(body) ? stringify(body) : body;
    // A stream can only be sent in half duplex, and `fetch` wants that said.
    if (typeof (body as { getReader?: unknown }).getReader === 'function') init['duplex'] = 'half';
  }
  if (isPlainObject(request)) {
    for (const setting of FETCH_SETTINGS) if (request[setting] !== undefined) init[setting] = request[setting];
  }
  return [url, init];
}

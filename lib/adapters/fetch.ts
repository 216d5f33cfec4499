import type { RequestOptions } from '../options.js';
import { isJson } from '../request/content.js';

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
 * The arguments of `fetch` for a built request: `fetch(...toFetch(endpoint('GET /…')))`. A JSON body is stringified, any other
 * handed on; `request` is handed on as well, so that its `signal` and other settings reach `fetch`, which ignores what it does not
 * know. In a browser the builder's own `user-agent` is left out, as it would cost a CORS preflight and tell nothing.
 * @throws TypeError for a body that JSON can't hold, such as a bigint
 */
export function toFetch({ method, url, headers, body, request }: RequestOptions): [url: string, init: FetchInit] {
  const init: FetchInit = { ...(request as object), method: method.toUpperCase(), headers: { ...headers } };
  // Pages and workers have a `location`; servers have none.
  if ('location' in globalThis && /\bendpoint\.js\//.test(headers['user-agent'] ?? ''))
    delete init.headers['user-agent'];
  if (body !== undefined) init.body = isJson(body) ? JSON.stringify(body) : body;
  // A stream can only be sent in half duplex, and `fetch` wants that said.
  if ((body as { getReader?: unknown } | undefined)?.getReader) init['duplex'] = 'half';
  return [url, init];
}

// Calls a tool. Its result is text that a model can read, and so is each failure, so that the model can go on.
import { ResponseError, send } from 'endpoint.js/send';
import { EndpointError } from 'endpoint.js/tools';

/**
 * @typedef {object} Policy
 * @property {(operation: import('endpoint.js/tools').ToolOperation) => string | undefined} [refuse] returns why an operation may not be
 *   called; decides before a request is built
 * @property {(request: import('endpoint.js/tools').RequestOptions) => Promise<boolean>} [confirm] asks a person about a request that changes
 *   something
 */
/** @typedef {Policy & import('endpoint.js/send').SendOptions} CallOptions */
/** @typedef {{ text: string, isError: boolean }} Result */

/** Fetches JSON as text: `JSON.parse` would change the last digits of a 64-bit id. @param {string} url @param {RequestInit} init */
async function fetchText(url, init) {
  const response = await fetch(url, init);
  const headers = new Headers(response.headers);
  if (/[/+]json\b/i.test(headers.get('content-type') ?? '')) headers.set('content-type', 'text/plain');
  return new Response(response.body, { status: response.status, headers });
}

/** The longest time of a call, and the most bytes of a body: a model reads all of it. */
const SENDING = { fetch: fetchText, timeout: 30_000, maxBytes: 100_000 };

/** Text as it is, and bytes in a sentence. @param {unknown} data */
function describe(data) {
  if (data === undefined) return 'The response has no body.';
  if (!(data instanceof Blob)) return typeof data === 'string' ? data : JSON.stringify(data);
  const size = data.size < 1000 ? `${data.size} bytes` : `${Math.round(data.size / 1000)} kB`;
  return `The response is ${size} of ${data.type || 'an unknown type'}.`;
}

/** @param {string} text @returns {Result} */
const fail = (text) => ({ text, isError: true });

/**
 * @param {import('endpoint.js/tools').Tools} api
 * @param {string} name
 * @param {unknown} args
 * @param {CallOptions} [options]
 * @returns {Promise<Result>}
 */
export async function callTool({ operation, build }, name, args, { refuse, confirm, ...options } = {}) {
  try {
    const reason = refuse?.(operation(name));
    if (reason !== undefined) return fail(reason);
    const request = build(name, args);
    const isRead = request.method === 'get' || request.method === 'head';
    if (confirm && !isRead && !(await confirm(request))) return fail('A person refused this call.');
    const { data } = await send(request, { ...SENDING, ...options });
    return { text: describe(data), isError: false };
  } catch (error) {
    if (error instanceof EndpointError) return fail(error.message);
    // Any other error is a bug, or the caller's own abort.
    if (!(error instanceof ResponseError)) throw error;
    const { message, data } = error;
    return fail(data === undefined ? message : `${message}\n${describe(data)}`);
  }
}

// Calls a tool. Its result is text that a model can read, and so is each failure, so that the model can go on.
import { ResponseError, send } from 'endpoint.js/send';
import { EndpointError } from 'endpoint.js/tools';

/** @typedef {import('endpoint.js/tools').Tools} Tools */
/** @typedef {import('endpoint.js/tools').RequestOptions} RequestOptions */
/** @typedef {import('endpoint.js/tools').ToolOperation} ToolOperation */
/** @typedef {{ text: string, isError: boolean }} Result */
/**
 * @typedef {object} CallOptions
 * @property {(operation: ToolOperation) => string | undefined} [refuse] returns why an operation may not be called, before a request is built
 * @property {(request: RequestOptions) => Promise<boolean>} [confirm] asks a person about a request that changes something
 * @property {AbortSignal | null} [signal] aborts the call
 */

/** The longest time of a call, and the most bytes of a body: a model reads all of it. */
const BOUNDS = { timeout: 30_000, maxBytes: 100_000 };

/** Text as it is, JSON as JSON, and bytes in a sentence. @param {unknown} data */
function describe(data) {
  if (data === undefined) return 'The response has no body.';
  if (!(data instanceof Blob)) return typeof data === 'string' ? data : JSON.stringify(data);
  const size = data.size < 1000 ? `${data.size} bytes` : `${Math.round(data.size / 1000)} kB`;
  return `The response is ${size} of ${data.type || 'an unknown type'}.`;
}

/** @param {Tools} api @param {string} name @param {unknown} args @param {CallOptions} [options] @returns {Promise<Result>} */
export async function callTool({ operation, build }, name, args, { refuse, confirm, signal } = {}) {
  try {
    const { method } = operation(name);
    const reason = refuse?.(operation(name));
    if (reason !== undefined) return { text: reason, isError: true };
    const request = build(name, args);
    if (confirm && !/^(?:GET|HEAD)$/.test(method) && !(await confirm(request)))
      return { text: 'A person refused this call.', isError: true };
    const { data } = await send(request, { ...BOUNDS, signal });
    return { text: describe(data), isError: false };
  } catch (error) {
    if (error instanceof EndpointError) return { text: error.message, isError: true };
    // Any other error is a bug, or the caller's own abort.
    if (!(error instanceof ResponseError)) throw error;
    const { message, data } = error;
    return { text: data === undefined ? message : `${message}\n${describe(data)}`, isError: true };
  }
}

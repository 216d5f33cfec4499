import { fail } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** Whether a body is sent as JSON; strings, `FormData`, `Blob`, buffers, streams and the like say themselves what they are. */
export function isJson(body: unknown): boolean {
  return (
    body === null || typeof body === 'number' || typeof body === 'boolean' || Array.isArray(body) || isPlainObject(body)
  );
}

/** Bodies of the web platform, by the names that they have in every realm; `\w+Array` are the typed arrays. */
const BODY_CLASS =
  /^\[object (?:FormData|URLSearchParams|Blob|File|ReadableStream|(?:Shared)?ArrayBuffer|DataView|\w+Array)\]$/;

/**
 * Refuses a body that would be sent as something else than it is: an instance of another class as `[object Object]`.
 * @throws EndpointError `invalid-value`
 */
export function assertBody(body: unknown): void {
  if (typeof body === 'string' || isJson(body) || BODY_CLASS.test(Object.prototype.toString.call(body))) return;
  // Streams and generators of Node.
  if (typeof body === 'object' && body && Symbol.asyncIterator in body) return;
  const kind = typeof body === 'object' ? Object.getPrototypeOf(body)?.constructor?.name : typeof body;
  fail(
    'invalid-value',
    'data',
    `a body can't be of the type ${kind}; pass a plain object, text, FormData, a Blob or bytes`,
  );
}

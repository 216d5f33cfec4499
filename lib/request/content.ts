import { fail } from '../errors.js';
import { isPlainObject } from '../template/values.js';

/** Whether a body is sent as JSON; strings, `FormData`, `Blob`, buffers, streams and the like say themselves what they are. */
export function isJson(body: unknown): boolean {
  return (
    body === null || typeof body === 'number' || typeof body === 'boolean' || Array.isArray(body) || isPlainObject(body)
  );
}

/** Ends of the names of the web platform's bodies, in every realm: FormData, URLSearchParams, Uint8Array, … */
const BODY_CLASS = /(?:Data|Params|Blob|File|Stream|Array|Buffer|View)]$/;

/**
 * Refuses a body that would be sent as something else than it is: an instance of another class as `[object Object]`.
 * @throws EndpointError `invalid-value`
 */
export function assertBody(body: unknown): void {
  const kind: string = Object.prototype.toString.call(body);
  // Streams and generators of Node have no name of their own.
  if (
    typeof body !== 'string' &&
    !isJson(body) &&
    !BODY_CLASS.test(kind) &&
    !(body as object)[Symbol.asyncIterator as never]
  )
    fail('invalid-value', 'data', `can't be sent as ${kind}; pass a plain object, text, bytes or a form`);
}

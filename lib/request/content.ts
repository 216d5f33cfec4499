import { isPlainObject } from '../template/values.js';

/** Whether a body is sent as JSON; strings, `FormData`, `Blob`, buffers, streams and the like say themselves what they are. */
export function isJson(body: unknown): boolean {
  return (
    body === null || typeof body === 'number' || typeof body === 'boolean' || Array.isArray(body) || isPlainObject(body)
  );
}

import { EndpointError } from '../errors.js';
import { isPlainObject, type Values } from '../template/values.js';

/** Whether a body is sent as JSON; strings, `FormData`, `Blob`, buffers, streams and the like say themselves what they are. */
export function isJson(body: unknown): boolean {
  return (
    body === null || typeof body === 'number' || typeof body === 'boolean' || Array.isArray(body) || isPlainObject(body)
  );
}

/** @throws EndpointError `invalid-value` for functions and symbols, which JSON would drop */
export function assertJsonValues(body: Values): Values {
  for (const key of Object.keys(body)) {
    if (typeof body[key] === 'function' || typeof body[key] === 'symbol') {
      throw new EndpointError('invalid-value', `${key}: JSON can't hold a ${typeof body[key]}, give data.`, key);
    }
  }
  return body;
}

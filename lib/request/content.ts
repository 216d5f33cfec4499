import { EndpointError } from '../errors.js';
import { isPlainObject } from '../template/values.js';
import type { Values } from '../template/values.js';

/** Whether a body is sent as JSON; strings, `FormData`, `Blob`, buffers, streams and the like say themselves what they are. */
export function isJson(body: unknown): boolean {
  return body === null || typeof body === 'number' || typeof body === 'boolean' || Array.isArray(body) || isPlainObject(body);
}

/**
 * The keys of a JSON body, as they are.
 * @throws EndpointError `invalid-value` for functions and symbols, which JSON would drop
 */
export function assertJsonKeys(body: Values): Values {
  for (const key of Object.keys(body)) {
    if (typeof body[key] === 'function' || typeof body[key] === 'symbol') {
      throw new EndpointError('invalid-value', `"${key}" is a ${typeof body[key]}, which JSON can't hold: give a string, number, boolean, list, object or null.`, {
        parameter: key,
      });
    }
  }
  return body;
}

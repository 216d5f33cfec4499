import { isObject } from '../../json/json.js';
import type { Operation } from './catalogue.js';
import { PLAIN_OPERATION, PLAIN_PARAMETER } from './pack.js';

/** Whether a value has all members of a plain one, each of its kind. */
function isLike<Plain extends object>(value: unknown, plain: Plain): value is Plain {
  return (
    isObject(value) &&
    Object.entries(plain).every(([name, member]: [string, unknown]) => {
      const own = Object.hasOwn(value, name) ? value[name] : undefined;
      return member === undefined || (typeof own === typeof member && Array.isArray(own) === Array.isArray(member));
    })
  );
}

/**
 * Reads an operation from JSON, such as that of an earlier visit.
 *
 * @throws Error if it is damaged, or of another version of the page
 */
export function readOperation(json: unknown): Operation {
  if (!isLike(json, PLAIN_OPERATION) || !json.parameters.every((parameter) => isLike(parameter, PLAIN_PARAMETER)))
    throw new Error('The operation is damaged, or of another version of the page.');
  return { ...PLAIN_OPERATION, ...json };
}

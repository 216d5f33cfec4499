import { fail } from '../errors.js';
import type { Method } from '../options.js';
import { cached } from '../template/cache.js';
import { assertString } from './option-checks.js';

/** The methods of requests. */
export const METHODS: readonly Method[] = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];

/** Whether the remaining parameters of a request become its query: those of GET and HEAD. */
export const usesQuery = (method: Method | undefined): boolean => method === 'get' || method === 'head';

/** Whether a method is safe, so that its requests change nothing (RFC 9110 section 9.2.1). No safe request has a body here. */
export const isSafe = (method: Method | undefined): boolean => usesQuery(method) || method === 'options';

/** The method that a word means, in any case. */
export const findMethod = (word: string): Method | undefined => METHODS.find((method) => method === word.toLowerCase());

/**
 * A method in lower case.
 * @throws EndpointError `invalid-method` for anything but the seven methods, in any case; `invalid-option` for anything but a string
 */
export const parseMethod = /* @__PURE__ */ cached(
  (method): Method =>
    findMethod(assertString('method', method)) ??
    fail('invalid-method', 'method', `use ${METHODS.join(', ').toUpperCase()}, not ${method}`),
) as (method: unknown) => Method;

import type { Method } from '../options.js';
import { assertString } from './option-checks.js';
import { report, type Recorder } from './record.js';

/** The methods of requests. */
export const METHODS: readonly Method[] = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];

/** Whether the remaining parameters of a request become its query: those of GET and HEAD. */
export const usesQuery = (method: Method | undefined): boolean => method === 'get' || method === 'head';

/** Whether a method is safe, so that its requests change nothing (RFC 9110 section 9.2.1). No safe request has a body here. */
export const isSafe = (method: Method | undefined): boolean => usesQuery(method) || method === 'options';

/** The method that a word means, in any case. */
export function findMethod(word: string): Method | undefined {
  const method = word.toLowerCase() as Method;
  return METHODS.includes(method) ? method : undefined;
}

/**
 * A method in lower case.
 * @throws EndpointError `invalid-method` for anything but the seven methods, in any case; `invalid-option` for anything but a string
 */
export function parseMethod(value: unknown, record?: Recorder): Method {
  const text = assertString('method', value, record);
  const method = findMethod(text);
  if (!method) report(record, 'invalid-method', 'method', `use ${METHODS.join(', ').toUpperCase()}, not ${text}`);
  return method ?? 'get';
}

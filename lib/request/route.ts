import { fail } from '../errors.js';
import { cached } from '../template/cache.js';
import type { Method } from '../options.js';
import { assertString } from './option.js';

/** What a route states: `GET /repos/{owner}`. */
export interface Route {
  /** As it was written; not there where the route is a URL alone. */
  readonly method?: string;
  readonly url: string;
}

const METHOD = /^(?:get|head|options|post|put|patch|delete)$/i;
/** A first word is taken for a method unless it holds what only a url would. */
const ROUTE = /^(?:([^\s/{?#:.]+)\s+)?([^]+)$/;

/**
 * A method in lower case.
 * @throws EndpointError `invalid-method` for anything but the seven methods, in any case; `invalid-option` for what is no string
 */
export const parseMethod = cached((method: string): Method => {
  if (!METHOD.test(assertString('method', method)))
    fail('invalid-method', 'method', `use GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE, not ${method}`);
  return method.toLowerCase() as Method;
}) as (method: unknown) => Method;

/**
 * Reads `<METHOD> <URL>` or a URL alone.
 * @throws EndpointError `invalid-route` where there is no url, `invalid-method` where the first word is not a method
 */
export function parseRoute(route: string): Route {
  const [, method, url = ''] = ROUTE.exec(route.trim()) ?? [];
  if (!url || METHOD.test(url)) fail('invalid-route', 'route', 'has no url, write "GET /path" or "/path"');
  return method ? (parseMethod(method), { method, url }) : { url };
}

import { EndpointError } from '../errors.js';
import type { Method } from '../options.js';

/** What a route states: `GET /repos/{owner}`. */
export interface Route {
  /** As it was written; undefined where the route is a URL alone. */
  readonly method: string | undefined;
  readonly url: string;
}

const METHOD = /^(?:get|head|options|post|put|patch|delete)$/i;
/** A first word is taken for a method unless it holds what only a url would. */
const ROUTE = /^(?:([^\s/{?#:.]+)\s+)?([^]+)$/;

/**
 * A method in lower case.
 * @throws EndpointError `invalid-method` for anything but the seven methods, in any case
 */
export function parseMethod(method: unknown): Method {
  if (typeof method === 'string' && METHOD.test(method)) return method.toLowerCase() as Method;
  throw new EndpointError(
    'invalid-method',
    `method: use GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE, not ${String(method)}.`,
    'method',
  );
}

/**
 * Reads `<METHOD> <URL>` or a URL alone.
 * @throws EndpointError `invalid-route` where there is no url, `invalid-method` where the first word is not a method
 */
export function parseRoute(route: string): Route {
  const [, method, url = ''] = ROUTE.exec(route.trim()) ?? [];
  if (method) parseMethod(method);
  if (!url || METHOD.test(url))
    throw new EndpointError('invalid-route', `route: has no url, write "GET /path" or "/path".`, 'route');
  return { method, url };
}

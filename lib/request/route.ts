import { EndpointError } from '../errors.js';
import type { Method } from '../options.js';

/** What a route states: `GET /repos/{owner}`. */
export interface Route {
  /** As it was written; undefined where the route is a URL alone. */
  readonly method: string | undefined;
  readonly url: string;
}

const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const satisfies Method[];
/** A first word is taken for a method unless it holds what only a url would. */
const ROUTE = /^(?:([^\s/{?#:.]+)\s+)?([^]*)$/;

/**
 * A method in lower case.
 * @throws EndpointError `invalid-method` for anything but the seven methods, in any case
 */
export function parseMethod(method: unknown): Method {
  const lower = typeof method === 'string' ? method.toLowerCase() : method;
  if (METHODS.includes(lower as Method)) return lower as Method;
  throw new EndpointError(
    'invalid-method',
    `${JSON.stringify(method) ?? String(method)} is not a method: use ${METHODS.join(', ').toUpperCase()}.`,
    { parameter: 'method' },
  );
}

/**
 * Reads `<METHOD> <URL>` or a URL alone.
 * @throws EndpointError `invalid-route` where there is no url, `invalid-method` where the first word is not a method
 */
export function parseRoute(route: string): Route {
  const [, method, url = ''] = ROUTE.exec(route.trim()) ?? [];
  if (method) parseMethod(method);
  if (!url || METHODS.includes(url.toLowerCase() as Method)) {
    throw new EndpointError('invalid-route', `The route ${JSON.stringify(route)} has no url: write "GET /path" or "/path".`);
  }
  return { method, url };
}

import { fail } from '../errors.js';
import { cached } from '../template/cache.js';
import type { Method } from '../options.js';
import { assertString } from './option.js';
import type { Target } from './target.js';

/** What a route states: `GET /repos/{owner}`. */
export interface Route {
  /** As it was written; not there where the route is a URL alone. */
  readonly method?: string | undefined;
  readonly url: string;
  /** The method in lower case. */
  readonly verb: Method | undefined;
  /** What the url was parsed to, once it was needed. */
  target: Target | undefined;
}

const METHODS: readonly Method[] = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];
const findMethod = (text: string): Method | undefined => METHODS.find((method) => method === text.toLowerCase());
/** Whether requests of a method have their parameters in the query, and no body. */
export const isBodiless = (method: Method | undefined): boolean => method === 'get' || method === 'head';
/** A first word is taken for a method unless it holds what only a url would. */
const ROUTE = /^(?:([^\s/{?#:.]+)\s+)?([^]+)$/;

/**
 * A method in lower case.
 * @throws EndpointError `invalid-method` for anything but the seven methods, in any case; `invalid-option` for anything but a string
 */
export const parseMethod = cached(
  (method): Method =>
    findMethod(assertString('method', method)) ??
    fail('invalid-method', 'method', `use ${METHODS.join(', ').toUpperCase()}, not ${method}`),
) as (method: unknown) => Method;

/**
 * Reads `<METHOD> <URL>` or a URL alone.
 * @throws EndpointError `invalid-route` where there is no url, `invalid-method` where the first word is not a method
 */
export function parseRoute(route: string): Route {
  const [, method, url = ''] = ROUTE.exec(route.trim()) ?? [];
  if (!url || findMethod(url)) fail('invalid-route', 'route', 'has no url; write "GET /path" or "/path"');
  return { method, url, verb: method === undefined ? undefined : parseMethod(method), target: undefined };
}

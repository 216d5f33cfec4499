import type { Method } from '../options.js';
import { assertString } from './option-checks.js';
import type { Route, Rules } from './pass.js';
import { report, type Recorder } from './record.js';

/** The methods of requests. */
export const METHODS: readonly Method[] = ['get', 'head', 'options', 'query', 'post', 'put', 'patch', 'delete'];

/** Whether the remaining parameters of a request become its query: those of GET and HEAD. */
export const usesQuery = (method: Method | undefined): boolean => method === 'get' || method === 'head';

/** Whether requests of a method have no body: safe ones (RFC 9110 section 9.2.1) except QUERY (RFC 10008). */
export const isBodiless = (method: Method | undefined): boolean => usesQuery(method) || method === 'options';

/** The method that a word means, in any case. */
export function findMethod(word: string): Method | undefined {
  // No method is longer, and urls are.
  const method = word.slice(0, 8).toLowerCase() as Method;
  return METHODS.includes(method) ? method : undefined;
}

/**
 * A method in lower case.
 * @throws EndpointError `invalid-method` for anything but `METHODS`, in any case; `invalid-option` for anything but a string
 */
export function parseMethod(value: unknown, record?: Recorder): Method {
  const text = assertString('method', value, record);
  const method = findMethod(text);
  if (method) return method;
  report(record, 'invalid-method', 'method', `use ${METHODS.join(', ').toUpperCase()}, not ${text}`);
  return 'get';
}

/** A first word is a method unless it has a character that only urls have. */
const ROUTE = /^(?:([^\s/{?#:.]+)\s+)?([^]+)$/;

/**
 * Reads `<METHOD> <URL>` or a URL alone.
 * @throws EndpointError `invalid-route` for a route without a url, `invalid-method` if the first word is not a method
 */
export function parseRoute(route: string, record?: Recorder): Route {
  const [, statedMethod, url = ''] = ROUTE.exec(route.trim()) ?? [];
  if (!url || findMethod(url)) {
    report(record, 'invalid-route', 'route', 'has no url; write "GET /path" or "/path"');
    return { statedMethod: url || undefined, method: findMethod(url), url: '', target: undefined };
  }
  const method = statedMethod === undefined ? undefined : parseMethod(statedMethod, record);
  return { statedMethod, method, url, target: undefined };
}

/** The route of a text, which is parsed once it was seen twice. Throws as {@link parseRoute}. */
export function findRoute({ recall }: Rules, text: string, record?: Recorder): Route {
  const known = recall(text);
  if (known.route) return known.route;
  const route = parseRoute(text, record);
  if (!record?.error) known.route = route;
  return route;
}

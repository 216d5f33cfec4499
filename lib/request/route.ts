import { findMethod, parseMethod } from './method.js';
import type { Route } from './pass.js';
import { report, type Recorder } from './record.js';

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

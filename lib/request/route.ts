import type { Method } from '../options.js';
import { findMethod, parseMethod } from './method.js';
import { report, type Recorder } from './record.js';
import type { Target } from './target.js';

/** A parsed route: `GET /repos/{owner}`. */
export interface Route {
  /** The method as the route states it; undefined for a url alone. */
  readonly statedMethod: string | undefined;
  /** The stated method in lower case. */
  readonly method: Method | undefined;
  readonly url: string;
  /** The parsed url, once a request needed it. */
  target: Target | undefined;
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

import { EndpointError, fail } from '../errors.js';
import type { Method } from '../options.js';
import { parseBaseUrl, parseOrigin } from '../request/base-url.js';
import { DOT_SEGMENT } from '../request/path.js';
import { findMethod, parseRoute } from '../request/route.js';
import { assertSettings, typed, type Rules } from '../strict.js';
import type { Part } from '../template/ast.js';
import { encode, findLoneSurrogate } from '../template/encode.js';
import { parseParts } from '../template/parse.js';
import { createPathReader } from './half-reader.js';
import { halve, listNames, type Halves } from './halves.js';
import { placeParameters, type RouteParameters } from './parameters.js';
import { createTailReader } from './tail.js';
import { addRoute, createNode, findRoutes, normalizePath, type Node } from './trie.js';

/** Settings of {@link compileRoutes}. */
export interface RoutesOptions {
  /** What relative routes begin with, as for the builder: absolute (`https://host/path`), a path, or empty. */
  readonly baseUrl?: string | undefined;
}

/** A route that writes a url, and the parameters with which it does. */
export interface FoundRoute<Route extends string = string> {
  readonly route: Route;
  readonly parameters: RouteParameters;
}

/** Routes by their urls. */
export interface CompiledRoutes<Route extends string = string> {
  /**
   * Finds the route of a url.
   * @param method in any case; without it, routes of any method match
   */
  readonly find: (url: string, method?: string) => FoundRoute<Route> | undefined;
}

/** Makes an entry for a route of the list. */
function createEntry<Route extends string>(route: Route, method: Method, halves: Halves) {
  const readPath = createPathReader(halves.path);
  const readTail = createTailReader(halves.tail);
  const names = { path: new Set(listNames(halves.path)), tail: new Set(listNames(halves.tail)) };
  return {
    route,
    method,
    read: (path: string, text: string) => {
      const values = readPath(path);
      const tail = values && readTail(text);
      return tail && placeParameters(method, names, values, tail);
    },
  };
}

/** The parts of a route's url from the host on, with the slash that the builder adds. */
function parseUrl(url: string, basePath: string): Part[] {
  const start = parseOrigin('url', url).length;
  const parts = parseParts(url, { placeholders: true, start });
  const base = start ? '' : basePath;
  const [first] = parts;
  const begins = first?.text?.[0] ?? first?.operator ?? '';
  // The builder writes none between a base and a query; without a path, every url has one.
  const needsSlash = !(begins === '/' || (base && (begins === '?' || begins === '#' || !first)));
  const text = encode(base, 'baseUrl', true) + (needsSlash ? '/' : '');
  if (!text) return parts;
  const isJoined = first?.kind === 'literal' && !first.query;
  return isJoined
    ? [{ ...first, text: text + first.text }, ...parts.slice(1)]
    : [{ kind: 'literal', text, start, end: start, query: false }, ...parts];
}

const toHost = (origin: string) => origin && new URL(origin).href;

/** The host of a url, and where its path begins; undefined for text that isn't a url. */
function readHost(url: string) {
  try {
    const origin = parseOrigin('url', url);
    return { host: toHost(origin), start: origin.length };
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
}

/** Adds the route to the message of an error in it. */
function nameRoute(error: unknown, route: string, index: number) {
  if (!(error instanceof EndpointError)) return error;
  const message = `routes[${index}] ${JSON.stringify(route)}: ${error.message.replace(/^url: /, '')}`;
  return new EndpointError(error.code, message, error.parameter, error.position);
}

/**
 * Makes the reverse of a list of routes: a function that finds the route of a url, and the parameters with which it builds that url again.
 *
 * Which route:
 * - A url without a host is a path on the host of `baseUrl`, and begins with the path of `baseUrl`. Hosts are compared as URL parsers write
 *   them; an absolute route matches on its own host. Other spellings of a url match as for {@link compileMatch} with `lenient`.
 * - Segment by segment from the left, literal text wins, then the expression with the most literal text beside it, then `{+path}` and
 *   `{/path*}`. Where such a route doesn't match in the end, the next one counts.
 * - A method that differs is no match: HEAD isn't GET. A route without a method is GET. Of routes that are equal in this, the first one
 *   in the list wins.
 *
 * Which parameters, for `endpoint(route, parameters)`:
 * - The values of the template, as of {@link compileMatch}. A value in the path has neither `?` nor `#`; in `{base}...{head}` the first
 *   `...` separates. Values with a segment of their own aren't empty.
 * - Parameters of the query that the template doesn't have, text or lists of text; a map as `{?filter*}` receives them instead. Of
 *   several exploded variables, as in `{?a*,b*}`, each is text or a list.
 * - Under `[endpoint.in]`, values whose names alone would put them elsewhere: names of options, names in both path and query, and
 *   such remaining parameters of POST, PUT, PATCH, DELETE, OPTIONS and QUERY. So no url sets `baseUrl` or a header.
 *
 * No url throws. Dot segments, backslashes in a path, tabs and line breaks don't match, because clients change them. Takes time linear in
 * the url, however many routes there are; routes whose paths differ only in names are tried one after the other.
 * @throws EndpointError as {@link compileMatch}, with the route: `ambiguous-template` also for `/{a}{?b}/c` and `/a{&b}`; `invalid-route`,
 * `invalid-method` and `invalid-url` as the builder
 */
export function compileRoutes<Route extends string>(
  routes: readonly Route[],
  options: RoutesOptions = {},
): CompiledRoutes<Route> {
  assertSettings('options', options, { baseUrl: typed('string') } satisfies Rules<keyof RoutesOptions>, fail);
  const { baseUrl = '' } = options;
  const base = parseBaseUrl(baseUrl);
  const origin = parseOrigin('baseUrl', base);
  const baseHost = toHost(origin);
  const hosts = new Map<string, Node<ReturnType<typeof createEntry<Route>>>>();
  routes.forEach((route, index) => {
    if (typeof route !== 'string') fail('invalid-route', `routes[${index}]`, 'must be a string');
    try {
      const { method = 'get', url } = parseRoute(route);
      const host = toHost(parseOrigin('url', url)) || baseHost;
      const halves = halve(parseUrl(url, base.slice(origin.length)));
      const root = hosts.get(host) ?? createNode();
      hosts.set(host, root);
      addRoute(root, halves.path, createEntry(route, method, halves));
    } catch (error) {
      throw nameRoute(error, route, index);
    }
  });

  return {
    find: (url, method) => {
      if (typeof url !== 'string') fail('invalid-value', 'url', 'must be a string');
      if (method !== undefined && typeof method !== 'string') fail('invalid-method', 'method', 'must be a string');
      const requestedMethod = method && findMethod(method);
      if (method !== undefined && !requestedMethod) return undefined;
      const { host, start } = readHost(url) ?? {};
      const root = host === undefined ? undefined : hosts.get(host || baseHost);
      if (!root || /[\t\n\r]|[\0- ]$/.test(url) || findLoneSurrogate(url) >= 0) return undefined;
      const reference = url.slice(start);
      const end = reference.search(/[?#]|$/);
      // After a host, an empty path is a slash.
      const path = reference.slice(0, end) || (host ? '/' : '');
      const tail = reference.slice(end);
      // Clients would change such a path: URL parsers resolve dot segments, and read a backslash as a slash.
      if (path[0] !== '/' || path.includes('\\') || DOT_SEGMENT.test(path)) return undefined;
      const encoded = encode(path, 'url', true);
      for (const entry of findRoutes(root, normalizePath(encoded))) {
        const parameters = requestedMethod && entry.method !== requestedMethod ? undefined : entry.read(encoded, tail);
        if (parameters) return { route: entry.route, parameters };
      }
      return undefined;
    },
  };
}

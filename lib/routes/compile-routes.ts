import { EndpointError, fail } from '../errors.js';
import type { Method } from '../options.js';
import { parseBaseUrl, parseOrigin } from '../request/base-url.js';
import { DOT_SEGMENT } from '../request/path.js';
import { findMethod, parseRoute } from '../request/route.js';
import { assertSettings, typed, type Rules } from '../strict.js';
import type { Part } from '../template/ast.js';
import { encode, findLoneSurrogate } from '../template/encode.js';
import { normalizeText } from '../template/match/characters.js';
import { listNames, parseParts } from '../template/parse.js';
import { isOption } from '../request/option-checks.js';
import { halve, type Halves } from './halves.js';
import { placeParameters, type RouteParameters } from './parameters.js';
import { createPathReader } from './path.js';
import { createTailReader } from './tail.js';
import { addRoute, createNode, findRoute, type ReadTexts, type Target } from './trie.js';

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

/** @throws EndpointError `ambiguous-template` */
const createRest = (pathNames: readonly string[], tail: readonly Part[]) => ({
  readTail: createTailReader(tail),
  names: { path: new Set(pathNames), tail: new Set(listNames(tail)) },
});

/** @throws EndpointError `ambiguous-template` */
function createRead(method: Method, { path, tail }: Halves) {
  const readPath = createPathReader(path);
  const pathNames = listNames(path);
  const isClear = !tail.length && !pathNames.some(isOption);
  // Most urls have no query, and most routes no names in one.
  let rest = tail.length ? createRest(pathNames, tail) : undefined;
  return (texts: ReadTexts, target: Target) => {
    const values = readPath(texts, target);
    if (!values || (isClear && !target.tail)) return values;
    const { readTail, names } = (rest ??= createRest(pathNames, tail));
    const tailValues = readTail(target.tail);
    return tailValues && placeParameters(method, names, values, tailValues);
  };
}

/** A route whose segments are text without other spellings, or `{name}`: what most are. A short one isn't ambiguous. */
const PLAIN_ROUTE = /^(?=.{0,400}$)(?:([a-z]+) )?((?:\/(?:[\w~-][\w.~-]*|\{[\w-]+\}))+)$/i;

/** The pieces of a path of text and `{name}`. */
const toPieces = (path: string) => path.split(/(\{)[^}]*\}/).map((text) => (text === '{' ? {} : { text }));

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
  return text ? [{ kind: 'literal', text, start, end: start, query: false }, ...parts] : parts;
}

const toHost = (origin: string) => origin && new URL(origin).href;

/** The host of a url that begins with an origin; undefined for text that isn't a url. */
function readHost(url: string, origin: string) {
  try {
    return parseOrigin('url', url) === origin ? toHost(origin) : undefined;
  } catch (error) {
    if (error instanceof EndpointError) return undefined;
    throw error;
  }
}

/** What may be an origin, the path, and the query and fragment. */
const URL_PARTS = /^([^/?#]*\/\/[^/?#]*)?([^?#]*)([^]*)$/;
/** What a path has that may have other spellings, separate members, or be a dot segment. */
const UNUSUAL = /[^!$&-+\--;=@-[\]_a-z~]|\/\./;

/** Reads a url; undefined for one that clients would change. */
function readTarget(url: string) {
  const [, origin = '', pathText, tail = ''] = URL_PARTS.exec(url) ?? [];
  // After a host, an empty path is a slash.
  const written = pathText || (origin && '/');
  const isPlain = !UNUSUAL.test(written);
  if (written[0] !== '/') return undefined;
  if ((!isPlain || tail) && (/[\t\n\r]|[\0- ]$/.test(url) || findLoneSurrogate(url) >= 0)) return undefined;
  // URL parsers resolve dot segments, and read a backslash as a slash.
  if (!isPlain && (written.includes('\\') || DOT_SEGMENT.test(written))) return undefined;
  const path = isPlain ? written : encode(written, 'url', true);
  return { origin, path, normalized: isPlain ? path : normalizeText(path), isPlain, tail };
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
  if (!Array.isArray(routes)) fail('invalid-route', 'routes', 'must be a list');
  const { baseUrl = '' } = options;
  const base = parseBaseUrl(baseUrl);
  const origin = parseOrigin('baseUrl', base);
  const baseHost = toHost(origin);
  const basePath = base.slice(origin.length);
  const root = createNode();
  const hosts = new Map([[baseHost, root]]);
  const prefix = normalizeText(encode(basePath, 'baseUrl', true));
  const parse = (url: string) => halve(parseUrl(url, basePath));
  routes.forEach((route, index) => {
    if (typeof route !== 'string') fail('invalid-route', `routes[${index}]`, 'must be a string');
    const [, word = 'get', path] = PLAIN_ROUTE.exec(route) ?? [];
    const plainMethod = path && findMethod(word);
    if (plainMethod) {
      addRoute(root, toPieces(prefix + path), { route, method: plainMethod });
      return;
    }
    try {
      const { method = 'get', url } = parseRoute(route);
      const host = toHost(parseOrigin('url', url)) || baseHost;
      const halves = parse(url);
      const node = hosts.get(host) ?? createNode();
      hosts.set(host, node);
      addRoute(node, halves.path, { route, method, read: createRead(method, halves) });
    } catch (error) {
      throw nameRoute(error, route, index);
    }
  });

  return {
    find: (url, word) => {
      if (typeof url !== 'string') fail('invalid-value', 'url', 'must be a string');
      if (word !== undefined && typeof word !== 'string') fail('invalid-method', 'method', 'must be a string');
      const method = word && findMethod(word);
      if (word !== undefined && !method) return undefined;
      const target = readTarget(url);
      if (!target) return undefined;
      const { origin: urlOrigin, normalized } = target;
      // Most urls have their origin as URL parsers write it.
      const node = urlOrigin ? (hosts.get(urlOrigin + '/') ?? hosts.get(readHost(url, urlOrigin) ?? ' ')) : root;
      return (
        node &&
        findRoute(node, normalized, (entries, texts) => {
          for (const entry of entries) {
            if (method && entry.method !== method) continue;
            entry.read ??= createRead(entry.method, parse(parseRoute(entry.route).url));
            const parameters = entry.read(texts, target);
            if (parameters) return { route: entry.route as Route, parameters };
          }
          return undefined;
        })
      );
    },
  };
}

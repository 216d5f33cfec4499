/** The questions about urls of GitHub's routes, beside a router for paths, and among few routes and all; and about a template. */
import { compileMatch, compileRoutes } from 'endpoint.js/uri-template';
import { match } from 'path-to-regexp';
import { addRoute, createRouter, findRoute } from 'rou3';
import { chooseFew, FEW, readGithubRoutes } from '../testing/github-catalogue.mjs';

/** @typedef {import('./calls.mjs').Question} Question */
/** @typedef {(path: string, method: string) => string | undefined} Find finds the route of a path */

/** The router knows paths alone, and can't tell two values in one segment from one. */
export const readPathRoutes = () =>
  readGithubRoutes()
    .filter((route) => !route.includes('...'))
    .map((route) => route.replaceAll(/https:\/\/[^/]*|\{\?.*/g, ''));

/** @satisfies {Record<string, (routes: readonly string[]) => Find>} */
export const TABLES = {
  'endpoint.js/uri-template': (routes) => {
    const { find } = compileRoutes(routes);
    return (path, method) => find(path, method)?.route;
  },
  rou3: (routes) => {
    const table = createRouter();
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const written = path.replaceAll(
        /\{(\+?)([^}]*)\}/g,
        (_, plus, name) => `${plus && '**'}:${name.replaceAll('-', '_')}`,
      );
      addRoute(table, method, written, route);
    }
    return (path, method) => /** @type {{ data: string } | undefined} */ (findRoute(table, method, path))?.data;
  },
};

/** @param {readonly string[]} routes @returns {[path: string, method: string][]} */
export const toRequests = (routes) =>
  routes.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return [path.replaceAll(/\{\+?([^}]*)\}/g, 'a-$1'), method];
  });

const readFew = () => chooseFew(readPathRoutes());

/**
 * Reads and compiles the routes with the first call, in the process of the contender alone: a larger heap slows the others.
 *
 * @param {keyof typeof TABLES} table
 * @param {() => readonly string[]} read the routes
 * @param {string} [end] of each path
 */
function finder(table, read, end = '') {
  /** @type {{ find: Find, requests: [string, string][] } | undefined} */
  let prepared;
  return (/** @type {number} */ input) => {
    prepared ??= {
      find: TABLES[table](read()),
      requests: toRequests(readFew()).map(([path, method]) => [path + end, method]),
    };
    const [path, method] = /** @type {[string, string]} */ (prepared.requests[input]);
    return prepared.find(path, method) ?? 'none';
  };
}

/** @param {keyof typeof TABLES} table */
function compiler(table) {
  /** @type {readonly string[] | undefined} */
  let routes;
  return () => TABLES[table]((routes ??= readPathRoutes()))('/users/x', 'GET') ?? 'none';
}

const OURS = 'endpoint.js/uri-template';
const AMONG_FEW = `among ${FEW} routes`;
const ISSUE = '/repos/octokit/endpoint.js/issues/1347';
const read = compileMatch('/repos/{owner}/{repo}/issues/{number}');
const readPeers = match('/repos/:owner/:repo/issues/:number');

/** @type {readonly Question[]} */
export const ROUTES = [
  {
    name: `routes of ${FEW} urls`,
    inputs: FEW,
    contenders: { 'among all routes': finder(OURS, readPathRoutes), [AMONG_FEW]: finder(OURS, readFew) },
    bars: { [AMONG_FEW]: { atMost: 1.5 } },
  },
  {
    name: 'routes of paths',
    inputs: FEW,
    contenders: { [OURS]: finder(OURS, readPathRoutes), 'rou3 1.0': finder('rou3', readPathRoutes) },
    bars: { 'rou3 1.0': { atMost: 1.2 } },
  },
  {
    name: 'paths without a route',
    inputs: FEW,
    contenders: {
      [OURS]: finder(OURS, readPathRoutes, '/none/of/these'),
      'rou3 1.0': finder('rou3', readPathRoutes, '/none/of/these'),
    },
    bars: { 'rou3 1.0': { atMost: 0.9 } },
  },
  {
    name: 'a table of all routes',
    contenders: { [OURS]: compiler(OURS), 'rou3 1.0': compiler('rou3') },
    bars: { 'rou3 1.0': { atMost: 1.3 } },
  },
  {
    name: 'values of a path',
    contenders: {
      [OURS]: () => /** @type {string} */ (read(ISSUE)?.['number']),
      'path-to-regexp 8.4': () => {
        const found = readPeers(ISSUE);
        return String(found && found.params['number']);
      },
    },
    bars: { 'path-to-regexp 8.4': { atMost: 0.4 } },
  },
];

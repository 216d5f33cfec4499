/** The question about urls of GitHub's routes, among few routes and all of them. */
import { compileRoutes } from 'endpoint.js/uri-template';
import { baseUrl, buildUrl, chooseFew, FEW, fillRoute, readGithubRoutes } from '../testing/github-catalogue.mjs';

/** @param {(routes: readonly string[]) => readonly string[]} choose */
function prepare(choose) {
  const all = readGithubRoutes();
  const urls = chooseFew(all).map((route) =>
    buildUrl(
      route,
      fillRoute(route, (name) => `a-${name}`),
    ),
  );
  return { urls, find: compileRoutes(choose(all), { baseUrl }).find };
}

/**
 * Reads and compiles the routes with the first call, in the process of the contender alone: a larger heap slows the others.
 *
 * @param {Parameters<typeof prepare>[0]} choose
 */
function finder(choose) {
  /** @type {ReturnType<typeof prepare> | undefined} */
  let prepared;
  return (/** @type {number} */ input) => {
    prepared ??= prepare(choose);
    const [url, method] = /** @type {[string, string]} */ (prepared.urls[input]);
    return prepared.find(url, method)?.route ?? '';
  };
}

const AMONG_FEW = `among ${FEW} routes`;

/** @type {import('./calls.mjs').Question} */
export const FOUND_ROUTES = {
  name: `routes of ${FEW} urls`,
  inputs: FEW,
  contenders: { 'among all routes': finder((routes) => routes), [AMONG_FEW]: finder(chooseFew) },
  bars: { [AMONG_FEW]: { atMost: 1.5 } },
};

/** The question about urls of GitHub's routes, among few routes and all of them. */
import { compileRoutes } from 'endpoint.js/uri-template';
import { baseUrl, buildUrl, FEW_ROUTES, fillRoute, GITHUB_ROUTES } from '../testing/github-catalogue.mjs';

const urls = FEW_ROUTES.map((route) =>
  buildUrl(
    route,
    fillRoute(route, (name) => `a-${name}`),
  ),
);

/** Compiles the routes with the first call, for the processes of other questions: a larger heap would slow them. @param {readonly string[]} routes */
function finder(routes) {
  /** @type {ReturnType<typeof compileRoutes> | undefined} */
  let compiled;
  return (/** @type {number} */ input) => {
    compiled ??= compileRoutes(routes, { baseUrl });
    return compiled.find(.../** @type {typeof urls[number]} */ (urls[input]))?.route ?? '';
  };
}

const FEW = `among ${FEW_ROUTES.length} routes`;

/** @type {import('./calls.mjs').Question} */
export const FOUND_ROUTES = {
  name: `routes of ${urls.length} urls`,
  inputs: urls.length,
  contenders: { [`among ${GITHUB_ROUTES.length} routes`]: finder(GITHUB_ROUTES), [FEW]: finder(FEW_ROUTES) },
  bars: { [FEW]: { atMost: 1.5 } },
};

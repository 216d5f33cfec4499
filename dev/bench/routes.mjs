/** The question about urls of GitHub's routes, among few routes and all of them. */
import { readFileSync } from 'node:fs';
import { createEndpoint } from 'endpoint.js';
import { compileRoutes, variables } from 'endpoint.js/uri-template';

const CATALOGUE = new URL('../../playground/src/features/catalogue/github-catalogue.json', import.meta.url);
const baseUrl = 'https://api.github.com';

/** @type {{ operations: readonly { method: string, path: string }[] }} */
const { operations } = JSON.parse(readFileSync(CATALOGUE, 'utf8'));
const all = operations.map(({ method, path }) => `${method} ${path}`);
/** Routes of all areas. */
const few = all.filter((_, index) => index % 12 === 0).slice(0, 100);

const build = createEndpoint({ baseUrl });
const requests = few.map((route) =>
  build(route, Object.fromEntries(variables(route).map(({ name }) => [name, `a-${name}`]))),
);

/** @param {readonly string[]} routes */
function finder(routes) {
  const { find } = compileRoutes(routes, { baseUrl });
  return (/** @type {number} */ input) => {
    const { url, method } = /** @type {typeof requests[number]} */ (requests[input]);
    return find(url, method)?.route ?? '';
  };
}

/** @type {import('./calls.mjs').Question} */
export const FOUND_ROUTES = {
  name: `routes of ${requests.length} urls`,
  inputs: requests.length,
  contenders: {
    [`among ${all.length} routes`]: finder(all),
    [`among ${few.length} routes`]: finder(few),
  },
  bars: { [`among ${few.length} routes`]: { atMost: 1.5 } },
};

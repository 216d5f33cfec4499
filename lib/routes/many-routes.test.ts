/** All routes of GitHub's REST API: each url is found again, in about as many steps as among few routes. */
import { countSteps } from '../../dev/testing/count-steps.js';
import { baseUrl, buildUrl, chooseFew, fillRoute, readGithubRoutes } from '../../dev/testing/github-catalogue.mjs';
import { compileRoutes } from 'endpoint.js/uri-template';
import { expect, test } from 'vitest';

const routes = readGithubRoutes();

test('finds the route and the values of each url', () => {
  const { find } = compileRoutes(routes, { baseUrl });
  expect(routes).toHaveLength(1223);
  for (const route of routes) {
    const parameters = fillRoute(route, (name, index) => `${name} ${index}/é?#%`);
    const request = buildUrl(route, parameters);
    const found = find(...request);
    expect(found?.route).toBe(route);
    expect(buildUrl(route, found?.parameters ?? {})).toEqual(request);
  }
});

test('finds remaining parameters of a query', () => {
  const { find } = compileRoutes(routes, { baseUrl });
  const parameters = { owner: 'o', repo: 'r', state: 'open', labels: ['a,b', 'c&d'], page: '2' };
  const route = 'GET /repos/{owner}/{repo}/issues';
  expect(find(...buildUrl(route, parameters))).toEqual({ route, parameters });
});

test('takes about as many steps among 1,223 routes as among 100', async () => {
  const urls = chooseFew(routes).map((route) =>
    buildUrl(
      route,
      fillRoute(route, (name) => `a-${name}`),
    ),
  );
  const [few, all] = [compileRoutes(chooseFew(routes), { baseUrl }), compileRoutes(routes, { baseUrl })];
  const count = ({ find }: typeof all): Promise<number> =>
    countSteps(new URL('../', import.meta.url), () => {
      for (const url of urls) find(...url);
    });
  // Each route is compiled when it is first needed.
  for (const { find } of [few, all]) for (const url of urls) expect(find(...url)).toBeDefined();
  const [least, most] = [await count(few), await count(all)];
  expect(least).toBeGreaterThan(4000);
  expect(most / least).toBeLessThan(1.5);
});

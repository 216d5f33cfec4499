/** All routes of GitHub's REST API: each url is found again, in about as many steps as among few routes. */
import { countSteps } from '../../dev/testing/count-steps.js';
import { createEndpoint } from 'endpoint.js';
import { compileRoutes, variables } from 'endpoint.js/uri-template';
import { expect, test } from 'vitest';
import catalogue from '../../playground/src/features/catalogue/github-catalogue.json' with { type: 'json' };

const baseUrl = 'https://api.github.com';
const endpoint = createEndpoint({ baseUrl });
const ROUTES = catalogue.operations.map(({ method, path }) => `${method} ${path}`);

const fill = (route: string, write: (name: string, index: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(variables(route).map(({ name }, index) => [name, write(name, index)]));

const build = (route: string, values: Record<string, unknown>) => {
  const { method, url } = endpoint(route, values);
  return [url, method] as const;
};

test('finds the route and the values of each url', () => {
  const { find } = compileRoutes(ROUTES, { baseUrl });
  expect(ROUTES).toHaveLength(1223);
  for (const route of ROUTES) {
    const parameters = fill(route, (name, index) => `${name} ${index}/é?#%`);
    expect(find(...build(route, parameters)), route).toEqual({ route, parameters });
  }
});

test('finds remaining parameters of a query', () => {
  const { find } = compileRoutes(ROUTES, { baseUrl });
  const parameters = { owner: 'o', repo: 'r', state: 'open', labels: ['a,b', 'c&d'], page: '2' };
  const route = 'GET /repos/{owner}/{repo}/issues';
  expect(find(...build(route, parameters))).toEqual({ route, parameters });
});

/** Some routes of all areas, as an API of a hundred routes would have. */
const FEW = ROUTES.filter((_, index) => index % 12 === 0).slice(0, 100);

test('takes about as many steps among 1,223 routes as among 100', async () => {
  const urls = FEW.map((route) =>
    build(
      route,
      fill(route, (name) => `a-${name}`),
    ),
  );
  const [few, all] = [compileRoutes(FEW, { baseUrl }), compileRoutes(ROUTES, { baseUrl })];
  const count = ({ find }: typeof all): Promise<number> =>
    countSteps(new URL('../', import.meta.url), () => {
      for (const url of urls) find(...url);
    });
  // Each route is compiled when it is first needed.
  for (const { find } of [few, all]) for (const url of urls) expect(find(...url)).toBeDefined();
  const [least, most] = [await count(few), await count(all)];
  expect(least).toBeGreaterThan(100_000);
  expect(most / least).toBeLessThan(1.5);
});

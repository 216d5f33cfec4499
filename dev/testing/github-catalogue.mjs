/** Urls of all routes of GitHub's REST API, which the bench and the tests find again. */
import { readFileSync } from 'node:fs';
import { createEndpoint } from 'endpoint.js';
import { variables } from 'endpoint.js/uri-template';

const CATALOGUE = new URL('../../playground/src/features/catalogue/github-catalogue.json', import.meta.url);

export const baseUrl = 'https://api.github.com';

/** @returns {string[]} all routes; read on demand, for the text is large */
export function readGithubRoutes() {
  /** @type {{ operations: readonly { method: string, path: string, route?: string }[] }} */
  const { operations } = JSON.parse(readFileSync(CATALOGUE, 'utf8'));
  return operations.map(({ method, path, route = `${method} ${path}` }) => route);
}

/** How many routes {@link chooseFew} returns. */
export const FEW = 100;

/** Chooses routes of all areas. @param {readonly string[]} routes */
export const chooseFew = (routes) => routes.filter((_, index) => index % 12 === 0).slice(0, FEW);

const endpoint = createEndpoint({ baseUrl });

/**
 * Writes a value for each variable; those that keep reserved characters have none that would end the path.
 *
 * @param {string} route @param {(name: string, index: number) => string} write @returns {Record<string, string>}
 */
export const fillRoute = (route, write) =>
  Object.fromEntries(
    variables(route).map(({ name, operator }, index) => {
      const value = write(name, index);
      return [name, operator === '+' ? value.replace(/[?#]/g, '') : value];
    }),
  );

/** @param {string} route @param {Record<string, unknown>} values @returns {[url: string, method: string]} */
export function buildUrl(route, values) {
  const { url, method } = endpoint(route, values);
  return [url, method];
}

import { at, expression, valuesOf, writePath, writeTemplate } from '../routes.mjs';
import { VALUES } from '../library.mjs';

/** @type {import('../library.mjs').Library} */
export const octokitEndpoint = {
  package: '@octokit/endpoint',
  member: 'endpoint',
  adapt: ({ endpoint }) => ({
    template: (template, values) => endpoint({ method: 'GET', baseUrl: '', url: template, ...values }).url,
    request(one) {
      // What the route doesn't name is the query of a GET.
      const isInRoute = one.body !== undefined || at(one, 'query').some(({ style }) => style !== undefined);
      const template = isInRoute ? writeTemplate(one) : writePath(one, expression);
      if (template === undefined || at(one, 'host').length > 0) return undefined;
      const values = { ...valuesOf(at(one, 'query')), ...valuesOf(at(one, 'path')) };
      const { url, body } = endpoint(`${one.method} ${template}`, { baseUrl: one.base, ...values, ...one.body });
      return { url, body: typeof body === 'object' ? JSON.stringify(body) : body };
    },
    timed: {
      route: (id) => `GET /repos/{owner}/{repo}/issues/${id}/comments{?page}`,
      build: (route) => endpoint(route, { baseUrl: 'https://api.example', ...VALUES }).url,
    },
  }),
};

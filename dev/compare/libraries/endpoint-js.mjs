import { areOf, at, expression, valuesOf, writePath, writeTemplate } from '../routes.mjs';
import { VALUES } from '../library.mjs';

/** The setting of lists for a style. @type {Readonly<Record<string, string>>} */
const ARRAYS = { brackets: 'brackets', indices: 'indices', pipeDelimited: 'pipes', spaceDelimited: 'spaces' };

/** @type {import('../library.mjs').Library} */
export const endpointJs = {
  package: 'endpoint.js',
  member: 'endpoint',
  async adapt({ createEndpoint }) {
    const { toFetch } = await import('endpoint.js/fetch');
    const { expand } = await import('endpoint.js/uri-template');
    const timed = createEndpoint({ baseUrl: 'https://api.example' });
    return {
      template: expand,
      request(one) {
        const query = at(one, 'query');
        const { style = 'form', value } = query.find((parameter) => parameter.style !== undefined) ?? {};
        // The setting is for lists.
        if (style.endsWith('Delimited') && !Array.isArray(value)) return undefined;
        const endpoint = createEndpoint({
          baseUrl: one.base,
          query: { arrays: ARRAYS[style], objects: style === 'dots' ? 'dots' : 'brackets' },
        });
        // As a route that is made from an OpenAPI document.
        const isInRoute = areOf(query, 'form') && query.some(({ explode }) => explode !== undefined);
        const route = isInRoute ? writeTemplate(one) : writePath(one, expression);
        const parameters = { path: valuesOf(at(one, 'path')), query: valuesOf(query), body: one.body };
        const [url, { body }] = toFetch(endpoint(`${one.method} ${route}`, { [endpoint.in]: parameters }));
        return { url, body };
      },
      timed: {
        route: (id) => `GET /repos/{owner}/{repo}/issues/${id}/comments{?page}`,
        build: (route) => timed(route, VALUES).url,
      },
    };
  },
};

/** @type {import('../library.mjs').Library} */
export const uriTemplate = {
  package: 'endpoint.js/uri-template',
  member: 'expand',
  adapt: ({ compile, expand }) => ({
    template: expand,
    timed: {
      route: (id) => `https://api.example/repos/{owner}/{repo}/issues/${id}/comments{?page}`,
      build: (route) => expand(route, VALUES),
      prepare(route) {
        const compiled = compile(route);
        return () => compiled(VALUES);
      },
    },
  }),
};

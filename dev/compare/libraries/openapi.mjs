/** The clients for OpenAPI documents. */
import { areOf, at, expression, join, valuesOf, writePath } from '../routes.mjs';
import { VALUES } from '../library.mjs';
import { caught } from './clients.mjs';

const { page, ...PATH } = VALUES;

/** @param {import('../cases.mjs').RequestCase} one */
const isDescribable = (one) =>
  at(one, 'host').length === 0 &&
  at(one, 'path').every(({ reserved }) => !reserved) &&
  areOf(at(one, 'query'), 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject');

/** @param {import('../cases.mjs').RequestCase} one */
function querySerializer(one) {
  const { style, explode, value } = at(one, 'query').find((parameter) => parameter.style !== undefined) ?? {};
  if (style === undefined) return {};
  return { [Array.isArray(value) ? 'array' : 'object']: { style, explode } };
}

/** @type {import('../library.mjs').Library} */
export const openapiFetch = {
  package: 'openapi-fetch',
  member: 'default',
  adapt: ({ default: createClient, createFinalURL, createQuerySerializer, defaultPathSerializer }) => ({
    request(one) {
      if (!isDescribable(one)) return undefined;
      return caught((fetch) =>
        createClient({ baseUrl: one.base, fetch }).request(one.method.toLowerCase(), writePath(one, expression), {
          params: { path: valuesOf(at(one, 'path')), query: valuesOf(at(one, 'query')) },
          querySerializer: querySerializer(one),
          ...(one.body !== undefined && { body: one.body }),
        }),
      );
    },
    timed: {
      route: (id) => `/repos/{owner}/{repo}/issues/${id}/comments`,
      build: (path) =>
        createFinalURL(path, {
          baseUrl: 'https://api.example',
          params: { path: PATH, query: { page } },
          pathSerializer: defaultPathSerializer,
          querySerializer: createQuerySerializer(),
        }),
    },
  }),
};

/** @type {import('../library.mjs').Library} */
export const heyApi = {
  package: '@hey-api/client-fetch',
  member: 'createClient',
  adapt: ({ createClient }) => {
    const timed = createClient({ baseUrl: 'https://api.example' });
    return {
      request(one) {
        if (!isDescribable(one)) return undefined;
        return caught((fetch) =>
          createClient({ baseUrl: join(one, ''), fetch }).request({
            method: one.method,
            url: writePath(one, expression),
            path: valuesOf(at(one, 'path')),
            query: valuesOf(at(one, 'query')),
            querySerializer: querySerializer(one),
            ...(one.body !== undefined && { body: one.body, headers: { 'content-type': 'application/json' } }),
            throwOnError: true,
          }),
        );
      },
      timed: {
        route: (id) => `/repos/{owner}/{repo}/issues/${id}/comments`,
        // It leaves the base to its caller.
        build: (url) => `https://api.example${timed.buildUrl({ url, path: PATH, query: { page } })}`,
      },
    };
  },
};

/** @type {import('../library.mjs').Library} */
export const openapiClientAxios = {
  package: 'openapi-client-axios',
  member: 'OpenAPIClientAxios',
  adapt: ({ OpenAPIClientAxios }) => ({
    async request(one) {
      if (!isDescribable(one) || one.path.includes('?')) return undefined;
      const parameters = one.parameters.map(({ name, in: place, style, explode, value }) => ({
        name,
        in: place,
        required: place === 'path',
        style,
        explode,
        schema: { type: typeof value === 'object' ? (Array.isArray(value) ? 'array' : 'object') : 'string' },
      }));
      const operation = { operationId: 'operation', parameters, responses: {} };
      const definition = {
        openapi: '3.1.0',
        info: { title: 'API', version: '1' },
        servers: [{ url: one.base }],
        paths: { [one.path]: { [one.method.toLowerCase()]: operation } },
      };
      const api = new OpenAPIClientAxios({ definition, quick: true });
      await api.init();
      const { url, payload } = api.getRequestConfigForOperation('operation', [valuesOf(one.parameters), one.body]);
      return { url, body: payload && JSON.stringify(payload) };
    },
  }),
};

/** The clients that send. Where they can't build a request alone, they send it to a function in place of `fetch`. */
import { at, fillByHand, valuesOf } from '../routes.mjs';
import { VALUES } from '../library.mjs';
import { pathByHand } from './by-hand.mjs';
import { styleOf } from './paths.mjs';

const { page } = VALUES;

/**
 * Catches the request that a client sends.
 *
 * @param {(fetch: typeof globalThis.fetch) => Promise<unknown>} send
 * @returns {Promise<import('../judge.mjs').Result>}
 */
export async function caught(send) {
  /** @type {Request | undefined} */
  let request;
  await send((input, init) => {
    request = new Request(input, init);
    return Promise.resolve(Response.json({}));
  });
  if (request === undefined) throw new Error('The client sent nothing.');
  return { url: request.url, body: request.body === null ? undefined : await request.text() };
}

/** Its options for the styles of lists. @type {Readonly<Record<string, object>>} */
const INDEXES = {
  none: {},
  brackets: {},
  repeat: { indexes: null },
  indices: { indexes: true },
  deepObject: { indexes: true },
};

/** @type {import('../library.mjs').Library} */
export const axios = {
  package: 'axios',
  member: 'default',
  adapt: ({ default: client }) => ({
    async request(one) {
      const url = fillByHand(one);
      const paramsSerializer = INDEXES[styleOf(at(one, 'query'))];
      if (url === undefined || paramsSerializer === undefined) return undefined;
      const config = {
        baseURL: one.base,
        method: one.method,
        url,
        params: valuesOf(at(one, 'query')),
        paramsSerializer,
        data: one.body,
      };
      /** @type {{ data?: unknown }} */
      let sent = {};
      const adapter = async (/** @type {{ data?: unknown }} */ request) => {
        sent = request;
        return { data: '', status: 200, statusText: '', headers: {}, config: request };
      };
      await client.request({ ...config, adapter });
      return { url: client.getUri(config), body: sent.data };
    },
    timed: {
      route: (id) => pathByHand(id),
      build: (url) => client.getUri({ baseURL: 'https://api.example', url, params: { page } }),
    },
  }),
};

/** @type {import('../library.mjs').Library} */
export const ky = {
  package: 'ky',
  member: 'default',
  adapt: ({ default: client }) => ({
    request(one) {
      const path = fillByHand(one);
      const query = at(one, 'query');
      const isKnown = ['none', 'repeat', 'brackets'].includes(styleOf(query));
      if (path === undefined || !isKnown) return undefined;
      const pairs = query.flatMap(({ name, value, style }) =>
        Array.isArray(value)
          ? value.map((member) => [style === 'brackets' ? `${name}[]` : name, member])
          : [[name, value]],
      );
      return caught((fetch) =>
        client(one.base.replace(/\/$/, '') + path, {
          method: one.method,
          ...(pairs.length > 0 && {
            searchParams: query.some(({ value }) => Array.isArray(value)) ? pairs : valuesOf(query),
          }),
          ...(one.body !== undefined && { json: one.body }),
          fetch,
          retry: 0,
        }),
      );
    },
  }),
};

/** @type {import('../library.mjs').Library} */
export const ofetch = {
  package: 'ofetch',
  member: 'ofetch',
  adapt: ({ createFetch }) => ({
    request(one) {
      const path = fillByHand(one);
      const query = at(one, 'query');
      if (path === undefined || !['none', 'repeat'].includes(styleOf(query))) return undefined;
      return caught((fetch) =>
        createFetch({ fetch, Headers, AbortController })(path, {
          baseURL: one.base,
          method: one.method,
          query: valuesOf(query),
          retry: 0,
          ...(one.body !== undefined && { body: one.body }),
        }),
      );
    },
  }),
};

/** A template string with `encodeURIComponent`, alone and with a library for the query. */
import { at, fillByHand, join, valuesOf } from '../routes.mjs';
import { VALUES } from '../library.mjs';
import { styleOf } from './paths.mjs';

const { owner, repo, page } = VALUES;

/** @param {number} id @returns {string} the path that is timed */
export const pathByHand = (id) =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues/${id}/comments`;

/** @type {import('../library.mjs').Library} */
export const noLibrary = {
  name: 'no library',
  package: '',
  member: '',
  adapt: () => ({
    request(one) {
      const hosts = valuesOf(at(one, 'host'));
      const base = one.base.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(hosts[name]));
      const path = fillByHand({ ...one, parameters: one.parameters.filter((parameter) => parameter.in !== 'host') });
      const query = new URLSearchParams();
      const style = styleOf(at(one, 'query'));
      if (path === undefined || !['none', 'repeat', 'comma', 'brackets'].includes(style)) return undefined;
      for (const { name, value } of at(one, 'query')) {
        const values = Array.isArray(value) && style !== 'comma' ? value : [value];
        for (const member of values) query.append(style === 'brackets' ? `${name}[]` : name, member);
      }
      return {
        url: join({ ...one, base }, withQuery(path, query.toString())),
        body: one.body && JSON.stringify(one.body),
      };
    },
    timed: {
      route: (id) => pathByHand(id),
      build: (path) => `https://api.example${path}?${new URLSearchParams({ page: String(page) })}`,
      prepare: () => () => `https://api.example${pathByHand(0)}?${new URLSearchParams({ page: String(page) })}`,
    },
  }),
};

/** @param {string} path @param {string} query */
const withQuery = (path, query) => (query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`);

/** Its names for the styles of lists. @type {Readonly<Record<string, string>>} */
const ARRAY_FORMATS = {
  none: 'indices',
  repeat: 'repeat',
  comma: 'comma',
  brackets: 'brackets',
  indices: 'indices',
  deepObject: 'indices',
};

/** @type {import('../library.mjs').Library} */
export const qs = {
  package: 'qs',
  member: 'stringify',
  adapt: ({ default: { stringify } }) => ({
    request(one) {
      const path = fillByHand(one);
      const style = styleOf(at(one, 'query'));
      const arrayFormat = ARRAY_FORMATS[style];
      if (path === undefined || one.body !== undefined || (arrayFormat === undefined && style !== 'dots'))
        return undefined;
      const query = stringify(valuesOf(at(one, 'query')), {
        arrayFormat,
        allowDots: style === 'dots',
        skipNulls: true,
        // Commas in members are encoded, and those between them aren't.
        encodeValuesOnly: style === 'comma',
      });
      return { url: join(one, withQuery(path, query)) };
    },
    timed: {
      route: (id) => pathByHand(id),
      build: (path) => `https://api.example${path}?${stringify({ page })}`,
      prepare: () => () => `https://api.example${pathByHand(0)}?${stringify({ page })}`,
    },
  }),
};

/** The libraries that fill `:name`. */
import { areOf, at, join, valuesOf, writePath } from '../routes.mjs';
import { VALUES } from '../library.mjs';

const { page, ...PATH } = VALUES;

/** @type {import('../library.mjs').Library} */
export const pathToRegexp = {
  package: 'path-to-regexp',
  member: 'compile',
  adapt: ({ compile }) => ({
    request(one) {
      const path = at(one, 'path');
      const isQuery = at(one, 'query').length > 0 || one.path.includes('?') || one.body !== undefined;
      if (isQuery || at(one, 'host').length > 0 || !areOf(path)) return undefined;
      const template = writePath(one, ({ name, reserved }) => (reserved ? `*${quote(name)}` : `:${quote(name)}`));
      const values = path.map(({ name, reserved, value }) => ({
        name,
        value: reserved ? String(value).split('/') : value,
      }));
      return { url: join(one, compile(template)(valuesOf(values))) };
    },
    timed: {
      route: (id) => `/repos/:owner/:repo/issues/${id}/comments`,
      build: (route) => `https://api.example${compile(route)(PATH)}?page=${page}`,
      prepare(route) {
        const fill = compile(route);
        return () => `https://api.example${fill(PATH)}?page=${page}`;
      },
    },
  }),
};

/** @param {string} name */
const quote = (name) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

/** Its names for the styles of lists. @type {Readonly<Record<string, string>>} */
const ARRAY_FORMATS = { brackets: 'brackets', indices: 'indices', deepObject: 'indices' };

/** @type {import('../library.mjs').Library} */
export const urlcat = {
  package: 'urlcat',
  member: 'default',
  adapt: ({ default: build, configure }) => ({
    request(one) {
      const query = at(one, 'query');
      const style = styleOf(query);
      const isKnown = style in ARRAY_FORMATS || style === 'repeat' || style === 'comma' || style === 'none';
      if (!isKnown || one.body !== undefined || at(one, 'host').length > 0 || !areOf(at(one, 'path'))) return undefined;
      if (at(one, 'path').some(({ reserved }) => reserved)) return undefined;
      const format = style === 'comma' || style === 'repeat' ? style : ARRAY_FORMATS[style];
      const fill = format === undefined ? build : configure({ arrayFormat: format });
      const path = writePath(one, ({ name }) => `:${name}`);
      return { url: fill(one.base, path, { ...valuesOf(query), ...valuesOf(at(one, 'path')) }) };
    },
    timed: {
      route: (id) => `/repos/:owner/:repo/issues/${id}/comments`,
      build: (route) => build('https://api.example', route, VALUES),
    },
  }),
};

/**
 * @param {readonly import('../cases.mjs').Parameter[]} query
 * @returns {string} the common style: `none`, `repeat`, `comma`, or that of the case
 */
export function styleOf(query) {
  const { style = 'none', explode, value } = query.find((parameter) => parameter.style !== undefined) ?? {};
  if (style !== 'form') return style;
  // Only lists: the names of an object's members replace its own name, which these libraries don't do.
  if (typeof value === 'object' && !Array.isArray(value) && value !== null) return 'members';
  return explode ? 'repeat' : 'comma';
}

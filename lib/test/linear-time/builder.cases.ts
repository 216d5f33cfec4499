/**
 * Hostile inputs of the builder, by size. The work on each is linear: linear-time.test.ts counts it, linear-time.full.test.ts measures
 * its time.
 */
import { createEndpoint, endpoint, type EndpointOptions } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { expand, parse } from 'endpoint.js/uri-template';

/** Makes an input of the size `n`, and returns the work on it. Each `salt` gives an input that is in no cache. */
export type Prepare = (n: number, salt: string) => () => unknown;
export type Case = [title: string, prepare: Prepare];

export const NONE = (): EndpointOptions => ({});
type Build = (route: string, options: EndpointOptions) => unknown;

const IN = endpoint.in;
const omit = createEndpoint({ baseUrl: 'https://h', missing: 'omit' }) as Build;
const strict = createEndpoint({ baseUrl: 'https://h', strict: true }) as Build;
const repeat = createEndpoint({ query: { arrays: 'repeat' } });

/** `n` options. */
export const many = (n: number, value: unknown = 1): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: n }, (_, index) => [`k${index}`, value]));

/** A text by size; a string is repeated. */
export type Text = string | ((n: number) => string);
export const write = (text: Text, n: number): string => (typeof text === 'string' ? text.repeat(n) : text(n));
/** Texts by their index, in a row. */
export const numbered =
  (text: (index: number) => string, separator = '') =>
  (n: number): string =>
    Array.from({ length: n }, (_, index) => text(index)).join(separator);
export const list = (n: number, value: unknown = 'b'): unknown[] => Array(n).fill(value) as unknown[];
const named = (n: number): Record<string, unknown> => ({ a: 1, ...many(n) });

const PATHS: [title: string, path: Text, options?: (n: number) => EndpointOptions, build?: Build][] = [
  ['expressions', '/{a}', named],
  ['expressions of different names', numbered((index) => `/{k${index}}`), named],
  ['expressions without values', '/{a}', NONE, omit],
  ['variables of one expression', (n) => `{?${'a,'.repeat(n)}a}`, named],
  ['opening braces', '{'],
  ['closing braces', '}'],
  ['a name without end', (n) => `{${'a'.repeat(n)}`],
  ['a name of dots', (n) => `{${'a.'.repeat(n)}}`],
  ['a name of triplets', (n) => `{${'%41'.repeat(n)}!}`],
  ['colons', '/:'],
  ['placeholders', '/:a.:a', named],
  ['percent signs', '%'],
  ['literals under strict', 'a%41', NONE, strict],
  ['literal dots', (n) => `{a}${'/..'.repeat(n)}`, () => ({ a: '' })],
  ['a query in the url', (n) => `?${Object.keys(many(n)).join('&')}`, () => ({ a: 1 })],
  ['a query in the url, as long as the added one', (n) => `?x${Object.keys(many(n)).join('&x')}`, many],
  ['ampersands', (n) => `?${'&'.repeat(n)}`, () => ({ a: 1 })],
];

export const TEMPLATES: Case[] = [
  ...PATHS.map(([title, path, options = NONE, build = endpoint as Build]): Case => [
    title,
    (n, salt) => {
      const [route, values] = [`/${salt}${write(path, n)}`, options(n)];
      return () => build(route, values);
    },
  ]),
  ['whitespace of a route', (n, salt) => () => endpoint(`GET${' '.repeat(n)}/${salt}`)],
  ['whitespace only', (n) => () => endpoint(' '.repeat(n))],
  ['a word without url', (n, salt) => () => endpoint(salt + 'G'.repeat(n))],
  ['a scheme without end', (n, salt) => () => endpoint(salt + 'h'.repeat(n))],
  [
    'an authority with expressions after it',
    (n, salt) => () => (endpoint as Build)(`https://h${salt}${'{?a}'.repeat(n)}{b}`, {}),
  ],
  ['slashes of a base', (n, salt) => () => endpoint('/x', { baseUrl: `/${salt}${'/'.repeat(n)}x` })],
  ['slashes at the end of a base', (n, salt) => () => endpoint('/x', { baseUrl: `/${salt}${'/'.repeat(n)}` })],
  ['a template alone', (n, salt) => () => expand(salt + '{a}{+a}{#a}{.a}{/a}{;a}{?a}{&a}'.repeat(n), { a: 'é' })],
  ['a parsed template', (n, salt) => () => parse(salt + '{a,b*,c:3}x'.repeat(n), { placeholders: true })],
];

/** Values of a parameter `a`: those that are strings are repeated. */
const PARAMETERS: [title: string, route: string, value: string | ((n: number) => unknown)][] = [
  ['characters to encode', '/{a}', 'é!'],
  ['percent signs under +', '/{+a}', '%'],
  ['triplets under +', '/{+a}', '%41'],
  ['slashes under +', '/x{+a}', '/'],
  ['dots under +', '/x{+a}', '.'],
  ['segments under +', '/x/{+a}', 'a/'],
  ['segments of a list', '/x{/a*}', list],
  ['a prefix', '/{a:9999}', '😀'],
  ['a prefix under +', '/{+a:9999}', '%F0%9F%98%80'],
  ['members of a map', '/x{?a*}', many],
  ['members of a list', '/x', list],
  ['members of nested maps', '/x', (n) => ({ b: many(n) })],
];

const OPTIONS: [title: string, route: string, options: (n: number) => EndpointOptions][] = [
  ...PARAMETERS.map(([title, route, value]): (typeof OPTIONS)[number] => [
    title,
    route,
    (n) => ({ a: typeof value === 'string' ? value.repeat(n) : value(n) }),
  ]),
  ['query parameters', '/x', many],
  ['keys of a body', 'POST /x', many],
  ['parameters by location', 'POST /x', (n) => ({ ...many(n), [IN]: { query: many(n), body: { z: many(n) } } })],
  ['names that the path does not have', '/x', (n) => ({ [IN]: { path: many(n) } })],
];

export const VALUES: Case[] = [
  ...OPTIONS.map(([title, route, options]): Case => [
    title,
    (n) => {
      const values = options(n);
      return () => endpoint(route, values);
    },
  ]),
  ['members of a repeated list', (n) => () => repeat('/x', { a: list(n) })],
  [
    'a merge',
    (n) => {
      const b = endpoint.defaults(many(n, { a: 1 }));
      return () => b('POST /x', many(n, { b: 1 }));
    },
  ],
  ['defaults', (n) => () => endpoint.defaults({ a: many(n, [1]) })],
  ['a merge passed to parse', (n) => () => endpoint.parse(endpoint.merge('POST /x', many(n)))],
  ['a body for fetch', (n) => () => toFetch(endpoint('POST /x', many(n)))],
];

/** Values of `accept`, and what follows them. */
const ACCEPT: [title: string, part: Text, last?: string][] = [
  ['commas of accept', ','],
  ['whitespace of accept', ' '],
  ['whitespace and a comma of accept', ' ', ','],
  ['one long element of accept', 'a'],
  ['dots of accept', '.', 'application/vnd.github'],
  ['vendor prefixes of accept', 'application/vnd.github.'],
  ['versions of accept', '.v3', ','],
  ['vendor types of accept', 'application/vnd.github.v3+json,'],
  ['a vendor type with many versions', '.v3', '!'],
  ['a vendor type with many parameters', (n) => 'application/vnd.github.v3+json' + ';q=1'.repeat(n)],
  ['a vendor type with many suffixes', (n) => 'application/vnd.github' + '.v3-preview'.repeat(n) + '\n'],
  ['different previews', numbered((index) => `application/vnd.github.k${index}-preview+json,application/vnd.github.v3+json,`)],
]; // prettier-ignore

/** Other options of headers. */
const FIELDS: [title: string, options: (n: number) => EndpointOptions][] = [
  ['previews', (n) => ({ mediaType: { previews: Object.keys(many(n)) } })],
  ['a preview', (n) => ({ mediaType: { previews: ['-preview'.repeat(n)] } })],
  ['header fields', (n) => ({ headers: many(n) as Record<string, number> })],
  ['values of one field', (n) => ({ headers: list(n, ['x', 'y']) as [string, string][] })],
  ['a field name', (n) => ({ headers: { [`${'a'.repeat(n)} `]: 'x' } })],
  ['a field value', (n) => ({ headers: { a: 'x'.repeat(n) + '\n' } })],
];

export const HEADERS: Case[] = [
  ...ACCEPT.map(([title, part, last = '']): Case => [
    title,
    (n) => {
      const headers = { accept: write(part, n) + last };
      return () => endpoint('/', { headers, mediaType: { format: 'raw', previews: ['a', 'b'] } });
    },
  ]),
  ...FIELDS.map(([title, options]): Case => [title, (n) => () => (endpoint as Build)('/', options(n))]),
  ['a method', (n) => () => endpoint('/', { method: 'get'.repeat(n) })],
];

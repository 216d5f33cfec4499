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

const IN = endpoint.in;
const omit = createEndpoint({ baseUrl: 'https://h', missing: 'omit' });
const strict = createEndpoint({ baseUrl: 'https://h', strict: true });
const repeat = createEndpoint({ query: { arrays: 'repeat' } });

/** `n` options. */
export const many = (n: number, value: unknown = 1): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: n }, (_, index) => [`k${index}`, value]));

const build =
  (url: (n: number, salt: string) => string, options: (n: number) => EndpointOptions = () => ({})) =>
  (n: number, salt: string) => {
    const [values, text] = [options(n), url(n, salt)];
    return () => endpoint(text, values);
  };

export const TEMPLATES: Case[] = [
  [
    'expressions',
    build(
      (n, salt) => `/${salt}` + '/{a}'.repeat(n),
      () => ({ a: 1 }),
    ),
  ],
  [
    'expressions of different names',
    build((n, salt) => `/${salt}` + Array.from({ length: n }, (_, i) => `/{k${i}}`).join(''), many),
  ],
  ['expressions without values', (n, salt) => () => omit(`/${salt}` + '/{a}'.repeat(n))],
  [
    'variables of one expression',
    build(
      (n, salt) => `/${salt}{?${'a,'.repeat(n)}a}`,
      () => ({ a: 1 }),
    ),
  ],
  ['opening braces', build((n, salt) => `/${salt}${'{'.repeat(n)}`)],
  ['closing braces', build((n, salt) => `/${salt}${'}'.repeat(n)}`)],
  ['a name without end', build((n, salt) => `/${salt}{${'a'.repeat(n)}`)],
  ['a name of dots', build((n, salt) => `/${salt}{${'a.'.repeat(n)}}`)],
  ['a name of triplets', build((n, salt) => `/${salt}{${'%41'.repeat(n)}!}`)],
  ['colons', build((n, salt) => `/${salt}${'/:'.repeat(n)}`)],
  [
    'placeholders',
    build(
      (n, salt) => `/${salt}${'/:a.:a'.repeat(n)}`,
      () => ({ a: 1 }),
    ),
  ],
  ['percent signs', build((n, salt) => `/${salt}${'%'.repeat(n)}`)],
  ['literals under strict', (n, salt) => () => strict(`/${salt}${'a%41'.repeat(n)}`)],
  [
    'literal dots',
    build(
      (n, salt) => `/${salt}{a}${'/..'.repeat(n)}`,
      () => ({ a: '' }),
    ),
  ],
  ['whitespace of a route', (n, salt) => () => endpoint(`GET${' '.repeat(n)}/${salt}`)],
  ['whitespace only', (n) => () => endpoint(' '.repeat(n))],
  ['a word without url', (n, salt) => () => endpoint(salt + 'G'.repeat(n))],
  ['a scheme without end', build((n, salt) => salt + 'h'.repeat(n))],
  ['an authority with expressions after it', build((n, salt) => `https://h${salt}${'{?a}'.repeat(n)}{b}`)],
  ['slashes of a base', (n, salt) => () => endpoint('/x', { baseUrl: `/${salt}${'/'.repeat(n)}x` })],
  ['slashes at the end of a base', (n, salt) => () => endpoint('/x', { baseUrl: `/${salt}${'/'.repeat(n)}` })],
  ['a template alone', (n, salt) => () => expand(salt + '{a}{+a}{#a}{.a}{/a}{;a}{?a}{&a}'.repeat(n), { a: 'é' })],
  ['a parsed template', (n, salt) => () => parse(salt + '{a,b*,c:3}x'.repeat(n), { placeholders: true })],
];

export const VALUES: Case[] = [
  [
    'characters to encode',
    build(
      () => '/{a}',
      (n) => ({ a: 'é!'.repeat(n) }),
    ),
  ],
  [
    'percent signs under +',
    build(
      () => '/{+a}',
      (n) => ({ a: '%'.repeat(n) }),
    ),
  ],
  [
    'triplets under +',
    build(
      () => '/{+a}',
      (n) => ({ a: '%41'.repeat(n) }),
    ),
  ],
  [
    'slashes under +',
    build(
      () => '/x{+a}',
      (n) => ({ a: '/'.repeat(n) }),
    ),
  ],
  [
    'dots under +',
    build(
      () => '/x{+a}',
      (n) => ({ a: '.'.repeat(n) }),
    ),
  ],
  [
    'segments under +',
    build(
      () => '/x/{+a}',
      (n) => ({ a: 'a/'.repeat(n) }),
    ),
  ],
  [
    'segments of a list',
    build(
      () => '/x{/a*}',
      (n) => ({ a: Array(n).fill('b') }),
    ),
  ],
  [
    'a prefix',
    build(
      () => '/{a:9999}',
      (n) => ({ a: '😀'.repeat(n) }),
    ),
  ],
  [
    'a prefix under +',
    build(
      () => '/{+a:9999}',
      (n) => ({ a: '%F0%9F%98%80'.repeat(n) }),
    ),
  ],
  [
    'members of a map',
    build(
      () => '/x{?a*}',
      (n) => ({ a: many(n) }),
    ),
  ],
  ['query parameters', build(() => '/x', many)],
  [
    'members of a list',
    build(
      () => '/x',
      (n) => ({ a: Array(n).fill('b') }),
    ),
  ],
  ['members of a repeated list', (n) => () => repeat('/x', { a: Array(n).fill('b') })],
  [
    'members of nested maps',
    build(
      () => '/x',
      (n) => ({ a: { b: many(n) } }),
    ),
  ],
  [
    'a query in the url',
    build(
      (n, salt) => `/${salt}?${Object.keys(many(n)).join('&')}`,
      () => ({ a: 1 }),
    ),
  ],
  [
    'a query in the url, as long as the added one',
    build((n, salt) => `/${salt}?x${Object.keys(many(n)).join('&x')}`, many),
  ],
  [
    'ampersands',
    build(
      (n, salt) => `/${salt}?${'&'.repeat(n)}`,
      () => ({ a: 1 }),
    ),
  ],
  ['keys of a body', build(() => 'POST /x', many)],
  [
    'parameters by location',
    build(
      () => 'POST /x',
      (n) => ({ ...many(n), [IN]: { query: many(n), body: { z: many(n) } } }),
    ),
  ],
  [
    'names that the path does not have',
    build(
      () => '/x',
      (n) => ({ [IN]: { path: many(n) } }),
    ),
  ],
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

const accept =
  (part: string, last = '') =>
  (n: number) =>
  () =>
    endpoint('/', { headers: { accept: part.repeat(n) + last }, mediaType: { format: 'raw', previews: ['a', 'b'] } });

export const HEADERS: Case[] = [
  ['commas of accept', accept(',')],
  ['whitespace of accept', accept(' ')],
  ['whitespace and a comma of accept', accept(' ', ',')],
  ['one long element of accept', accept('a')],
  ['dots of accept', accept('.', 'application/vnd.github')],
  ['vendor prefixes of accept', accept('application/vnd.github.')],
  ['versions of accept', accept('.v3', ',')],
  ['vendor types of accept', accept('application/vnd.github.v3+json,')],
  ['a vendor type with many versions', (n) => accept('.v3', '!')(n)],
  [
    'a vendor type with many parameters',
    (n) => () =>
      endpoint('/', {
        headers: { accept: 'application/vnd.github.v3+json' + ';q=1'.repeat(n) },
        mediaType: { format: 'raw' },
      }),
  ],
  [
    'a vendor type with many suffixes',
    (n) => () =>
      endpoint('/', {
        headers: { accept: 'application/vnd.github' + '.v3-preview'.repeat(n) + '\n' },
        mediaType: { format: 'raw' },
      }),
  ],
  [
    'different previews of accept',
    (n) => () =>
      endpoint('/', {
        headers: {
          accept: Object.keys(many(n))
            .map((k) => `application/vnd.github.${k}-preview+json,application/vnd.github.v3+json`)
            .join(),
        },
        mediaType: { previews: ['a'] },
      }),
  ],
  ['previews', (n) => () => endpoint('/', { mediaType: { previews: Object.keys(many(n)) } })],
  ['a preview', (n) => () => endpoint('/', { mediaType: { previews: ['-preview'.repeat(n)] } })],
  ['header fields', (n) => () => endpoint('/', { headers: many(n) as Record<string, number> })],
  [
    'values of one field',
    (n) => () => endpoint('/', { headers: Array.from({ length: n }, (): [string, string] => ['x', 'y']) }),
  ],
  ['a field name', (n) => () => endpoint('/', { headers: { [`${'a'.repeat(n)} `]: 'x' } })],
  ['a field value', (n) => () => endpoint('/', { headers: { a: 'x'.repeat(n) + '\n' } })],
  ['a method', (n) => () => endpoint('/', { method: 'get'.repeat(n) })],
];

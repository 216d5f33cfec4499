/** Hostile inputs of explanations and of matching, by size. */
import { endpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain, explain } from 'endpoint.js/explain';
import { many, type Case } from './builder.cases.js';
import { compileMatch, compileRoutes, type MatchOptions } from 'endpoint.js/uri-template';

const strict = createExplain({ strict: true, baseUrl: 'https://h' });
const names = (n: number, write: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => write(index)).join('');

const explaining =
  (
    route: (n: number) => string,
    options: (n: number) => EndpointOptions = () => ({}),
    explainWith = explain,
  ): Case[1] =>
  (n) => {
    const [text, values] = [route(n), options(n)];
    return () => explainWith(text, values);
  };

const listOf = (n: number): string => names(n, (index) => `k${index},`);

export const EXPLANATIONS: Case[] = [
  ['expressions', explaining((n) => names(n, (index) => `/{k${index}}`), many)],
  [
    'one variable in all of them',
    explaining(
      (n) => names(n, () => '/{a}'),
      () => ({ a: 'b/c' }),
    ),
  ],
  [
    'variables of one expression',
    explaining(
      (n) => `/{?${listOf(n)}z}`,
      (n) => many(n, 'a/b'),
    ),
  ],
  [
    'placeholders without values',
    explaining(
      (n) => `/x{?${listOf(n)}z}`,
      (n) => many(n, 2 ** 60),
    ),
  ],
  [
    'remaining parameters',
    explaining(
      () => '/x',
      (n) => many(n, NaN),
    ),
  ],
  [
    'keys of a body',
    explaining(
      () => 'POST /x',
      (n) => many(n, 2 ** 60),
    ),
  ],
  [
    'members of lists',
    explaining(
      () => '/x{?a,b*}',
      (n) => ({ a: Array(n).fill(2 ** 60), b: Array(n).fill('x'), c: Array(n).fill('y') }),
    ),
  ],
  [
    'members of objects',
    explaining(
      () => '/x{?a,b*}',
      (n) => ({ a: many(n), b: many(n), c: many(n) }),
    ),
  ],
  ['a fix in many places', explaining((n) => '/x:a'.repeat(n))],
  ['a fix of many expressions', explaining((n) => `/${'${a}'.repeat(n)}`)],
  ['unclosed braces', explaining((n) => `/${'{'.repeat(n)}`)],
  ['malformed expressions', explaining((n) => `/${'{!a}'.repeat(n)}`)],
  ['characters that must be encoded', explaining((n) => `/${'"'.repeat(n)}{a`, undefined, strict)],
  ['lone surrogates', explaining((n) => `/${'\ud800'.repeat(n)}{a`)],
  ['whitespace', explaining((n) => `GET${' '.repeat(n)}/${' '.repeat(n)}x`)],
  [
    'text like the beginning of a token',
    explaining(
      (n) => `/x?a=${'-eyJaaaaaaaaaaaa'.repeat(n)}`,
      (n) => ({ token: '-eyJaaaaaaaaaa.'.repeat(n) }),
    ),
  ],
  [
    'dollar signs',
    explaining(
      (n) => `/${'$'.repeat(n)}${'${a}'.repeat(n)}`,
      () => ({ a: 1 }),
    ),
  ],
  [
    'triplets',
    explaining(
      () => '/x',
      (n) => ({ a: '%20'.repeat(n), b: '%ff'.repeat(n) }),
    ),
  ],
  [
    'headers',
    explaining(
      () => '/x',
      (n) => ({ headers: many(n) as Record<string, string> }),
    ),
  ],
  [
    'text like the beginning of JSON',
    explaining(
      () => 'POST /x',
      (n) => ({ data: '['.repeat(n) }),
    ),
  ],
  [
    'parameters by location',
    explaining(
      () => 'POST /x',
      (n) => ({ [endpoint.in]: { query: many(n), body: many(n) } }),
    ),
  ],
];

/** Hostile inputs of matching, by size. */

const reading = (template: string, url: (n: number) => string, options?: MatchOptions): Case[1] => {
  const read = compileMatch(template, options);
  return (n) => {
    const text = url(n);
    return () => read(text);
  };
};

const LENIENT = { lenient: true };

export const URLS: Case[] = [
  ['a literal that may end a value', reading('{a}.json', (n) => '.json'.repeat(n))],
  ['a literal that ends no value', reading('{a}.json', (n) => '.json'.repeat(n) + 'x')],
  ['a literal after any text', reading('{+a}/b/{c}', (n) => '/b'.repeat(n))],
  ['a long literal after any text', reading('{+a}aaaaaaaaaa/', (n) => 'a'.repeat(n))],
  ['segments', reading('{/a*}{?b*}', (n) => '/x'.repeat(n))],
  ['a list', reading('{?a*}', (n) => '?a=1' + '&a=1'.repeat(n))],
  ['a map', reading('{?a*}', (n) => '?' + Array.from({ length: n }, (_, i) => `k${i}=1`).join('&'))],
  ['ampersands', reading('{?a*}', (n) => '?' + '&'.repeat(n))],
  ['halves of characters', reading('{a}', (n) => '%C3'.repeat(n))],
  ['percent signs', reading('{+a}', (n) => '%25'.repeat(n))],
  ['halves of characters under +', reading('{+a}', (n) => '%F0%9F'.repeat(n))],
  ['leniently, unencoded characters', reading('/{a}', (n) => '/' + '@:'.repeat(n), LENIENT)],
  ['leniently, triplets in lower case', reading('/{a}', (n) => '/' + '%c3%a9'.repeat(n), LENIENT)],
  ['leniently, a character of the template', reading('/{a}@{b}', (n) => '/' + '@'.repeat(n), LENIENT)],
  ['leniently, parameters in another order', reading('{?a,b*}', (n) => `?${'b=1&'.repeat(n)}a=1`, LENIENT)],
  ['leniently, parameters of other names', reading('{?a,b}', (n) => `?${names(n, (i) => `k${i}=1&`)}a=1`, LENIENT)],
  ['leniently, question marks', reading('{?a,b}', (n) => '?'.repeat(n), LENIENT)],
  ['leniently, lone percent signs', reading('/{a}', (n) => '/' + '%'.repeat(n), LENIENT)],
  ['a prefix', reading('{a:9999}', (n) => '%C3%A9'.repeat(n))],
];

const finding = (routes: readonly string[], url: (n: number) => string): Case[1] => {
  const { find } = compileRoutes(routes, { baseUrl: 'https://h/v1' });
  return (n) => {
    const text = `https://h/v1${url(n)}`;
    return () => find(text);
  };
};

/** Each segment has three branches, and each of them leads nowhere. */
const BRANCHES = ['a', '{x}', 'a{x}'].flatMap((first) =>
  ['a', '{y}', 'a{y}'].flatMap((second) => ['a', '{z}', 'a{z}'].map((third) => `/${first}/${second}/${third}/end`)),
);

export const FOUND: Case[] = [
  ['segments without a route', finding(['/a/{b}'], (n) => '/a'.repeat(n))],
  ['branches that lead nowhere', finding(BRANCHES, (n) => `/a/a/a/${'e'.repeat(n)}`)],
  ['long segments in each branch', finding(BRANCHES, (n) => `/${'a'.repeat(n)}`.repeat(3))],
  ['text that separates values', finding(['/{a}...{b}'], (n) => '/' + '...'.repeat(n))],
  ['text before many values', finding(['/{a}-{b}-{c}-{d}!'], (n) => '/' + '-'.repeat(n))],
  ['segments under +', finding(['/{+a}', '/{+a}/x/{b}', '/{+a}:c'], (n) => '/x'.repeat(n))],
  ['slashes', finding(['/{a}/{b}'], (n) => '/'.repeat(n))],
  ['dots', finding(['/{a}'], (n) => '/' + '.'.repeat(n))],
  ['encoded dots and slashes', finding(['/{a}'], (n) => '/' + '%2525252e%2f'.repeat(n))],
  ['remaining parameters', finding(['/{a}'], (n) => `/a?${names(n, (i) => `k${i}=1&`)}`)],
  ['one remaining parameter', finding(['/{a}{?b}'], (n) => `/a?${'k=1&'.repeat(n)}`)],
  ['ampersands', finding(['/{a}{?b}'], (n) => `/a?${'&'.repeat(n)}`)],
  ['a host', finding(['/{a}'], (n) => '@'.repeat(n))],
  ['whitespace', finding(['/{a}'], (n) => '/' + ' '.repeat(n))],
];

const numbered = (n: number, write: (index: number) => string, separator = ''): string =>
  Array.from({ length: n }, (_, index) => write(index)).join(separator);

/** Templates by size: the proof that one is not ambiguous takes more than linear work, so a large one is rejected. */
export const LARGE: [title: string, template: (n: number) => string][] = [
  ['many variables by name', (n) => `{?${numbered(n, (index) => `name${index}`, ',')}}`],
  ['many optional expressions', (n) => numbered(n, (index) => `{?a${index}}`)],
  ['a long literal after any text', (n) => `{+a}${'a'.repeat(n)}`],
  ['a long literal between two', (n) => `{a}${'a'.repeat(n)}/{b}`],
  ['many segments', (n) => numbered(n, (index) => `/{a${index}}`)],
  ['many lists', (n) => numbered(n, (index) => `{?a${index}*}`)],
  ['a long name', (n) => `{?${'a'.repeat(n)}*}`],
];

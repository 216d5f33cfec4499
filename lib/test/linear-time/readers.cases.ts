/** Hostile inputs of explanations and of matching, by size. */
import { endpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain, explain, type Explain } from 'endpoint.js/explain';
import {
  HEADERS,
  list,
  many,
  NONE,
  numbered,
  TEMPLATES,
  VALUES,
  write,
  type Case,
  type Text,
} from './builder.cases.js';
import { compileMatch, compileRoutes, type MatchOptions } from 'endpoint.js/uri-template';

const strict = createExplain({ strict: true, baseUrl: 'https://h' });

const LISTED = numbered((index) => `k${index},`);

const EXPLAINED: [title: string, route: Text, options?: (n: number) => EndpointOptions, explainWith?: Explain][] = [
  ['expressions', numbered((index) => `/{k${index}}`), many],
  ['one variable in all of them', '/{a}', () => ({ a: 'b/c' })],
  ['variables of one expression', (n) => `/{?${LISTED(n)}z}`, (n) => many(n, 'a/b')],
  ['placeholders without values', (n) => `/x{?${LISTED(n)}z}`, (n) => many(n, 2 ** 60)],
  ['remaining parameters', () => '/x', (n) => many(n, NaN)],
  ['keys of a body', () => 'POST /x', (n) => many(n, 2 ** 60)],
  ['members of lists', () => '/x{?a,b*}', (n) => ({ a: list(n, 2 ** 60), b: list(n), c: list(n) })],
  ['members of objects', () => '/x{?a,b*}', (n) => ({ a: many(n), b: many(n), c: many(n) })],
  ['a fix in many places', '/x:a'],
  ['a fix of many expressions', (n) => `/${'${a}'.repeat(n)}`],
  ['unclosed braces', (n) => `/${'{'.repeat(n)}`],
  ['malformed expressions', (n) => `/${'{!a}'.repeat(n)}`],
  ['characters that must be encoded', (n) => `/${'"'.repeat(n)}{a`, NONE, strict],
  ['lone surrogates', (n) => `/${'\ud800'.repeat(n)}{a`],
  ['whitespace', (n) => `GET${' '.repeat(n)}/${' '.repeat(n)}x`],
  ['text like the beginning of a token', (n) => `/x?a=${'-eyJaaaaaaaaaaaa'.repeat(n)}`, (n) => ({ token: '-eyJaaaaaaaaaa.'.repeat(n) })],
  ['dollar signs', (n) => `/${'$'.repeat(n)}${'${a}'.repeat(n)}`, () => ({ a: 1 })],
  ['triplets', () => '/x', (n) => ({ a: '%20'.repeat(n), b: '%ff'.repeat(n) })],
  ['headers', () => '/x', (n) => ({ headers: many(n) as Record<string, string> })],
  ['text like the beginning of JSON', () => 'POST /x', (n) => ({ data: '['.repeat(n) })],
  ['parameters by location', () => 'POST /x', (n) => ({ [endpoint.in]: { query: many(n), body: many(n) } })],
]; // prettier-ignore

const EXPLANATIONS: Case[] = EXPLAINED.map(([title, route, options = NONE, explainWith = explain]) => [
  title,
  (n) => {
    const [text, values] = [write(route, n), options(n)];
    return () => explainWith(text, values);
  },
]);

/** Hostile inputs of matching, by size. */

const reading = (template: string, url: Text, options?: MatchOptions): Case[1] => {
  const read = compileMatch(template, options);
  return (n) => {
    const text = write(url, n);
    return () => read(text);
  };
};

const LENIENT = { lenient: true };
const OTHERS = numbered((index) => `k${index}=1&`);

const URLS: Case[] = [
  ['a literal that may end a value', reading('{a}.json', '.json')],
  ['a literal that ends no value', reading('{a}.json', (n) => '.json'.repeat(n) + 'x')],
  ['a literal after any text', reading('{+a}/b/{c}', '/b')],
  ['a long literal after any text', reading('{+a}aaaaaaaaaa/', 'a')],
  ['segments', reading('{/a*}{?b*}', '/x')],
  ['a list', reading('{?a*}', (n) => '?a=1' + '&a=1'.repeat(n))],
  ['a map', reading('{?a*}', (n) => '?' + numbered((i) => `k${i}=1`, '&')(n))],
  ['ampersands', reading('{?a*}', (n) => '?' + '&'.repeat(n))],
  ['halves of characters', reading('{a}', '%C3')],
  ['percent signs', reading('{+a}', '%25')],
  ['halves of characters under +', reading('{+a}', '%F0%9F')],
  ['leniently, unencoded characters', reading('/{a}', (n) => '/' + '@:'.repeat(n), LENIENT)],
  ['leniently, triplets in lower case', reading('/{a}', (n) => '/' + '%c3%a9'.repeat(n), LENIENT)],
  ['leniently, a character of the template', reading('/{a}@{b}', (n) => '/' + '@'.repeat(n), LENIENT)],
  ['leniently, parameters in another order', reading('{?a,b*}', (n) => `?${'b=1&'.repeat(n)}a=1`, LENIENT)],
  ['leniently, parameters of other names', reading('{?a,b}', (n) => `?${OTHERS(n)}a=1`, LENIENT)],
  ['leniently, question marks', reading('{?a,b}', '?', LENIENT)],
  ['leniently, lone percent signs', reading('/{a}', (n) => '/' + '%'.repeat(n), LENIENT)],
  ['a prefix', reading('{a:9999}', '%C3%A9')],
];

const finding = (routes: readonly string[], url: Text): Case[1] => {
  const { find } = compileRoutes(routes, { baseUrl: 'https://h/v1' });
  return (n) => {
    const text = `https://h/v1${write(url, n)}`;
    return () => find(text);
  };
};

/** Each segment has three branches, and each of them leads nowhere. */
const BRANCHES = ['a', '{x}', 'a{x}'].flatMap((first) =>
  ['a', '{y}', 'a{y}'].flatMap((second) => ['a', '{z}', 'a{z}'].map((third) => `/${first}/${second}/${third}/end`)),
);

const FOUND: Case[] = [
  ['segments without a route', finding(['/a/{b}'], '/a')],
  ['branches that lead nowhere', finding(BRANCHES, (n) => `/a/a/a/${'e'.repeat(n)}`)],
  ['long segments in each branch', finding(BRANCHES, (n) => `/${'a'.repeat(n)}`.repeat(3))],
  ['text that separates values', finding(['/{a}...{b}'], (n) => '/' + '...'.repeat(n))],
  ['text before many values', finding(['/{a}-{b}-{c}-{d}!'], (n) => '/' + '-'.repeat(n))],
  ['segments under +', finding(['/{+a}', '/{+a}/x/{b}', '/{+a}:c'], '/x')],
  ['slashes', finding(['/{a}/{b}'], '/')],
  ['dots', finding(['/{a}'], (n) => '/' + '.'.repeat(n))],
  ['encoded dots and slashes', finding(['/{a}'], (n) => '/' + '%2525252e%2f'.repeat(n))],
  ['remaining parameters', finding(['/{a}'], (n) => `/a?${OTHERS(n)}`)],
  ['one remaining parameter', finding(['/{a}{?b}'], (n) => `/a?${'k=1&'.repeat(n)}`)],
  ['ampersands', finding(['/{a}{?b}'], (n) => `/a?${'&'.repeat(n)}`)],
  ['a host', finding(['/{a}'], '@')],
  ['whitespace', finding(['/{a}'], (n) => '/' + ' '.repeat(n))],
];

/** Templates by size: the proof that one is not ambiguous takes more than linear work, so a large one is rejected. */
export const LARGE: [title: string, template: (n: number) => string][] = [
  ['many variables by name', (n) => `{?${numbered((index) => `name${index}`, ',')(n)}}`],
  ['many optional expressions', numbered((index) => `{?a${index}}`)],
  ['a long literal after any text', (n) => `{+a}${'a'.repeat(n)}`],
  ['a long literal between two', (n) => `{a}${'a'.repeat(n)}/{b}`],
  ['many segments', numbered((index) => `/{a${index}}`)],
  ['many lists', numbered((index) => `{?a${index}*}`)],
  ['a long name', (n) => `{?${'a'.repeat(n)}*}`],
];

/** All of them. */
export const GROUPS: [title: string, cases: Case[]][] = [
  ['templates and routes', TEMPLATES],
  ['values', VALUES],
  ['headers', HEADERS],
  ['explanations', EXPLANATIONS],
  ['matched urls', URLS],
  ['urls of routes', FOUND],
];

/** No input, however hostile, makes explaining slow: eight times the input takes about eight times the time. */
import { endpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain, explain } from 'endpoint.js/explain';
import { expect, test } from 'vitest';

/** Quadratic work gives 64, linear work 8; what is between them is left to caches, the collector and other work. */
const LIMIT = 32;
const SMALL = 1250; // eightfold: 10,000

const strict = createExplain({ strict: true, baseUrl: 'https://h' });
const names = (n: number, write: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => write(index)).join('');
const many = (n: number, value: unknown = 'x'): EndpointOptions =>
  Object.fromEntries(Array.from({ length: n }, (_, index) => [`k${index}`, value]));

type Case = [
  title: string,
  route: (n: number) => string,
  options?: ((n: number) => EndpointOptions) | undefined,
  explainWith?: typeof explain,
];

const cases: Case[] = [
  ['expressions', (n) => names(n, (index) => `/{k${index}}`), many],
  ['one variable in all of them', (n) => names(n, () => '/{a}'), () => ({ a: 'b/c' })],
  ['variables of one expression', (n) => `/{?${names(n, (index) => `k${index},`)}z}`, (n) => many(n, 'a/b')],
  ['placeholders without values', (n) => `/x{?${names(n, (index) => `k${index},`)}z}`, (n) => many(n, 2 ** 60)],
  ['further parameters', () => '/x', (n) => many(n, NaN)],
  ['keys of a body', () => 'POST /x', (n) => many(n, 2 ** 60)],
  [
    'members of lists',
    () => '/x{?a,b*}',
    (n) => ({ a: Array(n).fill(2 ** 60), b: Array(n).fill('x'), c: Array(n).fill('y') }),
  ],
  ['members of objects', () => '/x{?a,b*}', (n) => ({ a: many(n), b: many(n), c: many(n) })],
  ['unclosed braces', (n) => `/${'{'.repeat(n)}`],
  ['malformed expressions', (n) => `/${'{!a}'.repeat(n)}`],
  ['characters that must be encoded', (n) => `/${'"'.repeat(n)}{a`, undefined, strict],
  ['lone surrogates', (n) => `/${'\ud800'.repeat(n)}{a`],
  ['blanks', (n) => `GET${' '.repeat(n)}/${' '.repeat(n)}x`],
  [
    'what begins like a token',
    (n) => `/x?a=${'-eyJaaaaaaaaaaaa'.repeat(n)}`,
    (n) => ({ token: '-eyJaaaaaaaaaa.'.repeat(n) }),
  ],
  ['dollars', (n) => `/${'$'.repeat(n)}${'${a}'.repeat(n)}`, () => ({ a: 1 })],
  ['triplets', () => '/x', (n) => ({ a: '%20'.repeat(n), b: '%ff'.repeat(n) })],
  ['headers', () => '/x', (n) => ({ headers: many(n) as Record<string, string> })],
  ['text that begins like JSON', () => 'POST /x', (n) => ({ data: '['.repeat(n) })],
  ['parameters by location', () => 'POST /x', (n) => ({ [endpoint.in]: { query: many(n), body: many(n) } })],
];

/** The fastest of some runs. */
function time(run: () => unknown, rounds: number): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

test.each(cases)('%s', { timeout: 60_000 }, (_title, route, options = () => ({}), explainWith = explain) => {
  const run = (n: number) => {
    const [text, given] = [route(n), options(n)];
    return () => explainWith(text, given);
  };
  const [small, large] = [run(SMALL), run(8 * SMALL)];
  let once = time(small, 3);
  let eightfold = time(large, 1);
  for (let round = 0; round < 6 && eightfold / once >= LIMIT; round++) {
    once = Math.min(once, time(small, 2));
    eightfold = Math.min(eightfold, time(large, 1));
  }
  expect(eightfold / Math.max(once, 0.5)).toBeLessThan(LIMIT);
});

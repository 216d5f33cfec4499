/**
 * Plain routes are read without the automaton, and without its proof that no url has two readings. Both must agree: the proof can't fail,
 * and the automaton reads the same values.
 */
import { runs } from '../../dev/testing/full.js';
import fc from 'fast-check';
import { compileRoutes } from 'endpoint.js/uri-template';
import { expect, test } from 'vitest';
import { encode } from '../template/encode.js';
import { compileMatcher } from '../template/match/compile.js';
import { isShort, listSimple } from '../template/match/simple.js';
import { parseParts } from '../template/parse.js';
import { halve } from './halves.js';
import { createPathMatcher } from './path.js';
import { normalizeText } from '../template/match/characters.js';
import { addRoute, createNode, findRoute } from './trie.js';

const list = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join();

test.each([
  ['many segments', `/${list(120, (index) => `{a${index}}`).replaceAll(',', '/')}`],
  ['short segments', '/{a}'.repeat(120)],
  ['many values in a segment', `/${list(30, (index) => `{a${index}}`).replaceAll(',', '-')}`],
  ['a long literal between values', `/{a}${'a'.repeat(900)}{b}`],
  ['a long literal', `/${'a'.repeat(990)}/{b}`],
  ['a long literal after a value', `/{b}${'a'.repeat(190)}`],
  ['a long literal after segments', `/{+b}${'a'.repeat(190)}`],
  ['names that begin alike', `/{?${list(30, (index) => 'a'.repeat(index + 1))}}`],
  ['long names', `/{?${list(30, (index) => `${'name'.repeat(7)}${index}`)}}`],
  ['more names', `/{?${list(60, (index) => `n${index}`)}}`],
  ['as many names as a short query has', `/{?${list(75, (index) => index.toString(36))}}`],
  ['a list of a long name', `/{?${'a'.repeat(190)}*}`],
  ['a text of many kilobytes', `/${'b'.repeat(5000)}/{b}`],
])('proves and reads %s', (_, route) => {
  const { path, tail } = halve(parseParts(route));
  createPathMatcher(path);
  compileMatcher(tail, { lenient: true });
  expect(compileRoutes([route]).find('/x/y')).toBeUndefined();
});

const LITERALS = [
  'a',
  '.',
  '-',
  '~',
  '...',
  '@',
  ',',
  '=',
  ';',
  '$',
  '%41',
  '%2F',
  '%c3%a9',
  'ü',
  '*',
  '/',
  '/b/',
  '!',
];
const names = fc.shuffledSubarray(['a', 'b', 'aa', 'a.b', '$x', 'a[]', '~t', 'x%20y', 'a-b'], { minLength: 1 });
/** A path, and the names of a query. */
const plain = fc
  .record({
    names,
    literals: fc.array(fc.constantFrom(...LITERALS), { minLength: 9, maxLength: 9 }),
    end: fc.constantFrom('', '.json', '/', '/{+z}', '/{+z}/c', '/v{+z}:x'),
    query: names,
    list: fc.constantFrom('', '*', ''),
  })
  .map(({ names: variables, literals, end, query, list: star }) => ({
    path: `/r${variables.map((name, index) => `${literals[index]}{${name}}`).join('')}${end}`,
    query: `{?${query.join()}${star}}`,
  }));
const value = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '.', '-', '/', '%41', '%2c', '%C3%A9', '@', ',', '=', '+', 'é', '%'),
    maxLength: 4,
  }),
  fc.constantFrom('v', 'a.b', '%ff', '%ED%A0%80', '%2F', ''),
);
const values = fc.infiniteStream(value);

test('the automaton reads the same values from paths', () => {
  let read = 0;
  fc.assert(
    fc.property(plain, values, ({ path }, texts) => {
      const { path: parts } = halve(parseParts(path));
      expect(listSimple(parts)).toHaveLength(path.split('{').length - 1);
      const match = createPathMatcher(parts);
      const root = createNode();
      addRoute(root, parts, { route: path, method: 'get' });
      const { find } = compileRoutes([path]);
      for (let turn = 0; turn < 8; turn++) {
        const url = path.replaceAll(/\{[^}]*\}/g, () => texts.next().value);
        const result = find(url);
        // Dot segments, which clients would resolve, match no route.
        if (/(?:^|[/]|%2f)\.{1,2}(?:[/]|%2f|$)/i.test(url)) continue;
        const encoded = encode(url, 'url', true);
        expect(result?.parameters, `${path} ${url}`).toEqual(
          findRoute(root, normalizeText(encoded), (_, found) =>
            match(found, { path: encoded, isPlain: false, tail: '' }),
          ),
        );
        if (result) read++;
      }
    }),
    { numRuns: runs(150) },
  );
  expect(read).toBeGreaterThan(300);
});

test('the automaton reads the same values from queries', () => {
  let read = 0;
  const query = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'aa', '$x', 'a[]', '~t', 'x%20y', '%61'), value), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(plain, fc.array(query, { minLength: 8, maxLength: 8 }), ({ query: template }, queries) => {
      const parts = parseParts(template);
      expect(isShort(parts)).toBe(true);
      const match = compileMatcher(parts, { lenient: true });
      const { find } = compileRoutes([`/r${template}`]);
      for (const parameters of queries) {
        const text = `?${parameters.map(([name, written]) => `${name}=${written}`).join('&')}`;
        const expected = match(encode(text, 'url', true));
        // Other parameters are read too where the template alone doesn't match.
        if (!expected) continue;
        expect(find(`/r${text}`)?.parameters, `${template} ${text}`).toEqual(expected);
        read++;
      }
    }),
    { numRuns: runs(150) },
  );
  expect(read).toBeGreaterThan(100);
});

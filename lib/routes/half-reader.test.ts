/** Templates that are compiled when they are first needed must be unambiguous: their proof, which `find` runs, may not fail. */
import { runs } from '../../dev/testing/full.js';
import fc from 'fast-check';
import { compileRoutes } from 'endpoint.js/uri-template';
import { expect, test } from 'vitest';

const list = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join();

test.each([
  ['many segments', `/${list(120, (index) => `{a${index}}`).replaceAll(',', '/')}`],
  ['many values in a segment', `/${list(30, (index) => `{a${index}}`).replaceAll(',', '-')}`],
  ['a long literal between values', `/{a}${'a'.repeat(900)}{b}`],
  ['a long literal', `/${'a'.repeat(990)}/{b}`],
  ['names that begin alike', `/{?${list(30, (index) => 'a'.repeat(index + 1))}}`],
  ['long names', `/{?${list(30, (index) => `${'name'.repeat(7)}${index}`)}}`],
  ['more names', `/{?${list(60, (index) => `n${index}`)}}`],
  ['a text of many kilobytes', `/${'b'.repeat(5000)}/{b}`],
])('reads %s', (_, route) => {
  expect(compileRoutes([route]).find('/x')).toBeUndefined();
});

const literal = fc.constantFrom(
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
);
const name = fc.constantFrom('a', 'b', 'aa', 'a.b', '$x', 'a[]', '~t', 'x%20y', 'a-b');
const expression = fc.tuple(name, fc.constantFrom('', ':1', ':20')).map(([text, modifier]) => `{${text}${modifier}}`);
const plain = fc
  .tuple(fc.array(fc.tuple(literal, expression)), fc.constantFrom('', '.json', '/'), fc.uniqueArray(name))
  .map(([pairs, end, names]) => `/r${pairs.flat().join('')}${end}${names.length > 0 ? `{?${names.join()}}` : ''}`);

test('no plain template is ambiguous', () => {
  fc.assert(
    fc.property(
      plain,
      fc.string({ unit: fc.constantFrom('a', '.', '-', '/', '%41', '@', ',', '?', '&', '=') }),
      (route, text) => {
        const { find } = compileRoutes([route]);
        find(`/r${text}`);
        // With the literal text of the route, the path's values are read.
        find(route.replaceAll(/\{\?[^}]*\}/g, '').replaceAll(/\{[^}]*\}/g, 'v'));
      },
    ),
    { numRuns: runs(150) },
  );
});

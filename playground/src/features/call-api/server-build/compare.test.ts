import { expect, test } from 'vitest';
import { findDifferences } from './compare.js';

test.each<[name: string, here: unknown, there: unknown, expected: string[]]>([
  ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['another order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['another value', { headers: { accept: 'x' } }, { headers: { accept: 'y' } }, ['headers.accept: "x" | "y"']],
  ['a key here only', { a: 1, b: 2 }, { a: 1 }, ['b: 2 | undefined']],
  ['a key there only', { a: 1 }, { a: 1, b: 2 }, ['b: undefined | 2']],
  ['a longer list', { a: [1] }, { a: [1, 2] }, ['a.1: undefined | 2']],
  ['a list and an object', { a: [] }, { a: {} }, ['a: [] | {}']],
  ['null and an object', null, {}, [': null | {}']],
  ['inherited names', { toString: 1 }, {}, ['toString: 1 | undefined']],
])('compares %s', (_, here, there, expected) => {
  const found = findDifferences(here, there).map(
    (difference) =>
      `${difference.path.join('.')}: ${JSON.stringify(difference.here)} | ${JSON.stringify(difference.there)}`,
  );
  expect(found).toEqual(expected);
});

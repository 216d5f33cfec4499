import { expect, test } from 'vitest';
import { describeSize, measureJson } from './size.js';

test.each<[value: unknown, length: number]>([
  ['a', 3],
  [5, 1],
  [null, 4],
  [true, 4],
  [{ a: [1, 'b'] }, 13],
  [[], 2],
])('measures %j', (value, length) => {
  expect(measureJson(value)).toBe(length);
  expect(JSON.stringify(value)).toHaveLength(length);
});

test.each<[value: unknown, length: number, expected: string]>([
  ['text', 20_400, '20 kB of text'],
  [{ a: 1 }, 20_500, '21 kB, 1 member'],
  [[1, 2], 1_240_000, '1.2 MB, 2 items'],
  [Object.fromEntries(Array.from({ length: 1234 }, (_, index) => [index, 0])), 999_999, '1000 kB, 1,234 members'],
])('describes the size of a value', (value, length, expected) => {
  expect(describeSize(value, length)).toBe(expected);
});

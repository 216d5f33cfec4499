import type * as Crypto from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createFindCaller } from './credentials.js';

const comparisons = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>();
  const timingSafeEqual: typeof crypto.timingSafeEqual = (one, other) => {
    comparisons.count += 1;
    return crypto.timingSafeEqual(one, other);
  };
  return { ...crypto, timingSafeEqual };
});

const tokens = { shop: ['old', 'new'], billing: 'def' };

/** Whom it finds, and by how many comparisons. */
function count(find: ReturnType<typeof createFindCaller>, ...authorization: string[]): unknown {
  comparisons.count = 0;
  return [find(authorization), comparisons.count];
}

it.each<[value: string, caller: string | undefined, first: number, again: number]>([
  ['Bearer old', 'shop', 3, 0],
  ['bearer   def ', 'billing', 3, 0],
  ['Bearer wrong', undefined, 3, 3],
  ['Bearer ol', undefined, 3, 3],
  ['Basic old', undefined, 0, 0],
])('%j costs comparisons with all tokens until it was right once', (value, caller, first, again) => {
  const find = createFindCaller(tokens);
  expect(count(find, 'Bearer new')).toEqual(['shop', 3]);
  expect(count(find, value)).toEqual([caller, first]);
  expect(count(find, value)).toEqual([caller, again]);
  expect(count(find, 'Bearer new')).toEqual(['shop', 0]);
});

it('a remembered one beside another is refused', () => {
  const find = createFindCaller(tokens);
  expect(find(['Bearer old'])).toBe('shop');
  expect(find(['Bearer old', 'Bearer old'])).toBeUndefined();
});

it('of each token, four spellings are remembered', () => {
  const find = createFindCaller(tokens);
  const spell = (spaces: number, token: string): string => `Bearer${' '.repeat(spaces)}${token}`;
  for (let spaces = 1; spaces <= 20; spaces += 1) expect(find([spell(spaces, 'old')])).toBe('shop');
  const costs = [1, 4, 5, 20].map((spaces) => count(find, spell(spaces, 'old')));
  expect(costs).toEqual([
    ['shop', 0],
    ['shop', 0],
    ['shop', 3],
    ['shop', 3],
  ]);
  expect(count(find, spell(9, 'new'))).toEqual(['shop', 3]);
  expect(count(find, spell(9, 'new'))).toEqual(['shop', 0]);
});

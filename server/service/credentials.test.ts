import { describe, expect, it } from 'vitest';
import { createFindCaller } from './credentials.js';

describe('the caller', () => {
  const find = createFindCaller({ shop: ['old', 'new'], billing: 'def', '': 'any' });
  it.each([
    [['Bearer old'], 'shop'],
    [['bearer  new '], 'shop'],
    [['Bearer def'], 'billing'],
    [['Bearer any'], ''],
    [['Bearer ol'], undefined],
    [['Bearer OLD'], undefined],
    [['Basic old'], undefined],
    [['old'], undefined],
    [[], undefined],
    [['Bearer old', 'Bearer old'], undefined],
  ])('of %j is %j', (authorization, caller) => {
    expect(find(authorization)).toBe(caller);
  });

  it('of a single token has no name', () => {
    expect(createFindCaller('a')(['Bearer a'])).toBe('');
  });

  it.each([
    ['', 'The token is empty; '],
    ['a b', 'The token must be one or more of A-Z a-z 0-9'],
    [{}, 'The token is empty; '],
    [{ shop: [] }, 'The token is empty; '],
    [{ shop: 'a', billing: 'a' }, 'The callers shop and billing have the same token; give each its own.'],
    [{ 'a/b': 'a' }, `A caller's name must be at most 64 of A-Z a-z 0-9 - . _, not "a/b".`],
    [{ ['a'.repeat(65)]: 'a' }, "A caller's name must be"],
  ])('is not found by %j', (tokens, message) => {
    expect(() => createFindCaller(tokens)).toThrow(message);
  });
});

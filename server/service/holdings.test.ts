import { describe, expect, it } from 'vitest';
import { createHoldings, countHeldBytes } from './holdings.js';

describe('holdings', () => {
  /**
   * Returns the ended holdings after these steps: a name begins (its caller is its letter, or the letter before `/`), `name+bytes` grows,
   * `name-` is released, `name!` becomes the youngest, `name*` becomes busy.
   */
  function ended(limits: { count: number; bytes: number }, steps: string): string {
    const holdings = createHoldings(limits);
    const names = new Map<string, ReturnType<typeof holdings.hold>>();
    const busy = new Set<string>();
    const gone: string[] = [];
    for (const step of steps.split(' ')) {
      const [, name = '', sign, bytes] = /^([\w/]+)([-+!*])?(\d*)$/.exec(step) ?? [];
      if (sign === '+') names.get(name)?.grow(Number(bytes));
      else if (sign === '-') names.get(name)?.release();
      else if (sign === '!') names.get(name)?.renew();
      else if (sign === '*') busy.add(name);
      else names.set(name, holdings.hold({ end: () => gone.push(name), caller: () => name[0] ?? '', busy: () => busy.has(name) })); // prettier-ignore
    }
    return gone.join(' ');
  }

  it.each([
    ['nothing within the bounds', 'a b a+5 b+5', ''],
    ['the oldest when there are too many', 'a b c d', 'a'],
    ['as many as it takes', 'a b c d e', 'a b'],
    ['the oldest when they hold too much', 'a b c a+3 b+4 c+4', 'a'],
    ['the one that holds more than half', 'a b a+5 b+6', 'b'],
    ['the one that grows when it is the oldest', 'a b a+11', 'a'],
    ['only the one that holds too much by itself', 'a b a+1 b+11', 'b'],
    ['nothing that is released', 'a b a+9 a- b+9 c d', ''],
    ['nothing twice', 'a a+11 a+11 b', 'a'],
    ['nothing for what was released before it grew', 'a a- a+99 b b+10', ''],
    ['the oldest of a caller that has more than half', 'a b/1 b/2 b/3', 'b/1'],
    ["and never another's for it", 'a b/1 b/2 b/3 b/4 b/5', 'b/1 b/2 b/3'],
    ['by bytes too', 'a a+3 b/1 b/2 b/1+3 b/2+5', 'b/1'],
    ['the oldest again once no caller has more than half', 'a/1 a/2 a/3 a/4 a/2- a/3- b c d', 'a/1 a/4'],
    ['the oldest by its renewal', 'a b c a! d', 'b'],
    ['one that is not busy', 'a b c a* d', 'b'],
    ['the oldest when all others are busy', 'a b c a* b* c* d', 'a'],
  ])('ends %s', (_, steps, expected) => {
    expect(ended({ count: 3, bytes: 10 }, steps)).toBe(expected);
  });

  it.each([
    ['plain', 10, false, 1000, 10],
    ['compressed: its largest decompression', 10, true, 100_000, 10_320],
    ['compressed: at most a message', 10, true, 1000, 1000],
    ['compressed: nothing beyond a message', 10, true, -5, 0],
  ])('counts bytes, %s', (_, length, compressed, atMost, expected) => {
    expect(countHeldBytes(length, compressed, atMost)).toBe(expected);
  });
});

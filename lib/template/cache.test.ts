/** A cache holds a bounded number of short texts. */
import { describe, expect, test } from 'vitest';
import { cached } from './cache.js';

/** A cache of texts' lengths, and the texts that it has computed. */
function counting(): { lengthOf: (text: string) => number; computed: string[] } {
  const computed: string[] = [];
  const lengthOf = cached((text) => {
    computed.push(text);
    return text.length;
  });
  return { lengthOf, computed };
}

describe('a cache', () => {
  test('computes once for each text', () => {
    const { lengthOf, computed } = counting();
    expect([lengthOf('a'), lengthOf('ab'), lengthOf('a')]).toEqual([1, 2, 1]);
    expect(computed).toEqual(['a', 'ab']);
  });

  test('holds the 1,000 latest texts, however many there are', () => {
    const { lengthOf, computed } = counting();
    const texts = Array.from({ length: 5000 }, (_, index) => `text ${index}`);
    for (const text of texts) lengthOf(text);
    expect(computed).toEqual(texts);
    for (const text of texts.slice(-1000)) lengthOf(text);
    expect(computed).toHaveLength(5000);
    for (const text of texts.slice(0, 4000)) lengthOf(text);
    expect(computed).toHaveLength(9000);
  });

  test('holds no long text, and nothing that throws', () => {
    const { lengthOf, computed } = counting();
    const long = 'x'.repeat(2001);
    expect([lengthOf(long), lengthOf(long)]).toEqual([2001, 2001]);
    expect(computed).toEqual([long, long]);
    let calls = 0;
    const failing = cached(() => {
      calls++;
      throw new RangeError('no');
    });
    for (let i = 0; i < 2; i++) expect(() => failing('a')).toThrow('no');
    expect(calls).toBe(2);
  });
});

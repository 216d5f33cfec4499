import { describe, expect, test } from 'vitest';
import { cached } from './cache.js';

/** A cache of texts' lengths, and the texts that it has computed. */
function createCache(): { measure: (text: string) => number; computed: string[] } {
  const computed: string[] = [];
  const measure = cached((text) => {
    computed.push(text);
    return text.length;
  });
  return { measure, computed };
}

describe('a cache', () => {
  test('computes once for each text', () => {
    const { measure, computed } = createCache();
    expect([measure('a'), measure('ab'), measure('a')]).toEqual([1, 2, 1]);
    expect(computed).toEqual(['a', 'ab']);
  });

  test('keeps only the 1,000 latest texts', () => {
    const { measure, computed } = createCache();
    const texts = Array.from({ length: 5000 }, (_, index) => `text ${index}`);
    for (const text of texts) measure(text);
    expect(computed).toEqual(texts);
    for (const text of texts.slice(-1000)) measure(text);
    expect(computed).toHaveLength(5000);
    for (const text of texts.slice(0, 4000)) measure(text);
    expect(computed).toHaveLength(9000);
  });

  test('keeps neither long texts nor errors', () => {
    const { measure, computed } = createCache();
    const long = 'x'.repeat(2001);
    expect([measure(long), measure(long)]).toEqual([2001, 2001]);
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

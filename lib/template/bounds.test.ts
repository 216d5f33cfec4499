import { createEndpoint, type EndpointOptions, type EndpointSettings } from 'endpoint.js';
import { compile, expand } from 'endpoint.js/uri-template';
import { describe, expect, test } from 'vitest';
import { cached } from './cache.js';
import { catchError } from '../test/attempt.js';

const BOUND = 1_048_576;
const api = createEndpoint({ baseUrl: 'https://h' });
const tooLong = (run: () => unknown): void => expect(catchError(run)).toMatchObject({ code: 'too-long' });

describe('a url may have exactly as many characters as the bound', () => {
  const room = 30 - 'https://h/'.length;
  test.each<[settings: EndpointSettings, url: string, fits: EndpointOptions]>([
    [{}, '/{a}', { a: 'x'.repeat(room) }],
    [{}, '/{+a}', { a: 'x'.repeat(room) }],
    [{}, '/{a}', { a: 'é'.repeat(2) + 'x'.repeat(room - 12) }],
    [{}, '/{a}', { a: Array.from({ length: room / 2 }, () => 'x').concat('') }],
    [{}, '{/a*}', { a: ['x'.repeat(room)] }],
    [{}, '/?{a}', { a: 'x'.repeat(room - 1) }],
    [{}, '/x', { a: 'x'.repeat(room - 4) }],
    [{ query: { arrays: 'repeat' } }, '/', { a: ['x'.repeat(room - 7), 'y', ''].slice(0, 2) }],
    [{}, '/' + 'x'.repeat(room), {}],
  ])('%j %s %j', (settings, url, fits) => {
    const builder = createEndpoint({ baseUrl: 'https://h', maxLength: 30, ...settings });
    expect(builder(url, fits).url.length).toBeLessThanOrEqual(30);
    tooLong(() => builder(url + 'yy', fits));
  });

  test('is 1,048,576 by default', () => {
    const value = 'x'.repeat(BOUND - 'https://h/'.length);
    expect(api('/{a}', { a: value }).url).toHaveLength(BOUND);
    tooLong(() => api('/{a}', { a: value + 'x' }));
    expect(expand('{a}', { a: 'x'.repeat(BOUND) })).toHaveLength(BOUND);
    tooLong(() => expand('{a}', { a: 'x'.repeat(BOUND + 1) }));
    expect(compile('{a}', { maxLength: 3 })({ a: 'abc' })).toBe('abc');
    tooLong(() => compile('{a}', { maxLength: 2 })({ a: 'abc' }));
    tooLong(() => compile('abc', { maxLength: 2 })({}));
  });
});

describe('charges work that writes nothing as well', () => {
  /** A list that counts the readings of its members. */
  function createCountingList(length: number, member: unknown): { list: unknown[]; reads: () => number } {
    let reads = 0;
    const list = new Proxy(
      Array.from({ length }, () => member),
      {
        get: (target, key, receiver) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
          return Reflect.get(target, key, receiver) as unknown;
        },
      },
    );
    return { list, reads: () => reads };
  }

  test.each<[title: string, template: string, member: unknown]>([
    ['members that are null', '{a}', null],
    ['members that are null, exploded', '{?a*}', null],
    ['empty members', '{a}', ''],
  ])('%s', (_, expression, member) => {
    const { list, reads } = createCountingList(10_000, member);
    tooLong(() => expand(expression.repeat(5000), { a: list }));
    // At most two readings of a member: one for its presence.
    expect(reads()).toBeLessThan(2 * BOUND + 20_000);
  });

  test.each<[title: string, () => unknown]>([
    ['long values, repeated', () => api('/' + '{a}'.repeat(5800), { a: 'é'.repeat(8700) })],
    [
      'a map, repeated',
      () =>
        api('/{?a*}'.repeat(5000), {
          a: Object.fromEntries(Array.from({ length: 60_000 }, (__, index) => [`k${index}`, 1])),
        }),
    ],
    ['nulls of a query', () => createEndpoint({ maxLength: 100 })('/x', { a: Array(101).fill(null) })],
    [
      'nulls of a nested query',
      () =>
        createEndpoint({ maxLength: 100 })('/x', {
          a: { b: Object.fromEntries(Array.from({ length: 101 }, (__, index) => [index, null])) },
        }),
    ],
    [
      'a long name before each member',
      () => createEndpoint({ query: { arrays: 'repeat' } })('/x', { ['n'.repeat(10_000)]: Array(1000).fill('x') }),
    ],
    [
      'a long name before each exploded member',
      () => expand(`{?${'n'.repeat(10_000)}*}`, { ['n'.repeat(10_000)]: Array(1000).fill('x') }),
    ],
    ['a list of 4,294,967,295 holes', () => api('/{a}', { a: Object.assign([], { length: 2 ** 32 - 1 }) })],
  ])('%s', (_, run) => {
    tooLong(run);
  });

  test('a prefix is taken before it is encoded', () => {
    expect(expand('{a:1}'.repeat(5000), { a: 'é'.repeat(1_000_000) })).toBe('%C3%A9'.repeat(5000));
  });

  test.each([0, -1, Number.NaN, '9'])('rejects maxLength %s', (maxLength) => {
    expect(() => createEndpoint({ maxLength: maxLength as number })).toThrow(/maxLength: isn't a positive number/);
  });
});

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
  test('computes twice for each text', () => {
    const { measure, computed } = createCache();
    expect(['a', 'ab', 'a', 'ab', 'a', 'a'].map(measure)).toEqual([1, 2, 1, 2, 1, 1]);
    expect(computed).toEqual(['a', 'ab', 'a', 'ab']);
  });

  test('keeps the 500 latest texts, and at most as many before them', () => {
    const { measure, computed } = createCache();
    const texts = Array.from({ length: 5000 }, (_, index) => `text ${index}`);
    const latest = texts.slice(-500);
    for (const text of [...texts, ...latest]) measure(text);
    expect(computed).toEqual([...texts, ...latest]);
    for (const text of latest) measure(text);
    expect(computed).toHaveLength(5500);
    for (const text of texts.slice(0, 4000)) measure(text);
    expect(computed).toHaveLength(9500);
  });

  test('keeps a text in use, however many others come once', () => {
    const { measure, computed } = createCache();
    const calls = Array.from({ length: 10_000 }, (_, index) => (index % 100 ? `text ${index}` : 'used'));
    for (const text of calls) measure(text);
    expect(computed.filter((text) => text === 'used')).toHaveLength(2);
  });

  test('keeps neither long texts nor errors', () => {
    const { measure, computed } = createCache();
    const long = 'x'.repeat(2001);
    expect([long, long, long].map(measure)).toEqual([2001, 2001, 2001]);
    expect(computed).toEqual([long, long, long]);
    let calls = 0;
    const failing = cached(() => {
      calls++;
      throw new RangeError('no');
    });
    for (let i = 0; i < 3; i++) expect(() => failing('a')).toThrow('no');
    expect(calls).toBe(3);
  });
});

/** The remaining parameters as a query, beside qs: the same text for nested values, and a table of the deliberate differences. */
import { createEndpoint, endpoint, EndpointError, type QueryStyle } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { toHar } from 'endpoint.js/har';
import fc from 'fast-check';
import { parse, stringify, type IStringifyOptions } from 'qs';
import { describe, expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { QUERY_STYLES, type QueryArrays } from '../options.js';

type Values = Record<string, unknown>;

function queryOf(style: QueryStyle, query: Values): string {
  const { url } = createEndpoint({ query: style })('GET /', { [endpoint.in]: { query } });
  return url.slice('/?'.length);
}

function formOf(style: QueryStyle, data: Values): string {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const [, { body }] = toFetch(createEndpoint()('POST /', { data, headers }), style);
  return body as string;
}

/** The styles of OpenAPI that qs doesn't have: lists joined by another separator than a comma. */
const JOINED = { pipes: '|', spaces: ' ' } as const;

const isJoined = (arrays: QueryArrays | undefined): arrays is keyof typeof JOINED =>
  arrays !== undefined && Object.hasOwn(JOINED, arrays);

/** The options of qs for a style. Where qs joins lists, it encodes the comma, unless it leaves all names as they are. */
const toPeer = ({ arrays = 'comma', objects }: QueryStyle): IStringifyOptions => ({
  arrayFormat: isJoined(arrays) ? 'comma' : arrays,
  allowDots: objects === 'dots',
  skipNulls: true,
  encodeValuesOnly: arrays === 'comma',
});

const key = fc.oneof(fc.constantFrom('a', 'b', 'id', '0', 'a_b'), fc.string({ unit: 'grapheme', minLength: 1 }));
const plainKey = fc.constantFrom('a', 'b', 'id', '0', 'a_b', '~');
const single = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
  fc.constantFrom<unknown>('', ' ', '+', ',', '&=', '100%', "!'()*", 0, -0.5, 1e21, true, false, 10n ** 20n),
  fc.date({ noInvalidDate: true }),
);
const wellFormed = (value: unknown): boolean =>
  typeof value === 'string'
    ? !/\p{Cs}/u.test(value)
    : typeof value !== 'object' ||
      value === null ||
      Object.entries(value).every(([name, member]) => wellFormed(name) && wellFormed(member));

/** A list of one empty text, which qs leaves out where it joins lists. */
const isEmptyText = (list: readonly unknown[]): boolean => list.length === 1 && list[0] === '';

/** Values nested in objects, and, where lists may hold more than single values, in lists. */
function nested(name: fc.Arbitrary<string>, flatLists: boolean): fc.Arbitrary<Values> {
  const { value } = fc.letrec<{ value: unknown; list: unknown[]; map: Values }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 3, arbitrary: single },
      fc.constantFrom(undefined, null, [], {}),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(flatLists ? single : tie('value'), { maxLength: 3 }).filter((list) => !isEmptyText(list)),
    map: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  }));
  return fc.dictionary(name, value, { maxKeys: 4 }).filter((map) => wellFormed(map) && !Object.hasOwn(map, ''));
}

/** Without the members of lists that write nothing, whose place qs leaves empty. */
function compact(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value ?? undefined;
  if (Array.isArray(value)) {
    const written = value.map(compact).filter((member) => member !== undefined);
    return written.length > 0 ? written : undefined;
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const written = compact(member);
    return written === undefined ? [] : [[name, written] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

const hasListInList = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((member) => (Array.isArray(value) && Array.isArray(member)) || hasListInList(member));

const STYLES: QueryStyle[] = QUERY_STYLES.arrays.flatMap((arrays) =>
  QUERY_STYLES.objects.map((objects) => ({ arrays, objects })),
);

describe.each(STYLES.filter(({ arrays }) => !isJoined(arrays)))('lists as $arrays, objects as $objects', (style) => {
  const { arrays } = style;
  const isFlat = arrays === 'comma' || arrays === 'repeat';
  const values = nested(arrays === 'comma' ? plainKey : key, isFlat).filter(
    (query) => arrays !== 'brackets' || !hasListInList(query),
  );

  test('a query is that of qs', () => {
    fc.assert(
      fc.property(values, (query) => {
        // qs leaves brackets in names where it encodes values only.
        const theirs = stringify(compact(query), toPeer(style)).replaceAll(/[[\]](?=[^=&]*=)/g, encodeURIComponent);
        expect(queryOf(style, query)).toBe(theirs);
      }),
      { numRuns: runs(150) },
    );
  });

  test('so is a form, and one in HAR', () => {
    fc.assert(
      fc.property(values, (data) => {
        const form = formOf(style, data);
        expect(form).toBe(queryOf(style, data));
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const { postData } = toHar(createEndpoint()('POST https://h/', { data, headers }), style);
        expect(postData).toMatchObject({
          params: Array.from(new URLSearchParams(form), ([name, value]) => ({ name, value })),
        });
      }),
      { numRuns: runs(50) },
    );
  });
});

/** Whether a list has a member with the text. */
function hasInList(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return value.some((member) => typeof member === 'string' && member.includes(text));
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return Object.values(value).some((member) => hasInList(member, text));
}

describe.each(STYLES.flatMap(({ arrays, objects }) => (isJoined(arrays) ? [{ arrays, objects }] : [])))(
  'lists as $arrays, objects as $objects',
  ({ arrays, objects }) => {
    const separator = JOINED[arrays];
    const encoded = encodeURIComponent(separator);

    test('a query is that of commas with the other separator, or an error where a member has it', () => {
      fc.assert(
        fc.property(nested(key, true), (query) => {
          // An encoded comma is of a value, any other one separates.
          const joined = queryOf({ arrays: 'comma', objects }, query).replaceAll(',', encoded);
          if (hasInList(query, separator))
            expect(() => queryOf({ arrays, objects }, query)).toThrow('a member contains the separator of the list');
          else expect(queryOf({ arrays, objects }, query)).toBe(joined);
        }),
        { numRuns: runs(150) },
      );
    });
  },
);

const ROWS: readonly (readonly [QueryStyle, Values, query: string])[] = [
  [{ arrays: 'indices' }, { items: [{ price: 1 }, { price: 2 }] }, 'items[0][price]=1&items[1][price]=2'],
  [{ arrays: 'brackets' }, { items: [{ price: 1 }, { price: 2 }] }, 'items[][price]=1&items[][price]=2'],
  [
    { arrays: 'indices', objects: 'dots' },
    { items: [{ price: 1, tags: ['x'] }] },
    'items[0].price=1&items[0].tags[0]=x',
  ],
  [{ arrays: 'brackets', objects: 'dots' }, { items: [{ price: 1 }] }, 'items[].price=1'],
  [{ arrays: 'indices' }, { a: [null, 1, undefined, {}, [], 2, [3]] }, 'a[0]=1&a[1]=2&a[2][0]=3'],
  [{ arrays: 'brackets' }, { a: [null, 1, 2] }, 'a[]=1&a[]=2'],
  [{ objects: 'dots' }, { a: { b: { c: [1, 2] } } }, 'a.b.c=1&a.b.c=2'],
  [{ arrays: 'repeat', objects: 'dots' }, { a: { b: [1, 2] } }, 'a.b=1&a.b=2'],
  [{ objects: 'dots' }, { a: { 'b c': 1, 'd.e': 2 } }, 'a.b%20c=1&a.d.e=2'],
  [{ arrays: 'comma' }, { a: { b: [1, 2] } }, 'a[b]=1,2'],
  [{ arrays: 'pipes' }, { a: ['x', 'y z'], b: ['|'].slice(1), c: 'x|y' }, 'a=x%7Cy%20z&c=x%7Cy'],
  [{ arrays: 'spaces' }, { a: ['x', 'y|z'], b: { c: [1, 2] } }, 'a=x%20y%7Cz&b[c]=1%202'],
];

test('each style has a row', () => {
  const styles = ROWS.map(([style]) => style);
  for (const arrays of QUERY_STYLES.arrays) expect(styles).toContainEqual(expect.objectContaining({ arrays }));
  for (const objects of QUERY_STYLES.objects.slice(1))
    expect(styles).toContainEqual(expect.objectContaining({ objects }));
});

test.each(ROWS)('%o writes %j as %s', (style, values, expected) => {
  expect(queryOf(style, values).replaceAll('%5B', '[').replaceAll('%5D', ']')).toBe(expected);
});

test('qs reads back what indices write, also with dots', () => {
  const item = fc.record({
    price: fc.nat().map(String),
    tags: fc.array(fc.constantFrom('x', 'y z'), { minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), fc.boolean(), (items, dots) => {
      const query = queryOf({ arrays: 'indices', objects: dots ? 'dots' : 'brackets' }, { items });
      expect(parse(query, { allowDots: dots })).toEqual({ items });
    }),
    { numRuns: runs(50) },
  );
});

describe.each<[QueryStyle]>([[{ arrays: 'comma' }], [{ arrays: 'repeat' }]])('%o', (style) => {
  test.each([[[{ b: 1 }]], [[[1]]], [[1, { b: 1 }]]])('has no form for the list %j', (list) => {
    for (const write of [queryOf, formOf]) {
      expect(() => write(style, { a: list })).toThrow(EndpointError);
      expect(() => write(style, { a: list })).toThrow(
        'a: has no text in a url; pass text, a finite number, boolean, date, flat list or map.',
      );
      expect(() => write(style, { o: { a: list } })).toThrow('o: has no text in a url');
    }
  });
});

test.each([[[[1]]], [[1, [2]]], [[{ b: [[1]] }]]])('brackets have no form for the list of lists %j', (list) => {
  for (const write of [queryOf, formOf])
    expect(() => write({ arrays: 'brackets' }, { a: list })).toThrow(
      'a: is a list of lists, which "brackets" can\'t express; set query.arrays to "indices".',
    );
});

/** How the remaining parameters follow the template's text and variables: a url, or the name that is in both. */
test.each<[route: string, Values, result: string, QueryStyle?]>([
  ['/x', { b: 2 }, '/x?b=2'],
  ['/x{?a}', { b: 2 }, '/x?b=2'],
  ['/x{?a}', { a: '', b: 2 }, '/x?a=&b=2'],
  ['/x{?a:1,c}', { a: 'yz', c: [1, 2], b: 2 }, '/x?a=y&c=1,2&b=2'],
  ['/x{?a}{&c}', { a: 1, c: 3, b: 2 }, '/x?a=1&c=3&b=2'],
  ['/x{&a}', { a: 1, b: 2 }, '/x&a=1?b=2'],
  ['/{a}', { a: '?', b: 2 }, '/%3F?b=2'],
  ['/x{/a*}', { a: { b: 1 }, b: 2 }, '/x/b=1?b=2'],
  ['/x{#a}', { a: 1, b: 2 }, '/x?b=2#1'],
  ['/x#f{a}', { a: 1, b: 2 }, '/x?b=2#f1'],
  ['/x#f{?a}', { a: 1, b: 2 }, '/x?b=2#f?a=1'],
  ['/x{?a}#f', { a: 1, b: 2 }, '/x?a=1&b=2#f'],
  ['/x{+a}', { a: '#f', b: 2 }, '/x?b=2#f'],
  ['/x?', { b: 2 }, '/x?b=2'],
  ['/x?c', { b: 2 }, '/x?c&b=2'],
  ['/x{+a}', { a: '?b=1', b: 2 }, 'b'],
  ['/x?b=1', { b: 2 }, 'b'],
  ['/x?b=1{&a}', { a: 1, b: 2 }, 'b'],
  ['/x?{a}', { a: 'b', b: 2 }, 'b'],
  ['?b', { b: 2 }, 'b'],
  ['/x{?a*}', { a: { b: 1 }, b: 2 }, 'b'],
  ['/x{?c,a*}', { a: { b: 1 }, b: 2 }, 'b'],
  ['/x{?a[b]}', { 'a[b]': 1, a: { b: 2 } }, 'a[b]'],
  ['/x{?a.b}', { 'a.b': 1, a: { b: 2 } }, 'a.b', { objects: 'dots' }],
])('%s with %j is %s', (route, values, result, style = {}) => {
  const build = createEndpoint({ query: style });
  if (/^\W/.test(result)) expect(build(route, values).url).toBe(result);
  else
    expect(() => build(route, values)).toThrow(
      expect.objectContaining({ code: 'duplicate-parameter', parameter: result }) as Error,
    );
});

/** What differs from qs on purpose. */
test.each<[why: string, QueryStyle, Values, theirs: string, ours: string | RegExp]>([
  ['a list of objects would lose its structure', { arrays: 'repeat' }, { a: [{ b: 1 }] }, 'a[b]=1', /flat list or map/],
  ['an object has no text', { arrays: 'comma' }, { a: [{ b: 1 }] }, 'a=[object Object]', /flat list or map/],
  ['null is left out of a joined list', { arrays: 'comma' }, { a: [null, 1] }, 'a=,1', 'a=1'],
  ['a member that is left out leaves no hole', { arrays: 'indices' }, { a: [null, 1] }, 'a[1]=1', 'a%5B0%5D=1'],
  [
    'nobody reads a list of lists back',
    { arrays: 'brackets' },
    { a: [[1], [2]] },
    'a[][]=1&a[][]=2',
    /is a list of lists/,
  ],
  ['a list of an empty text is a value', { arrays: 'comma' }, { a: [''] }, '', 'a='],
  ['a function has no text', { arrays: 'indices' }, { a: () => 1, b: 1 }, 'b=1', /a: has no text/],
  ['UTF-8 has no lone surrogates', { arrays: 'indices' }, { a: '\ud800b' }, 'a=%EF%BF%BDb', /lone surrogate/],
  [
    'an instance of a class is no map',
    { arrays: 'indices' },
    { a: new Map([['b', 1]]), b: 1 },
    'b=1',
    /a: has no text/,
  ],
])('differs deliberately: %s', (_, style, values, theirs, ours) => {
  expect(decodeBrackets(stringify(values, toPeer(style)))).toBe(theirs);
  if (typeof ours === 'string') expect(queryOf(style, values)).toBe(ours);
  else expect(() => queryOf(style, values)).toThrow(ours);
});

const decodeBrackets = (query: string): string =>
  query.replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%20', ' ');

import { Readable } from 'node:stream';
import { createEndpoint, type EndpointOptions } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { toFetch } from 'endpoint.js/fetch';
import { describe, expect, test } from 'vitest';
import { catchError } from '../test/attempt.js';

const settings = { baseUrl: 'https://h', query: { arrays: 'indices' } } as const;
const api = createEndpoint(settings);
const explain = createExplain(settings);
const FORM = 'application/x-www-form-urlencoded';

class Money {
  amount = 1;
}

const hole: number[] = [];
hole.length = 1;

/** Values that neither JSON nor a url can carry. */
const KINDS: [kind: string, value: unknown][] = [
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['an invalid date', new Date(NaN)],
  ['a promise', Promise.resolve(1)],
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set([1])],
  ['a WeakMap', new WeakMap()],
  ['a RegExp', /x/],
  ['an Error', new Error('x')],
  ['a class instance', new Money()],
  ['an AbortSignal', new AbortController().signal],
  ['Headers', new Headers({ a: 'b' })],
  ['FormData', new FormData()],
  ['a Blob', new Blob(['x'])],
  ['a File', new File(['x'], 'x.txt')],
  ['an ArrayBuffer', new ArrayBuffer(2)],
  ['a DataView', new DataView(new ArrayBuffer(2))],
  ['a Uint8Array', new Uint8Array(2)],
  ['a ReadableStream', new ReadableStream()],
  ['a stream of Node', Readable.from(['x'])],
  ['a generator', (function* () {})()],
  ['a boxed number', Object(1)],
  ['an object whose toJSON is undefined', { toJSON: () => undefined }],
  ['an object whose toJSON is a Map', { toJSON: () => new Map() }],
];
/** Bodies themselves, or bytes that a form has a text for. */
const OTHERS: [kind: string, value: unknown][] = [['URLSearchParams', new URLSearchParams('a=1')]];

/** Where a value may be, and the path in the message. */
const PLACES: [place: string, path: string, route: string, place: (value: unknown) => EndpointOptions][] = [
  ['a parameter', 'v', 'POST /x', (v) => ({ v })],
  ['a member', 'v.a.b', 'POST /x', (b) => ({ v: { a: { b } } })],
  ['a list', 'v[1].file', 'POST /x', (file) => ({ v: [1, { file }] })],
  ['toJSON', 'v.a', 'POST /x', (a) => ({ v: { toJSON: () => ({ a }) } })],
  ['in.body', 'v[0]', 'POST /x', (v) => ({ [api.in]: { body: { v: [v] } } })],
  ['QUERY-like methods', 'v', 'DELETE /x', (v) => ({ v })],
  ['data', 'data.v[0]', 'POST /x', (v) => ({ data: { v: [v] } })],
  ['a list as data', 'data[0]', 'POST /x', (v) => ({ data: [v] })],
  ['a query', 'v', 'GET /x', (v) => ({ v })],
  ['a list in a query', 'v', 'GET /x', (v) => ({ v: ['a', v] })],
  ['a template', 'v', 'POST /x{?v}', (v) => ({ v })],
  ['a path', 'v', 'GET /x/{v}', (v) => ({ v })],
  ['a list in a path', 'v', 'GET /x{/v*}', (v) => ({ v: ['a', v] })],
  ['a form', 'v', 'POST /x', (v) => ({ v, headers: { 'content-type': FORM } })],
  ['a list in a form', 'v', 'POST /x', (v) => ({ v: [v], headers: { 'content-type': FORM } })],
  ['a form as data', 'v', 'POST /x', (v) => ({ data: { v }, headers: { 'content-type': FORM } })],
];

describe.each(PLACES)('%s', (_, path, route, place) => {
  test.each([...KINDS, ...OTHERS])('has no %s', (_kind, value) => {
    const options = place(value);
    const attempts = [
      () => api(route, options),
      () => api.parse(api.merge(route, options)),
      () => api.defaults(options)(route),
    ];
    for (const attempt of attempts) {
      const error = catchError(() => toFetch(attempt()));
      expect(error).toMatchObject({ code: 'invalid-value', parameter: path.split(/[.[]/, 1)[0] });
      expect(error?.message.startsWith(path)).toBe(true);
    }
    expect(explain(route, options).error).toMatchObject({ code: 'invalid-value' });
  });
});

test.each([
  [{ v: Promise.resolve(1) }, "v: JSON can't hold Promise; await it."],
  [{ items: [1, 2, { file: new File([], 'x') }] }, "items[2].file: JSON can't hold File; pass it as data."],
  [{ v: new Uint8Array(1) }, "v: JSON can't hold Uint8Array; pass it as data."],
  [{ v: NaN }, "v: JSON can't hold NaN; pass text, a finite number, boolean, list or plain object."],
  [{ v: [undefined] }, "v[0]: JSON can't hold Undefined; pass text, a finite number, boolean, list or plain object."],
  [{ v: hole }, "v[0]: JSON can't hold Undefined; pass text, a finite number, boolean, list or plain object."],
  [{ v: 12n }, "v: JSON can't hold BigInt; pass text, a finite number, boolean, list or plain object."],
])('%o is named with the way out', (options, message) => {
  expect(() => api('POST /x', options)).toThrow(message);
});

test.each([
  [{ v: { a: undefined } }],
  [{ v: new Date(0) }],
  [{ v: [new URL('https://h'), { toJSON: () => null }, Object.create(null)] }],
  [{ v: JSON.parse('{"__proto__":1,"constructor":[true,false,null,0,-1.5,"x"]}') as unknown }],
  [{ v: '\ud800' }],
])('%o is sent as JSON writes it', (options) => {
  const [, { body }] = toFetch(api('POST /x', options));
  expect(body).toBe(JSON.stringify(options));
});

test('a body that contains itself, or grows without a bound, is an error', () => {
  const loop: Record<string, unknown> = {};
  loop['loop'] = { loop };
  let many: unknown[] = [0];
  for (let level = 0; level < 30; level++) many = [many, many];
  expect(() => api('POST /x', { loop })).toThrow(/^loop: is nested too deeply/);
  expect(() => api('POST /x', { data: loop })).toThrow(/^data: is nested too deeply/);
  expect(() => api('POST /x', { many })).toThrow(/^many: would make it longer than 1048576/);
});

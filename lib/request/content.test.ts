import { Readable } from 'node:stream';
import { createEndpoint, EndpointError, type EndpointOptions, endpoint } from 'endpoint.js';
import { describe, expect, test } from 'vitest';

const api = createEndpoint({ baseUrl: 'https://h' });
class Money {
  amount = 1;
}

test.each([
  ['FormData', new FormData()],
  ['URLSearchParams', new URLSearchParams('a=1')],
  ['Blob', new Blob(['x'])],
  ['File', new File(['x'], 'x.txt')],
  ['ReadableStream', new ReadableStream()],
  ['ArrayBuffer', new ArrayBuffer(2)],
  ['DataView', new DataView(new ArrayBuffer(2))],
  ['Uint8Array', new Uint8Array(2)],
  ['Float64Array', new Float64Array(2)],
  ['Buffer', Buffer.from('x')],
  ['a stream of Node', Readable.from(['x'])],
  ['a generator', (async function* () {})()],
])('sends %s unchanged', (_, data) => {
  const { body, headers } = api('POST /x', { data });
  expect(body).toBe(data);
  expect(headers).not.toHaveProperty('content-type');
});

test.each([
  ['a class instance', new Money()],
  ['Date', new Date(0)],
  ['Map', new Map()],
  ['Set', new Set()],
  ['Error', new Error('x')],
  ['RegExp', /x/],
  ['Promise', Promise.resolve()],
  ['function', () => 1],
  ['symbol', Symbol('x')],
  ['bigint', 1n],
])('rejects %s as a body', (_, data) => {
  expect(() => api('POST /x', { data })).toThrow(/^data: can't be sent as \w+; pass text, bytes/);
  expect(() => api.defaults({ data })('POST /x')).toThrow(EndpointError);
});

describe('data belongs to the caller', () => {
  test('a parameter that is sealed is the one in the body', () => {
    const list = Object.seal([1]);
    expect((api('POST /x', { list }).body as { list: unknown }).list).toBe(list);
  });

  test('in defaults too: neither copied nor frozen', () => {
    const data = { list: [1] };
    const { body } = api.defaults({ data })('POST /x');
    expect(body).toBe(data);
    expect(Object.isFrozen(data)).toBe(false);
  });

  test('changes of a body from defaults do not change them', () => {
    const builder = api.defaults({ labels: ['a'], nested: { list: [{ b: 1 }] } });
    const { body } = builder('POST /x') as { body: { labels: string[]; nested: { list: { b: number }[] } } };
    body.labels.push('b');
    body.nested.list.push({ b: 2 });
    expect(builder('POST /x').body).toStrictEqual({ labels: ['a'], nested: { list: [{ b: 1 }] } });
  });
});

test.each<[string, unknown]>([
  ['Map', new Map([['a', 1]])],
  ['FormData', new FormData()],
  ['URLSearchParams', new URLSearchParams('a=1')],
  ['Headers', new Headers()],
  ['list', [1]],
  ['class instance', new Money()],
  ['Date', new Date(0)],
])('rejects a %s as options', (_, options) => {
  for (const call of [
    () => api('GET /x', options as never),
    () => api.defaults(options as EndpointOptions),
    () => api.merge('/x', options as never),
    () => api.parse(options as EndpointOptions),
  ])
    expect(call).toThrow(/^options: must be a plain object/);
});

const G = 'application/vnd.github';

test.each<[accept: string | null | undefined, mediaType: EndpointOptions['mediaType'], expected: string | undefined]>([
  [`${G}.v3 , text/html`, { format: 'raw' }, `${G}.v3.raw, text/html`],
  [`${G}.v3 ; q=0.5`, { format: 'raw' }, `${G}.v3.raw; q=0.5`],
  [`text/html , ${G}.v3+json`, { format: 'raw' }, `text/html ,${G}.v3.raw`],
  [undefined, { format: 'raw' }, undefined],
  [null, { format: 'raw' }, undefined],
  [undefined, { previews: ['c'] }, `${G}.c-preview+json`],
  [`${G}.c-preview+json;q=0.3`, { previews: ['c'] }, `${G}.c-preview+json;q=0.3`],
  [`${G}.C-Preview+json`, { previews: ['d'] }, `${G}.C-Preview+json,${G}.d-preview+json`],
  [`${G}.C-Preview+json`, { previews: ['c'] }, `${G}.C-Preview+json`],
  ['application/vnd.githubber.v3+json', { format: 'raw' }, 'application/vnd.githubber.v3+json'],
  ['text/html', { previews: ['a'] }, `text/html,${G}.a-preview+json`],
  [`${G}.v3+json,text/html`, { previews: ['a'] }, `text/html,${G}.a-preview+json`],
  ['application/octet-stream', { previews: ['a'], format: 'raw' }, 'application/octet-stream'],
])('amends accept %s by %j', (accept, mediaType, expected) => {
  expect(endpoint('/', { headers: { accept }, mediaType }).headers['accept']).toBe(expected);
});

test.each<[mediaType: EndpointOptions['mediaType'], expected: string]>([
  [{ format: undefined }, `${G}.p-preview+json`],
  [{ previews: undefined }, `${G}.v3.raw`],
  [{ format: undefined, previews: undefined }, `${G}.v3+json`],
  [{ previews: ['q'] }, `${G}.p-preview.raw,${G}.q-preview.raw`],
  [undefined, `${G}.v3+json`],
])('mediaType %j over defaults unsets what is explicitly undefined', (mediaType, expected) => {
  const builder = endpoint.defaults({ mediaType: { format: 'raw', previews: ['p'] } });
  expect(builder('/', { mediaType }).headers['accept']).toBe(expected);
});

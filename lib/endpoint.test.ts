import { createEndpoint, endpoint, EndpointError, type EndpointOptions } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { version } from './package.json';

const HOST = 'https://api.github.com';
const ACCEPT = 'application/vnd.github.v3+json';
const JSON_TYPE = 'application/json; charset=utf-8';

type Arguments = [route: string, options?: EndpointOptions] | [options: EndpointOptions];
const build = (builder: typeof endpoint, input: Arguments) => builder(...(input as [string, EndpointOptions?]));
const relative = createEndpoint();
const brackets = createEndpoint({ query: { arrays: 'brackets' } });
const IN = endpoint.in;

describe('sets the default headers', () => {
  test.each([
    ['github', endpoint, ACCEPT, `github-endpoint.js/${version}`],
    ['no vendor', relative, 'application/json', `endpoint.js/${version}`],
    ['vendor', createEndpoint({ vendor: 'acme' }), 'application/vnd.acme.v3+json', `acme-endpoint.js/${version}`],
    [
      'media type version',
      createEndpoint({ vendor: 'acme', mediaTypeVersion: 'v4' }),
      'application/vnd.acme.v4+json',
      `acme-endpoint.js/${version}`,
    ],
  ])('for %s', (_, builder, accept, agent) => {
    expect(builder('/')).toStrictEqual({
      method: 'get',
      url: `${builder === endpoint ? HOST : ''}/`,
      headers: { accept, 'user-agent': agent },
    });
  });
});

describe('reads method and url', () => {
  test.each<[Arguments, string, string, typeof endpoint?]>([
    [['GET /orgs/octokit'], 'get', '/orgs/octokit'],
    [['/orgs/octokit'], 'get', '/orgs/octokit'],
    [['pAtCh \t  /orgs/octokit '], 'patch', '/orgs/octokit'],
    [['emojis'], 'get', '/emojis'],
    [[{ method: 'post', url: '/x' }], 'post', '/x'],
    [[{ url: 'x' }], 'get', '/x'],
    [['/x', { method: 'DELETE' }], 'delete', '/x'],
    [['GET /x', { method: 'get' }], 'get', '/x'],
    [['GET /x', { method: undefined, url: undefined }], 'get', '/x'],
    [['GET /a b'], 'get', '/a%20b'],
    [['GET /ä'], 'get', '/%C3%A4'],
    [['HEAD /x'], 'head', '/x'],
    [['OPTIONS /x'], 'options', '/x'],
    [['PUT /x'], 'put', '/x'],
    [['GET /x/'], 'get', '/x/'],
    [['GET /'], 'get', '/'],
    [['GET '.padEnd(2000) + '/x'], 'get', '/x'],
  ])('%o', (input, method, path) => {
    expect(build(endpoint, input)).toMatchObject({ method, url: HOST + path });
  });
});

describe('writes the query', () => {
  test.each<[route: string, options: EndpointOptions, expected: string, typeof endpoint?]>([
    ['GET /x', { a: 1, b: 'ü', c: true, d: 0, e: false, f: '' }, '/x?a=1&b=%C3%BC&c=true&d=0&e=false&f='],
    ['HEAD /x', { a: 1 }, '/x?a=1'],
    ['GET /x', { a: null, b: undefined, c: [] }, '/x'],
    ['GET /x', { a: { b: undefined, c: null, d: {} }, [IN]: { query: { b: undefined, c: null, d: [] } } }, '/x'],
    ['GET /x{?a}', { [IN]: { query: { a: undefined } } }, '/x'],
    ['GET /x', { q: 'C++ a b' }, '/x?q=C%2B%2B%20a%20b'],
    ['GET /x', { 'a b[]': '&=' }, '/x?a%20b%5B%5D=%26%3D'],
    ['GET /x', { a: ['b', null, 'c,d'] }, '/x?a=b&a=c%2Cd'],
    ['GET /x', { a: ['b', 'c'] }, '/x?a%5B%5D=b&a%5B%5D=c', brackets],
    ['GET /x', { a: { b: 1, c: { d: [2, 3] }, e: null } }, '/x?a%5Bb%5D=1&a%5Bc%5D%5Bd%5D=2&a%5Bc%5D%5Bd%5D=3'],
    ['GET /x', { a: new Date(0), b: 10n }, '/x?a=1970-01-01T00%3A00%3A00.000Z&b=10'],
    ['GET /x?a=1', { b: 2 }, '/x?a=1&b=2'],
    ['GET /x?a=1&', { b: 2 }, '/x?a=1&b=2'],
    ['GET /x?a=1#f?g', { b: 2 }, '/x?a=1&b=2#f?g'],
    ['GET /x?%zz=1', { b: 2 }, '/x?%25zz=1&b=2'],
    ['GET /{a}', { a: 1, [IN]: { query: { a: 2 } } }, '/1?a=2'],
    ['GET /{a}{?a}', { [IN]: { path: { a: 1 }, query: { a: 2 } } }, '/1?a=2'],
    ['GET /{url}', { [IN]: { path: { url: 'x' }, query: { data: 'y', method: 'z' } } }, '/x?data=y&method=z'],
    ['OPTIONS /x', { [IN]: { query: { a: 2 } } }, '/x?a=2'],
    ['GET /x', { constructor: 2, ['__proto__']: 3, prototype: 4 }, '/x?constructor=2&__proto__=3&prototype=4'],
  ])('%s %o', (route, options, expected, builder = relative) => {
    expect(builder(route, options)).toStrictEqual({
      ...builder('/'),
      method: route.split(' ')[0]?.toLowerCase(),
      url: expected,
    });
  });
});

describe('sends the body', () => {
  const stream = new ReadableStream();
  const form = new FormData();
  test.each<[route: string, options: EndpointOptions, body: unknown, type: string | undefined, url?: string]>([
    ['POST /x', { a: 1, b: null, c: undefined, d: [1] }, { a: 1, b: null, d: [1] }, JSON_TYPE],
    ['PUT /x', { a: 1 }, { a: 1 }, JSON_TYPE],
    ['PATCH /{a}', { a: 1, b: 2 }, { b: 2 }, JSON_TYPE, '/1'],
    ['DELETE /x', { a: 1 }, { a: 1 }, JSON_TYPE],
    ['DELETE /x', {}, undefined, undefined],
    ['POST /x', {}, undefined, undefined],
    ['POST /x', { data: { b: 1 } }, { b: 1 }, JSON_TYPE],
    ['POST /x', { data: [1] }, [1], JSON_TYPE],
    ['POST /x', { data: null }, null, JSON_TYPE],
    ['POST /x', { data: 0 }, 0, JSON_TYPE],
    ['POST /x', { data: false }, false, JSON_TYPE],
    ['POST /x', { data: '' }, '', undefined],
    ['POST /x', { data: 'text' }, 'text', undefined],
    ['POST /x', { data: form }, form, undefined],
    ['POST /x', { data: stream }, stream, undefined],
    ['POST /x', { data: new Uint8Array(2) }, new Uint8Array(2), undefined],
    ['POST /x', { data: new URLSearchParams('a=b') }, new URLSearchParams('a=b'), undefined],
    ['POST /x', { data: undefined, a: 1 }, { a: 1 }, JSON_TYPE],
    ['POST /x{?name,label}', { data: 'z', name: 'n', label: 'l' }, 'z', undefined, '/x?name=n&label=l'],
    ['POST /x', { data: 'z', rest: 1 }, 'z', undefined],
    [
      'POST /x',
      { data: { a: 1 }, headers: { 'Content-Type': 'application/merge-patch+json' } },
      { a: 1 },
      'application/merge-patch+json',
    ],
    [
      'PATCH /x',
      { [IN]: { body: { url: 'u', data: 'd', method: 'm', headers: 'h' } } },
      { url: 'u', data: 'd', method: 'm', headers: 'h' },
      JSON_TYPE,
    ],
    ['PATCH /{name}', { name: 'a', [IN]: { body: { name: 'b' } } }, { name: 'b' }, JSON_TYPE, '/a'],
    ['QUERY /x{?q}', { q: 2, a: 1 }, { a: 1 }, JSON_TYPE, '/x?q=2'],
    ['POST /x', { a: 1, [IN]: { query: { q: 2 } } }, { a: 1 }, JSON_TYPE, '/x?q=2'],
    ['POST /x', { a: 1, [IN]: { body: { b: 2 } } }, { a: 1, b: 2 }, JSON_TYPE],
    ['POST /x', { [IN]: { body: {} } }, {}, JSON_TYPE],
    ['POST /x', { [IN]: { body: { a: undefined, b: null } } }, { b: null }, JSON_TYPE],
    ['POST /x', { ['__proto__']: 1, constructor: 2 }, JSON.parse('{"__proto__":1,"constructor":2}'), JSON_TYPE],
  ])('%s %o', (route, options, body, type, url = '/x') => {
    const request = relative(route, options);
    expect(request.url).toBe(url);
    expect(request.headers['content-type']).toBe(type);
    expect('body' in request).toBe(body !== undefined);
    expect(request.body).toStrictEqual(body);
    if (body instanceof FormData || body instanceof ReadableStream) expect(request.body).toBe(body);
  });
});

describe('merges headers', () => {
  test.each<[EndpointOptions['headers'], Record<string, string>]>([
    [
      { Accept: 'a', 'X-Y': '1' },
      { accept: 'a', 'x-y': '1' },
    ],
    [new Headers({ Accept: 'a', 'X-Y': '1' }), { accept: 'a', 'x-y': '1' }],
    [
      [
        ['Accept', 'a'],
        ['X-Y', '1'],
        ['x-y', '2'],
      ],
      { accept: 'a', 'x-y': '1, 2' },
    ],
    [new Map([['X-Y', '1']]), { accept: 'application/json', 'x-y': '1' }],
    [
      { 'X-Y': '1', 'x-y': '2' },
      { accept: 'application/json', 'x-y': '1, 2' },
    ],
    [{ accept: undefined, x: null }, {}],
    [
      { 'X-Y': '1', 'x-y': null, 'X-y': '2' },
      { accept: 'application/json', 'x-y': '2' },
    ],
    [
      { 'content-length': 3, dnt: true },
      { accept: 'application/json', 'content-length': '3', dnt: 'true' },
    ],
    [JSON.parse('{"__proto__":"x"}'), JSON.parse('{"accept":"application/json","__proto__":"x"}')],
    [Object.create({ x: 'inherited' }) as Record<string, string>, { accept: 'application/json' }],
    [undefined, {}],
  ])('%o', (headers, expected) => {
    const { 'user-agent': _, ...fields } = relative('/', { headers }).headers;
    expect(fields).toStrictEqual(expected);
  });
});

describe('merges options', () => {
  test('later over earlier, plain objects at all depths, data as a whole; undefined unsets', () => {
    const builder = endpoint
      .defaults({
        baseUrl: 'https://a',
        org: 'x',
        nested: { a: 1, b: { c: 2, d: 3 } },
        data: { a: 1 },
        list: [1, 2],
        headers: { x: '1', y: '2' },
      })
      .defaults({ nested: { b: { c: 4 } }, data: { b: 1 }, list: [3], headers: { x: undefined, z: '3' } });
    expect(builder.merge('POST /{org}', { org: undefined, nested: { b: { d: undefined } } })).toStrictEqual({
      baseUrl: 'https://a',
      method: 'POST',
      url: '/{org}',
      headers: { accept: ACCEPT, 'user-agent': `github-endpoint.js/${version}`, y: '2', z: '3' },
      mediaType: { format: '', previews: [] },
      nested: { a: 1, b: { c: 4 } },
      data: { b: 1 },
      list: [3],
    });
  });

  test('request of a single source keeps its reference', () => {
    const request = { signal: new AbortController().signal, hook: () => 1 };
    expect(endpoint('/', { request }).request).toBe(request);
    expect(endpoint.defaults({ request })('/').request).toBe(request);
    expect(endpoint.defaults({ request }).defaults({ a: 1 }).merge('/').request).toBe(request);
    expect(endpoint.defaults({ request })('/', { request: { hook: undefined, timeout: 1 } }).request).toStrictEqual({
      signal: request.signal,
      timeout: 1,
    });
    expect('request' in endpoint('/')).toBe(false);
  });

  test('endpoint.in of all layers', () => {
    const builder = relative.defaults({ [IN]: { body: { url: 'u', a: 1 }, query: { q: 1 } } });
    expect(builder('POST /x', { [IN]: { body: { a: 2 }, query: { q: undefined } } })).toMatchObject({
      url: '/x',
      body: { url: 'u', a: 2 },
    });
    expect(builder('POST /x', { [IN]: undefined })).not.toHaveProperty('body');
  });

  test('defaults, inputs and results share nothing mutable', () => {
    const options = {
      list: ['a'],
      nested: { x: 1 },
      data: undefined as unknown,
      headers: { a: 'b' },
      mediaType: { previews: ['p'] },
    };
    const before = structuredClone(options);
    const builder = endpoint.defaults(options);
    const expected = builder('POST /x');
    options.list.push('b');
    options.nested.x = 2;
    options.headers.a = 'c';
    options.mediaType.previews.push('q');
    expect(builder('POST /x')).toStrictEqual(expected);
    const result = builder('POST /x');
    result.headers['a'] = 'changed';
    (result.body as Record<string, unknown>)['more'] = 1;
    (result.body as typeof options).list.push('c');
    (result.body as typeof options).nested.x = 3;
    const merged = builder.merge('/');
    merged.headers['a'] = 'changed';
    merged.mediaType.previews.push('changed');
    expect(builder('POST /x')).toStrictEqual(expected);
    expect(() => Object.assign(builder.DEFAULTS, { baseUrl: 'x' })).toThrow(TypeError);
    expect(() => Object.assign(builder.DEFAULTS.headers, { a: 'x' })).toThrow(TypeError);
    const frozen = Object.freeze({ nested: Object.freeze({ x: 1 }), headers: Object.freeze({ A: 'b' }) });
    expect(() => endpoint('POST /x', frozen)).not.toThrow();
    expect(before.list).toStrictEqual(['a']);
  });

  test('merged options have copies of the parameters by location', () => {
    const builder = relative.defaults({ [endpoint.in]: { path: { id: 1 }, query: { q: 9 }, body: { b: 1 } } });
    const before = builder('POST /{id}{?q}');
    const { path, query, body } = builder.merge('/')[endpoint.in] ?? {};
    for (const values of [path, query, body]) Object.assign(values ?? {}, { id: 2, q: 3, b: 4, more: 5 });
    expect(query).toMatchObject({ more: 5 });
    expect(builder('POST /{id}{?q}')).toStrictEqual(before);
  });

  test('only own keys count, and prototypes stay clean', () => {
    const inherited = Object.create({ a: 1, url: '/evil', headers: { x: 'y' } }) as Record<string, unknown>;
    expect(relative('GET /x', inherited)).toStrictEqual(relative('GET /x'));
    relative.defaults(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'))(
      'POST /x',
      JSON.parse('{"__proto__":{"a":1}}'),
    );
    expect({}).not.toHaveProperty('polluted');
    expect(relative('POST /x', { n: JSON.parse('{"__proto__":{"polluted":1}}') }).body).toStrictEqual({
      n: JSON.parse('{"__proto__":{"polluted":1}}'),
    });
  });

  test('parse adds no defaults', () => {
    expect(endpoint.parse({ baseUrl: 'https://h', method: 'get', url: '/x', headers: {} })).toStrictEqual({
      method: 'get',
      url: 'https://h/x',
      headers: {},
    });
  });
});

const api = createEndpoint({ baseUrl: 'https://h' });

/** The url and body that the layers build, or the error's code. */
function outcome(layers: readonly EndpointOptions[], route: string, options: EndpointOptions): unknown[] {
  try {
    const builder = layers.reduce<typeof api>((under, layer) => under.defaults(layer) as typeof api, api);
    const request = builder(route, options as never);
    // Merged options keep the order of their sources.
    expect(builder.parse(builder.merge(route, options as never))).toStrictEqual(request);
    return request.body === undefined ? [request.url] : [request.url, request.body];
  } catch (error) {
    if (error instanceof EndpointError) return [error.code, error.parameter];
    throw error;
  }
}

describe('the later source of a location wins, whether plain or in endpoint.in', () => {
  test.each<[layers: EndpointOptions[], route: string, options: EndpointOptions, ...expected: unknown[]]>([
    [[{ [IN]: { path: { a: 1 } } }], 'GET /{a}', { a: 2 }, 'https://h/2'],
    [[{ a: 1 }], 'GET /{a}', { [IN]: { path: { a: 2 } } }, 'https://h/2'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { a: 2 }, 'https://h/x?a=2'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x{?a}', { a: 2 }, 'https://h/x?a=2'],
    [[{ a: 1 }], 'GET /x', { [IN]: { query: { a: 2 } } }, 'https://h/x?a=2'],
    [[{ [IN]: { body: { a: 1 } } }], 'POST /x', { a: 2 }, 'https://h/x', { a: 2 }],
    [[{ a: 1 }], 'POST /x', { [IN]: { body: { a: 2 } } }, 'https://h/x', { a: 2 }],
    // Different locations keep both.
    [[{ [IN]: { query: { a: 1 } } }], 'POST /x', { a: 2 }, 'https://h/x?a=1', { a: 2 }],
    [[{ [IN]: { body: { a: 1 } } }], 'PATCH /{a}', { a: 2 }, 'https://h/2', { a: 1 }],
    [[{ a: 1 }, { [IN]: { path: { a: 2 } } }], 'GET /{a}{?a}', {}, 'https://h/2?a=1'],
    [[{ [IN]: { path: { a: 1 } } }, { a: 2 }], 'GET /{a}{?a}', { [IN]: { query: { a: 3 } } }, 'https://h/2?a=3'],
    [[{ [IN]: { path: { a: 1 } } }, { a: 2 }], 'GET /{a}', { [IN]: { path: { a: 3 } } }, 'https://h/3'],
    [
      [{ [IN]: { query: { a: { b: 1 } } } }],
      'GET /x',
      { [IN]: { query: { a: { c: 2 } } } },
      'https://h/x?a%5Bb%5D=1&a%5Bc%5D=2',
    ],
    // An explicit undefined unsets in both ways.
    [[{ [IN]: { path: { a: 1 } } }], 'GET /{a}', { a: undefined }, 'missing-parameter', 'a'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { [IN]: { query: undefined } }, 'https://h/x'],
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { [IN]: undefined }, 'https://h/x'],
    // A default for the path counts where the route names it, and one of the call must be named.
    [[{ [IN]: { path: { a: 1 } } }, { [IN]: { path: { b: 2 } } }], 'GET /x/{b}', { c: 3 }, 'https://h/x/2?c=3'],
    [[{ [IN]: { path: { a: 1 } } }], 'POST /x', { b: 2 }, 'https://h/x', { b: 2 }],
    [[{ [IN]: { path: { a: 1 } } }], 'GET /x', { [IN]: { path: { a: 2 } } }, 'unsent-parameter', 'a'],
    // null counts as absent.
    [[{ [IN]: { query: { a: 1 } } }], 'GET /x', { [IN]: { query: null, path: null, body: null } }, 'https://h/x?a=1'],
    [[], 'GET /x', { [IN]: { query: JSON.parse('{"__proto__":1}') as object } }, 'https://h/x?__proto__=1'],
  ])('%j %s %j', (layers, route, options, ...expected) => {
    expect(outcome(layers, route, options)).toStrictEqual(expected);
  });
});

describe('rejects both ways for one location in the same options', () => {
  test.each<[route: string, options: EndpointOptions]>([
    ['GET /{a}', { a: 1, [IN]: { path: { a: 2 } } }],
    ['GET /x{?a}', { a: 1, [IN]: { query: { a: 2 } } }],
    ['GET /x', { a: 1, [IN]: { query: { a: 2 } } }],
    ['POST /x', { a: 1, [IN]: { body: { a: 2 } } }],
  ])('%s %j', (route, options) => {
    expect(outcome([], route, options)).toStrictEqual(['duplicate-parameter', 'a']);
    expect(outcome([options], route, {})).toStrictEqual(['duplicate-parameter', 'a']);
  });
});

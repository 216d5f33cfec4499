import { Readable } from 'node:stream';
import { createEndpoint, endpoint, EndpointError } from 'endpoint.js';
import type { EndpointErrorCode, EndpointOptions, RequestOptions } from 'endpoint.js';
import { isForbiddenHeader, toFetch, type FormOptions } from 'endpoint.js/fetch';
import { toHar, type HarRequest } from 'endpoint.js/har';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { version } from '../package.json';
import { FETCH_CASES, runFetchCase } from '../test/fetch.cases.js';
import { catchError } from '../test/attempt.js';

const api = createEndpoint({ vendor: 'acme', baseUrl: 'https://h' });
const FORM = 'application/x-www-form-urlencoded';
const typed = (type: string): EndpointOptions => ({ headers: { 'content-type': type } });

afterEach(() => {
  vi.unstubAllGlobals();
});

const plain = (options: Partial<RequestOptions>): RequestOptions => ({
  method: 'post',
  url: 'http://h/',
  headers: {},
  ...options,
});
const form = new FormData();
form.append('a', 'é');
form.append('a', '2');

describe('toFetch', () => {
  describe('body', () => {
    test.each<[options: EndpointOptions, body: unknown, FormOptions?]>([
      [{ a: 1, b: null }, '{"a":1,"b":null}'],
      [{ data: 'text' }, 'text'],
      [{ data: null }, 'null'],
      [{ ...typed('application/merge-patch+json; x=y'), a: 1 }, '{"a":1}'],
      [{ ...typed(FORM), a: 'x y&=ü', b: null, c: false }, 'a=x%20y%26%3D%C3%BC&c=false'],
      [{ ...typed(`${FORM}; charset=utf-8`), a: { b: { c: 1 } } }, 'a%5Bb%5D%5Bc%5D=1'],
      [{ ...typed(FORM.toUpperCase()), a: [1, null, 2] }, 'a=1&a=2'],
      [{ ...typed(FORM), a: [1, 2] }, 'a%5B%5D=1&a%5B%5D=2', { arrays: 'brackets' }],
      [{ ...typed(FORM), a: [1, 2] }, 'a=1,2', { arrays: 'comma' }],
      [{ ...typed(FORM), a: ['x,y', ''], b: { c: [1, 2] } }, 'a=x%2Cy,&b%5Bc%5D=1,2', { arrays: 'comma' }],
      [{ ...typed(FORM), a: [{ b: 1 }, 2] }, 'a%5B%5D%5Bb%5D=1&a%5B%5D=2', { arrays: 'brackets' }],
      [{ ...typed(FORM), a: [{ b: 1 }] }, 'a%5B0%5D.b=1', { arrays: 'indices', objects: 'dots' }],
      [{ ...typed(FORM), a: { b: [1, 2] } }, 'a.b=1&a.b=2', { arrays: undefined, objects: 'dots' }],
      [{ ...typed(FORM), a: { b: [1, 2] }, c: { d: null } }, 'a%5Bb%5D=1&a%5Bb%5D=2'],
      [{ ...typed(FORM), data: { a: '+ %\r\n💥', '': '=' } }, 'a=%2B%20%25%0D%0A%F0%9F%92%A5&=%3D'],
      [{ ...typed(FORM), data: { a: '', b: [], c: {}, d: [null] } }, 'a='],
      [{ ...typed(FORM), data: {} }, ''],
      [{ ...typed(FORM), data: 'a=1' }, 'a=1'],
      [{ ...typed('text/plain'), data: '{}' }, '{}'],
    ])('%j is sent as %j', (options, body, how) => {
      expect(toFetch(api('POST /x', options as never), how)[1].body).toBe(body);
    });

    test.each<[EndpointOptions, EndpointErrorCode, RegExp]>([
      [{ ...typed('text/plain'), a: 1 }, 'invalid-header', /"text\/plain" isn't JSON or a form/],
      [{ ...typed('application/jsonl'), data: [1] }, 'invalid-header', /isn't JSON/],
      [{ ...typed(FORM), data: [1] }, 'invalid-value', /an object of fields/],
      [{ ...typed(FORM), data: null }, 'invalid-value', /an object of fields/],
      [{ ...typed(FORM), a: [{ b: 1 }] }, 'invalid-value', /^a: has no text in a url/],
      [{ ...typed(FORM), a: [[1]] }, 'invalid-value', /^a: has no text in a url/],
      [{ ...typed('multipart/form-data'), a: 1 }, 'invalid-header', /isn't JSON or a form/],
      [{ ...typed('application/xml'), data: {} }, 'invalid-header', /isn't JSON or a form/],
      [{ a: 1n }, 'invalid-value', /^a: JSON can't hold BigInt; pass text/],
    ])('refuses %o: %s', (options, code, message) => {
      expect(catchError(() => toFetch(api('POST /x', options as never)))).toMatchObject({
        code,
        message: expect.stringMatching(message) as string,
      });
    });
  });

  test.each([[{}], [{ method: 'get' }], [{ url: '/' }]])('refuses %j, which no builder made', (request) => {
    expect(() => toFetch(request as never)).toThrow(EndpointError);
  });

  test('settings in request reach fetch, except method, headers and body', () => {
    const { signal } = new AbortController();
    const request = { signal, cache: 'no-store', method: 'PUT', body: 'other', headers: { a: 'b' } };
    const { headers } = api('/x');
    expect(toFetch(api('GET /x', { request }))[1]).toStrictEqual({ signal, cache: 'no-store', method: 'GET', headers });
  });

  test.each([
    [`acme-endpoint.js/${version}`, false],
    [`endpoint.js/${version}`, false],
    ['my-app/1.0 endpoint.js/9', true],
    ['my-app/1.0', true],
  ])('in a page the user-agent %s is sent: %s', (agent, sent) => {
    vi.stubGlobal('navigator', { product: 'Gecko' });
    const [, { headers }] = toFetch(api('/x', { headers: { 'user-agent': agent } }));
    expect('user-agent' in headers).toBe(sent);
  });

  const browser = { product: 'Gecko', userAgent: 'Mozilla/5.0' };
  const location = { href: 'https://page.test/' };
  test.each<[scope: string, sent: boolean, globals: Readonly<Record<string, unknown>>]>([
    ['a page', false, { navigator: browser, location, document: {}, window: {} }],
    ['a page of a file', false, { navigator: browser, location: { href: 'file:///a.html' }, document: {} }],
    ['a classic worker', false, { navigator: browser, location, WorkerGlobalScope: Object, importScripts() {} }],
    ['a module worker', false, { navigator: browser, location, WorkerGlobalScope: Object }],
    ['a service worker', false, { navigator: browser, location, ServiceWorkerGlobalScope: Object }],
    ['Node 20', true, { navigator: undefined }],
    ['Node 21', true, { navigator: { userAgent: 'Node.js/21' } }],
    ['Deno', true, { navigator: { userAgent: 'Deno/2.9.6' }, location: undefined, window: undefined }],
    ['Deno 1 with --location', true, { navigator: { userAgent: 'Deno/1.46' }, location, window: {} }],
    ['Bun', true, { navigator: { userAgent: 'Bun/1.4.5' } }],
    ['workerd', true, { navigator: { userAgent: 'Cloudflare-Workers' }, WorkerGlobalScope: Object }],
    ['React Native', true, { navigator: { product: 'ReactNative' }, window: {} }],
  ])("in %s the builder's user-agent is sent: %s", (_, sent, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect('user-agent' in toFetch(api('/x'))[1].headers).toBe(sent);
  });

  describe('what engines treat differently', () => {
    test.each(FETCH_CASES)('$name', async (one) => {
      const { outcome, ok } = await runFetchCase(one, toFetch);
      expect({ outcome, ok }).toEqual({ outcome: one.text ?? one.message, ok: true });
    });

    test('streams are sent in half duplex', () => {
      expect(toFetch(plain({ body: new ReadableStream() }))[1]).toMatchObject({ duplex: 'half' });
      expect(toFetch(plain({ body: Readable.from(['x']) }))[1]).toMatchObject({ duplex: 'half' });
      expect(toFetch(plain({ body: 'x' }))[1]).not.toHaveProperty('duplex');
    });

    /** The classes of requests: with `duplex` where an engine streams them, with the content type of text where it does not. */
    const streaming = class {
      readonly headers = new Headers();
    };
    Object.defineProperty(streaming.prototype, 'duplex', { value: 'half' });
    const accepting = class {
      readonly headers = new Headers();
    };
    const stringifying = class {
      readonly headers: Headers;
      constructor(_url: string, { body }: { body: unknown }) {
        this.headers = new Headers({ 'content-type': `text/plain;${String(body).length}` });
      }
    };
    const stream = () => new ReadableStream();
    async function* generate() {
      yield await Promise.resolve('x');
    }
    test.each<[engine: string, make: () => unknown, sent: boolean, navigator: unknown, requestClass: unknown]>([
      ['Chromium 105', stream, true, browser, streaming],
      ['Chromium 85', stream, false, browser, stringifying],
      ['Firefox', stream, false, browser, stringifying],
      ['WebKit', stream, false, browser, accepting],
      ['Deno and Bun', stream, true, { userAgent: 'Deno' }, accepting],
      ['workerd', stream, true, { userAgent: 'Cloudflare-Workers' }, stringifying],
      ['every browser', generate, false, browser, stringifying],
      ['Deno and Bun', generate, true, { userAgent: 'Deno' }, accepting],
      ['workerd', generate, false, { userAgent: 'Cloudflare-Workers' }, stringifying],
    ])('%s: %o is sent: %s', (_, make, sent, navigator, requestClass) => {
      vi.stubGlobal('navigator', navigator);
      vi.stubGlobal('Request', requestClass);
      const send = () => toFetch(plain({ body: make() }));
      if (sent) expect(send()[1].body).toBeTypeOf('object');
      else expect(send).toThrow("body: is a stream, which fetch can't send here; pass text or bytes.");
    });
  });

  // https://fetch.spec.whatwg.org/#forbidden-request-header
  test.each(['Accept-Charset', 'cookie', 'Content-Length', 'Proxy-Authorization', 'sec-fetch-site', 'Via', 'host'])(
    '%s is forbidden',
    (name) => {
      expect(isForbiddenHeader(name)).toBe(true);
    },
  );

  test.each(['accept', 'authorization', 'content-type', 'user-agent', 'x-cookie', 'security'])(
    '%s is allowed',
    (name) => {
      expect(isForbiddenHeader(name)).toBe(false);
    },
  );
});

describe('toHar', () => {
  test('a request has all of its parts', () => {
    const request = endpoint('POST /repos/{owner}/issues{?per_page,q}', {
      owner: 'octokit',
      per_page: 5,
      q: 'a b&ü',
      title: '💥',
      headers: { cookie: 'session=a=b; theme=dark', 'user-agent': null },
    });
    expect(toHar(request)).toStrictEqual({
      method: 'POST',
      url: 'https://api.github.com/repos/octokit/issues?per_page=5&q=a%20b%26%C3%BC',
      httpVersion: 'HTTP/1.1',
      cookies: [
        { name: 'session', value: 'a=b' },
        { name: 'theme', value: 'dark' },
      ],
      headers: [
        { name: 'accept', value: 'application/vnd.github.v3+json' },
        { name: 'cookie', value: 'session=a=b; theme=dark' },
        { name: 'content-type', value: 'application/json; charset=utf-8' },
      ],
      queryString: [
        { name: 'per_page', value: '5' },
        { name: 'q', value: 'a b&ü' },
      ],
      postData: { mimeType: 'application/json; charset=utf-8', text: '{"title":"💥"}' },
      headersSize: -1,
      bodySize: 16,
    });
  });

  describe('parts of a request', () => {
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    test.each<[string, Partial<RequestOptions>, Partial<HarRequest>]>([
      ['no body', { method: 'get' }, { method: 'GET', bodySize: 0, cookies: [], queryString: [] }],
      ['no fragment', { url: 'http://h/a?b#c?d=e' }, { url: 'http://h/a?b', queryString: [{ name: 'b', value: '' }] }],
      ['text without a type', { body: 'é' }, { postData: { mimeType: '', text: 'é' }, bodySize: 2, headers: [] }],
      [
        'JSON null',
        { body: null, headers: { 'content-type': 'application/json' } },
        { postData: { mimeType: 'application/json', text: 'null' }, bodySize: 4 },
      ],
      [
        'URLSearchParams',
        { body: new URLSearchParams({ a: 'é' }) },
        {
          postData: { mimeType: type, params: [{ name: 'a', value: 'é' }] },
          bodySize: 8,
          headers: [{ name: 'content-type', value: type }],
        },
      ],
      [
        'FormData',
        { body: form },
        {
          postData: {
            mimeType: 'multipart/form-data',
            params: [
              { name: 'a', value: 'é' },
              { name: 'a', value: '2' },
            ],
          },
          bodySize: -1,
        },
      ],
      [
        'credentials',
        { url: 'http://me:p%40ss@h/' },
        { url: 'http://h/', headers: [{ name: 'authorization', value: 'Basic bWU6cEBzcw==' }] },
      ],
    ])('%s', (_, options, part) => {
      expect(toHar(plain(options))).toMatchObject(part);
    });

    test.each<[FormOptions | undefined, params: [string, string][]]>([
      [
        undefined,
        [
          ['a b', '1'],
          ['a b', '2'],
          ['c[d]', 'é'],
        ],
      ],
      [
        { arrays: 'brackets' },
        [
          ['a b[]', '1'],
          ['a b[]', '2'],
          ['c[d]', 'é'],
        ],
      ],
      [
        { arrays: 'comma' },
        [
          ['a b', '1,2'],
          ['c[d]', 'é'],
        ],
      ],
    ])('the fields of a form, lists written by %o', (options, params) => {
      const body = { 'a b': [1, 2], c: { d: 'é', e: null } };
      const har = toHar(plain({ body, headers: { 'content-type': FORM } }), options);
      expect(har.postData).toStrictEqual({ mimeType: FORM, params: params.map(([name, value]) => ({ name, value })) });
    });

    test('an object under another content type is refused', () => {
      expect(() => toHar(plain({ body: {}, headers: { 'content-type': 'text/plain' } }))).toThrow(
        /isn't JSON or a form/,
      );
    });

    test('postData is absent without a body', () => {
      expect(toHar(plain({ method: 'get' }))).not.toHaveProperty('postData');
    });
  });

  describe('refuses a body that HAR has no place for', () => {
    const file = new FormData();
    file.append('photo', new Blob(['x']));
    test.each<[RequestOptions, string]>([
      [
        plain({ body: new ReadableStream() }),
        "body: HAR can't hold this ReadableStream; pass JSON, text or URLSearchParams.",
      ],
      [plain({ body: new Blob(['x']) }), "body: HAR can't hold this Blob; pass JSON, text or URLSearchParams."],
      [
        plain({ body: new ArrayBuffer(1) }),
        "body: HAR can't hold this ArrayBuffer; pass JSON, text or URLSearchParams.",
      ],
      [plain({ body: file }), 'body: HAR can\'t hold the file "photo"; pass text fields.'],
      [createEndpoint()('GET /x'), 'url: "/x" is relative, and HAR needs a host; pass a baseUrl.'],
    ])('%#', (request, message) => {
      expect(() => toHar(request)).toThrow(expect.objectContaining({ name: 'EndpointError', message }));
    });
  });
});

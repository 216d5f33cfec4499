import { createEndpoint, EndpointError, type EndpointErrorCode, type EndpointOptions } from 'endpoint.js';
import { toFetch, type FetchOptions, isForbiddenHeader } from 'endpoint.js/fetch';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { version } from '../package.json';

const api = createEndpoint({ vendor: 'acme', baseUrl: 'https://h' });
const FORM = 'application/x-www-form-urlencoded';
const typed = (type: string): EndpointOptions => ({ headers: { 'content-type': type } });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('body', () => {
  test.each<[options: EndpointOptions, body: unknown, FetchOptions?]>([
    [{ a: 1, b: null }, '{"a":1,"b":null}'],
    [{ data: 'text' }, 'text'],
    [{ data: null }, 'null'],
    [{ ...typed('application/merge-patch+json; x=y'), a: 1 }, '{"a":1}'],
    [{ ...typed(FORM), a: 'x y&=ü', b: null, c: false }, 'a=x%20y%26%3D%C3%BC&c=false'],
    [{ ...typed(`${FORM}; charset=utf-8`), a: { b: { c: 1 } } }, 'a%5Bb%5D%5Bc%5D=1'],
    [{ ...typed(FORM.toUpperCase()), a: [1, null, 2] }, 'a=1&a=2'],
    [{ ...typed(FORM), a: [1, 2] }, 'a%5B%5D=1&a%5B%5D=2', { arrays: 'brackets' }],
    [{ ...typed(FORM), a: [1, 2] }, 'a=1,2', { arrays: 'comma' }],
    [{ ...typed(FORM), data: 'a=1' }, 'a=1'],
    [{ ...typed('text/plain'), data: '{}' }, '{}'],
  ])('%j is sent as %j', (options, body, how) => {
    expect(toFetch(api('POST /x', options as never), how)[1].body).toBe(body);
  });

  test.each<[EndpointOptions, EndpointErrorCode, RegExp]>([
    [{ ...typed('text/plain'), a: 1 }, 'invalid-header', /"text\/plain" isn't JSON or a form/],
    [{ ...typed('application/jsonl'), data: [1] }, 'invalid-header', /isn't JSON/],
    [{ ...typed(FORM), data: [1] }, 'invalid-value', /an object of fields/],
    [{ a: 1n }, 'invalid-value', /isn't valid JSON/],
  ])('refuses %o: %s', (options, code, message) => {
    let error: unknown;
    try {
      toFetch(api('POST /x', options as never));
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(EndpointError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
  });
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
  vi.stubGlobal('location', { href: 'https://page.test/' });
  const [, { headers }] = toFetch(api('/x', { headers: { 'user-agent': agent } }));
  expect('user-agent' in headers).toBe(sent);
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

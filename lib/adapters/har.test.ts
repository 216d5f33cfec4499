import { createEndpoint, endpoint, type RequestOptions } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { toHar, type HarRequest } from './har.js';

const plain = (options: Partial<RequestOptions>): RequestOptions => ({
  method: 'post',
  url: 'http://h/',
  headers: {},
  ...options,
});
const form = new FormData();
form.append('a', 'é');
form.append('a', '2');

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
    [plain({ body: new ArrayBuffer(1) }), "body: HAR can't hold this ArrayBuffer; pass JSON, text or URLSearchParams."],
    [plain({ body: file }), 'body: HAR can\'t hold the file "photo"; pass text fields.'],
    [createEndpoint()('GET /x'), 'url: "/x" is relative, and HAR needs a host; pass a baseUrl.'],
  ])('%#', (request, message) => {
    expect(() => toHar(request)).toThrow(expect.objectContaining({ name: 'EndpointError', message }));
  });
});

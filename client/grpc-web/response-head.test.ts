import { describe, it } from 'vitest';
import { message, ok, utf8, WEB } from '../test/answers.js';
import { checkErrorCase, type ErrorCase } from '../test/error-cases.js';
import { useTestServer } from '../test/use-test-server.js';

const server = await useTestServer();

const ERRORS: readonly ErrorCase[] = [
  // Media types
  {
    name: 'a picture',
    headers: { 'content-type': 'image/jpeg' },
    body: utf8('GIF'),
    code: 2,
    text: 'content-type image/jpeg. That is not gRPC-Web',
  },
  {
    name: 'a page',
    headers: { 'content-type': 'text/html' },
    body: utf8('<html>'),
    code: 2,
    text: 'check that "host" is the address of the proxy or gateway.',
  },
  { name: 'no media type', headers: {}, body: [...message, ...ok], code: 2, text: 'no content-type' },
  {
    name: 'gRPC-Web JSON',
    headers: { 'content-type': 'application/grpc-web+json' },
    body: [...message, ...ok],
    code: 13,
    text: 'Only binary gRPC-Web',
  },
  {
    name: 'gRPC-Web text',
    headers: { 'content-type': 'application/grpc-web-text' },
    body: [...message, ...ok],
    code: 13,
    text: 'Only binary gRPC-Web',
  },
  {
    name: 'OK in headers, but a page',
    headers: { 'content-type': 'text/html', 'grpc-status': '0' },
    body: utf8('x'),
    code: 2,
    text: 'text/html',
  },
  // HTTP
  ...(
    [
      [400, 13], [401, 16], [403, 7], [404, 12], [409, 2], [412, 2], [413, 2], [415, 2], [418, 2], [429, 14], [431, 2],
      [500, 2], [502, 14], [503, 14], [504, 14], [505, 2],
    ] as const
  ).map(([status, code]) => ({
    name: `HTTP ${status}`,
    status,
    headers: {},
    body: utf8('text'),
    code,
    text: `/api.ApiService/CallApi answered with HTTP ${status} `,
  })), // prettier-ignore
  {
    name: 'HTTP 503 with OK in the headers',
    status: 503,
    headers: { ...WEB, 'grpc-status': '0' },
    code: 14,
    text: 'HTTP 503 Service Unavailable and no gRPC',
  },
  {
    name: 'HTTP 503 with a gRPC-Web body',
    status: 503,
    body: [...message, ...ok],
    code: 14,
    text: 'HTTP 503 Service Unavailable',
  },
  { name: 'HTTP 204', status: 204, headers: {}, code: 2, text: 'HTTP 204 No Content' },
  {
    name: 'HTTP 302',
    status: 302,
    headers: { location: '/elsewhere' },
    code: 2,
    text: 'redirects, but calls do not follow redirects',
  },
  {
    name: 'HTTP 307',
    status: 307,
    headers: { location: '/elsewhere' },
    code: 2,
    text: 'set "host" to the final address',
  },
  // Next steps
  {
    name: 'the hint for HTTP 401',
    status: 401,
    headers: {},
    code: 16,
    text: 'HTTP 401 Unauthorized and no gRPC status. Credentials are missing or wrong',
  },
  {
    name: 'the hint for HTTP 403',
    status: 403,
    headers: {},
    code: 7,
    text: 'A proxy forbids the call: check its rules.',
  },
  {
    name: 'a wrong path',
    status: 404,
    headers: {},
    body: utf8('no'),
    code: 12,
    text: 'check that "host" is the proxy or gateway, with the path that precedes the service.',
  },
  { name: 'a server of files', status: 405, headers: {}, code: 2, text: 'check that "host" is the proxy or gateway' },
  {
    name: 'the hint for HTTP 413',
    status: 413,
    headers: {},
    code: 2,
    text: 'The request is larger than the proxy allows.',
  },
  {
    name: 'a gRPC server that accepts HTTP/1.1',
    status: 415,
    headers: {},
    code: 2,
    text: 'set "host" to the proxy or gateway, not the gRPC server',
  },
  {
    name: 'the hint for HTTP 429',
    status: 429,
    headers: {},
    code: 14,
    text: 'The rate of calls is limited: wait, or set "retries".',
  },
  {
    name: 'the hint for HTTP 431',
    status: 431,
    headers: {},
    code: 2,
    text: 'The metadata is larger than the proxy allows.',
  },
  {
    name: 'a proxy without a server',
    status: 503,
    headers: {},
    code: 14,
    text: 'The proxy runs, but reaches no server: check that the server is up',
  },
  {
    name: 'the hint for HTTP 500',
    status: 500,
    headers: {},
    code: 2,
    text: 'See the log of the proxy or server there.',
  },
  {
    name: 'plain gRPC',
    headers: { 'content-type': 'application/grpc' },
    body: message,
    code: 13,
    text: 'let the proxy translate it to gRPC-Web',
  },
  {
    name: 'gRPC+proto',
    headers: { 'content-type': 'application/grpc+proto' },
    body: message,
    code: 13,
    text: 'let the proxy translate it to gRPC-Web',
  },
  {
    name: 'a web page',
    headers: { 'content-type': 'text/html' },
    body: utf8('<html>'),
    code: 2,
    text: 'check that "host" is the address of the proxy or gateway.',
  },
];

describe('an answer that isn’t gRPC-Web', () => {
  it.each(ERRORS)('$name', (item) => checkErrorCase(server, item));
});

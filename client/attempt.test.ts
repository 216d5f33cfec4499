import { describe, expect, it } from 'vitest';
import { binaryMetadata, Code, createCallClient } from 'endpoint.js-client';
import { Request, Response } from '../proto/gen/web/api.js';
import { respondWith, frame, HI, message, ok, trailers, utf8, WEB, type Bytes, type Fields } from './test/responses.js';
import { failure } from './test/calls.js';
import { createCaller, useTestServer } from './test/server.js';

const server = await useTestServer();
const call = createCaller(server);

describe('a valid response', () => {
  it.each<[string, Bytes, Fields]>([
    ['a media type with parameters', [...message, ...ok], { 'content-type': 'Application/gRPC-Web+Proto; x=y' }],
    ['identity named', [...message, ...ok], { ...WEB, 'grpc-encoding': 'identity' }],
    ['status 8 in the headers, 0 in the body', [...message, ...ok], { ...WEB, 'grpc-status': '8' }],
    ['trailers without whitespace', [...message, ...trailers('grpc-status:0')], WEB],
    ['an unknown field', [...frame(0, [...HI, 0x98, 0x06, 1]), ...ok], WEB],
  ])('is accepted: %s', async (_, body, headers) => {
    server.respond = respondWith(body, headers);
    expect(await call()).toMatchObject({ success: true, message: 'hi', status: { code: 0, name: 'OK' } });
  });

  it('may arrive in any chunks', async () => {
    const body = Uint8Array.from([...message, ...ok]);
    server.respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/grpc-web' });
      let sent = 0;
      const next = (): void => {
        if (sent === body.length) response.end();
        else {
          response.write(body.subarray(sent, sent + 1));
          sent += 1;
          setTimeout(next, 1);
        }
      };
      next();
    };
    expect((await call()).message).toBe('hi');
  });

  it('has headers, trailers, status and timing', async () => {
    server.respond = respondWith(
      [...message, ...trailers('grpc-status: 0', 'grpc-message: all%20well', 'X-T: 1', 'x-t: 2', 'x-bin: AQ==', 'x-bin: AgM', 'server-timing: app;dur=1.5')], // prettier-ignore
      { ...WEB, 'x-h': ['a', 'b'], 'x-envoy-upstream-service-time': '3' },
    );
    const result = await call();
    expect(result.headers.get('x-h')).toBe('a, b');
    expect(result.trailers.get('x-t')).toBe('1, 2');
    expect(binaryMetadata(result.trailers, 'x-bin')).toEqual([Uint8Array.of(1), Uint8Array.of(2, 3)]);
    expect(result.trailers.has('grpc-status')).toBe(false);
    expect(result.status).toEqual({ code: 0, name: 'OK', message: 'all well' });
    expect(result.timing).toMatchObject({ server: 1.5, upstream: 3 });
    expect(result.timing.headers).toBeGreaterThan(0);
    expect(result.timing.total).toBeGreaterThanOrEqual(result.timing.headers ?? Infinity);
  });

  it('reaches its own call among fifty at once', async () => {
    server.respond = (response, { body }) => {
      const { code } = Request.deserializeBinary(body.subarray(5));
      const bytes = [...new Response({ success: true, message: code }).serializeBinary()];
      setTimeout(
        () =>
          response
            .writeHead(200, { 'content-type': 'application/grpc-web' })
            .end(Uint8Array.from([...frame(0, bytes), ...ok])),
        // In another order, which is the same each time.
        (server.received.length * 7) % 20,
      );
    };
    const client = createCallClient({ host: server.host });
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    const results = await Promise.all(names.map((code) => client.call({ code })));
    expect(results.map((result) => result.message)).toEqual(names);
  });
});

/** A response, and the error that it causes. By default it has status 200, the media type of gRPC-Web and no body. */
interface ErrorCase {
  readonly name: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly headers?: Fields;
  readonly body?: Bytes;
  readonly code: number;
  /** Part of the error's message. */
  readonly text: string;
}

/** Makes a call that gets the response of a case, and checks its error. */
async function checkErrorCase(item: ErrorCase): Promise<void> {
  const { metadata, status, headers, body = [], code, text } = item;
  server.respond = respondWith(body, headers, status);
  const error = await failure(call({ metadata }));
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(text)]);
  expect(server.received).toHaveLength(1);
  expect(error.timing?.headers).toBeGreaterThan(0);
}

const ERRORS: readonly ErrorCase[] = [
  // gRPC statuses, beyond those of the conformance suite; response.test.ts and text.test.ts have malformed ones
  { name: 'status 9 in headers and an empty trailer frame', headers: { ...WEB, 'grpc-status': '9', 'grpc-message': 'why%21' }, body: trailers(), code: 9, text: 'why!' },
  { name: 'status 9 in headers and its message in the trailers', headers: { ...WEB, 'grpc-status': '9' }, body: trailers('grpc-message: why'), code: 9, text: 'why' },
  { name: 'status 9 after a message', body: [...message, ...trailers('grpc-status: 9', 'grpc-message: why')], code: 9, text: 'why' },
  { name: '9 in the body, 0 in the headers', headers: { ...WEB, 'grpc-status': '0' }, body: trailers('grpc-status: 9'), code: 9, text: 'FAILED_PRECONDITION: ' },
  { name: "a proxy's status", status: 503, headers: { 'content-type': 'application/grpc', 'grpc-status': '8', 'grpc-message': 'full' }, code: 8, text: 'full' },
  { name: "a proxy's status with text", status: 403, headers: { 'content-type': 'text/plain', 'grpc-status': '7' }, body: utf8('no'), code: 7, text: 'PERMISSION_DENIED: ' },
  { name: 'OK without a message', body: ok, code: 12, text: 'status OK and no message' },
  { name: 'two messages', body: [...message, ...message, ...ok], code: 12, text: 'status OK and 2 messages' },
  // Frames
  { name: 'a compressed frame that was requested', metadata: { 'grpc-accept-encoding': 'gzip' }, body: [...frame(1, HI), ...ok], code: 13, text: 'gRPC-Web: a frame is compressed. Remove' },
  { name: 'no trailers', body: message, code: 2, text: 'ended without trailers' },
  { name: 'no trailers, but a status in the headers', headers: { ...WEB, 'grpc-status': '0' }, body: message, code: 2, text: 'ended without trailers' },
  { name: 'truncated trailers', body: [...message, ...ok.slice(0, -2)], code: 13, text: 'ended inside a frame, after 14 of 16 bytes' },
  { name: 'a missing end', body: message, code: 2, text: 'An intermediary truncated it, or forwards gRPC without translating it to gRPC-Web.' },
  { name: 'a hidden status', code: 2, text: 'a page sees only the headers that access-control-expose-headers lists.' },
]; // prettier-ignore

describe('a response with an error', () => {
  it.each(ERRORS)('$name', (item) => checkErrorCase(item));

  it('has headers and trailers apart, and details as bytes', async () => {
    server.respond = respondWith(
      trailers('grpc-status: 5', 'grpc-message: %F0%9F%98%80', 'x-t: 1', 'x-t: 2', 'grpc-status-details-bin: CAUSAW8'),
      { ...WEB, 'x-h': 'a', 'server-timing': 'app;dur=4' },
    );
    const error = await failure(call());
    expect(error.status).toEqual({ code: 5, name: 'NOT_FOUND', message: '😀' });
    expect([error.headers.get('x-h'), error.headers.get('x-t'), error.trailers.get('x-h')]).toEqual(['a', null, null]);
    expect(error.trailers.get('x-t')).toBe('1, 2');
    expect(error.details).toEqual(Uint8Array.of(8, 5, 18, 1, 111));
    expect(error.timing?.server).toBe(4);
  });

  it('keeps empty header values, sent and received', async () => {
    const metadata = { 'x-empty': '' };
    server.respond = respondWith([...message, ...ok], { ...WEB, ...metadata });
    expect((await call({ metadata })).headers.get('x-empty')).toBe('');
    expect(server.received[0]?.headers['x-empty']).toBe('');
    server.respond = respondWith([], { ...WEB, ...metadata, 'grpc-status': '5' });
    const error = await failure(call());
    expect([error.code, error.trailers.get('x-empty')]).toEqual([Code.NOT_FOUND, '']);
  });

  it.each([[[]], [trailers()]])(
    'has the headers of a trailers-only response as trailers, with the body %j',
    async (body) => {
      server.respond = respondWith(body, {
        ...WEB,
        'grpc-status': '9',
        'x-t': ['1', '2'],
        'grpc-status-details-bin': 'AQ',
      });
      const error = await failure(call());
      expect(error.trailers.get('x-t')).toBe('1, 2');
      expect(error.metadata.get('x-t')).toBe('1, 2');
      expect(error.metadata.has('grpc-status')).toBe(false);
      expect(error.details).toEqual(Uint8Array.of(1));
    },
  );

  it('keeps the headers of a response that isn’t gRPC-Web, without taking them as trailers', async () => {
    server.respond = respondWith(utf8('later'), { 'retry-after': '5' }, 503);
    const error = await failure(call());
    expect(error.headers.get('retry-after')).toBe('5');
    expect([...error.trailers]).toEqual([]);
  });

  it('keeps the cause if a message can’t be decoded', async () => {
    server.respond = respondWith([...frame(0, [0x0a, 0xff, 0xff]), ...ok]);
    const error = await failure(call());
    expect([error.code, error.message]).toEqual([Code.INTERNAL, expect.stringContaining("can't be decoded")]);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('rejects a message over the limit of the client', async () => {
    server.respond = respondWith([...message, ...ok]);
    expect((await failure(call({}, { maxMessageBytes: 5 }))).code).toBe(Code.RESOURCE_EXHAUSTED);
    // The limit applies to each frame, and the trailers here have 16 bytes.
    expect((await call({}, { maxMessageBytes: 16 })).message).toBe('hi');
  });
});

const FOREIGN_RESPONSES: readonly ErrorCase[] = [
  // Media types
  { name: 'no media type', headers: {}, body: [...message, ...ok], code: 2, text: 'no content-type' },
  { name: 'gRPC-Web text', headers: { 'content-type': 'application/grpc-web-text' }, body: [...message, ...ok], code: 13, text: 'Only binary gRPC-Web' },
  // HTTP
  { name: 'HTTP 503 with OK in the headers', status: 503, headers: { ...WEB, 'grpc-status': '0' }, code: 14, text: 'HTTP 503 Service Unavailable and no gRPC' },
  { name: 'HTTP 503 with a gRPC-Web body', status: 503, body: [...message, ...ok], code: 14, text: 'HTTP 503 Service Unavailable' },
  { name: 'HTTP 204', status: 204, headers: {}, code: 2, text: 'HTTP 204 No Content' },
  { name: 'HTTP 302', status: 302, headers: { location: '/elsewhere' }, code: 2, text: 'redirects, but calls do not follow redirects' },
  { name: 'HTTP 307', status: 307, headers: { location: '/elsewhere' }, code: 2, text: 'set "host" to the final address' },
  // Next steps
  { name: 'the hint for HTTP 401', status: 401, headers: {}, code: 16, text: 'HTTP 401 Unauthorized and no gRPC status. Credentials are missing or wrong' },
  { name: 'the hint for HTTP 403', status: 403, headers: {}, code: 7, text: 'A proxy forbids the call: check its rules.' },
  { name: 'a wrong path', status: 404, headers: {}, body: utf8('no'), code: 12, text: 'check that "host" is the proxy or gateway, with the path that precedes the service.' },
  { name: 'a server of files', status: 405, headers: {}, code: 2, text: 'check that "host" is the proxy or gateway' },
  { name: 'the hint for HTTP 413', status: 413, headers: {}, code: 2, text: 'The request is larger than the proxy allows.' },
  { name: 'a gRPC server that accepts HTTP/1.1', status: 415, headers: {}, code: 2, text: 'set "host" to the proxy or gateway, not the gRPC server' },
  { name: 'the hint for HTTP 429', status: 429, headers: {}, code: 14, text: 'The rate of calls is limited: wait, or set "retries".' },
  { name: 'the hint for HTTP 431', status: 431, headers: {}, code: 2, text: 'The metadata is larger than the proxy allows.' },
  { name: 'a proxy without a server', status: 503, headers: {}, code: 14, text: 'The proxy runs, but reaches no server: check that the server is up' },
  { name: 'the hint for HTTP 500', status: 500, headers: {}, code: 2, text: 'See the log of the proxy or server there.' },
  { name: 'plain gRPC', headers: { 'content-type': 'application/grpc' }, body: message, code: 13, text: 'let the proxy translate it to gRPC-Web' },
  { name: 'gRPC+proto', headers: { 'content-type': 'application/grpc+proto' }, body: message, code: 13, text: 'let the proxy translate it to gRPC-Web' },
  { name: 'a web page', headers: { 'content-type': 'text/html' }, body: utf8('<html>'), code: 2, text: 'check that "host" is the address of the proxy or gateway.' },
]; // prettier-ignore

describe('a response that isn’t gRPC-Web', () => {
  it.each(FOREIGN_RESPONSES)('$name', (item) => checkErrorCase(item));
});

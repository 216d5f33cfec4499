import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogLine } from '../observability/log.js';
import { startRawUpstream, startUpstream, type Upstream } from '../test/upstream.js';
import { type CallServer, createServer, type ServerOptions } from '../server.js';
import {
  type Caller,
  type CallSettings,
  grpcCaller,
  grpcWebCaller,
  type RequestFields,
  type Result,
} from '../test/callers.js';

const lines: LogLine[] = [];
const callers = new Map<string, Caller>();
const raw: { origin: string; close(): Promise<void> }[] = [];
let upstream: Upstream;
let foreign: Upstream;
/** No server may listen on the first port. */
const closedOrigin = 'http://127.0.0.1:1';
let server: CallServer;
let off: CallServer;

beforeAll(async () => {
  upstream = await startUpstream();
  foreign = await startUpstream();
  raw.push(
    await startRawUpstream('SSH-2.0-OpenSSH\r\n'),
    await startRawUpstream(''),
    await startRawUpstream('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    await startRawUpstream(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
  );
  const { port } = new URL(upstream.origin);
  server = createServer({
    sendOrigins: [
      upstream.origin, closedOrigin, upstream.origin.replace('http', 'https'), 'http://no-such-name.invalid', `http://*:${port}`,
      ...raw.map(({ origin }) => origin),
    ],
    log: (line) => lines.push(line),
  }); // prettier-ignore
  off = createServer();
  for (const [name, started] of [['', server], [' off', off]] as const) {
    const { grpc, gateway = '' } = await started.listen({ port: 0, gatewayPort: 0 });
    callers.set(`gRPC${name}`, grpcCaller(grpc));
    callers.set(`gRPC-Web${name}`, grpcWebCaller(gateway));
  } // prettier-ignore
});

afterAll(async () => {
  for (const caller of callers.values()) caller.close();
  await Promise.all([server.drain({ graceMs: 0 }), off.drain(), upstream.close(), foreign.close()]);
  await Promise.all(raw.map((started) => started.close()));
});

type Options = Record<string, unknown>;

function call(transport: string, route: string, options: Options | string, ms = 0, settings?: CallSettings): Promise<Result> {
  const caller = callers.get(transport);
  if (!caller) throw new Error(`There is no ${transport}.`);
  const str2 = typeof options === 'string' ? options : JSON.stringify({ baseUrl: upstream.origin, ...options });
  return caller.call({ code: 'send', str1: route, str2, int_value: ms }, settings);
} // prettier-ignore

interface Sent {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly ms: number;
  readonly bodyEncoding?: string;
  readonly truncatedAt?: number;
}

async function sent(transport: string, route: string, options: Options = {}, settings?: CallSettings): Promise<Sent> {
  const { code, response } = await call(transport, route, options, 0, settings);
  expect([code, response]).toEqual([status.OK, { success: true, message: expect.stringMatching(/^\{/) }]);
  return JSON.parse(response?.message ?? '');
}

async function echoed(...args: Parameters<typeof sent>) {
  const { body } = await sent(...args);
  const request: { method: string; url: string; rawHeaders: string[]; body: string } = JSON.parse(body);
  const pairs = request.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), request.rawHeaders[at + 1] ?? '']] : [],
  );
  return { ...request, pairs, headers: Object.fromEntries(pairs) as Record<string, string> };
}

describe.each(['gRPC', 'gRPC-Web'])('send over %s', (transport) => {
  it('returns status, headers, body and time', async () => {
    const answer = await sent(transport, 'GET /status/404');
    expect(Object.keys(answer)).toEqual(['status', 'headers', 'body', 'ms']);
    expect(answer).toMatchObject({ status: 404, headers: { 'transfer-encoding': 'chunked' }, body: 'not here' });
    expect(answer.ms).toBeGreaterThan(0);
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('sends %s without a body', async (method) => {
    const { pairs, ...request } = await echoed(transport, `${method} /echo?x=%C3%A9`, { headers: { 'X-A': 'é' } });
    expect(request).toMatchObject({ method, url: '/echo?x=%C3%A9', body: '', headers: { 'x-a': 'é' } });
    expect(request.headers).not.toHaveProperty('transfer-encoding');
    expect(pairs.filter(([name]) => name === 'host')).toEqual([['host', new URL(upstream.origin).host]]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('sends %s with JSON', async (method) => {
    const { headers, body } = await echoed(transport, `${method} /echo`, { title: 'é😀' });
    expect(body).toBe('{"title":"é😀"}');
    expect(headers).toMatchObject({ 'content-length': '18', 'content-type': 'application/json; charset=utf-8' });
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it.each([
    ['text', 'é\n', 'é\n'],
    ['nothing', '', ''],
    ['null', null, 'null'],
    ['a list', [1, 'a'], '[1,"a"]'],
  ])('sends data that is %s as the body', async (_, data, body) => {
    expect((await echoed(transport, 'POST /echo', { data })).body).toBe(body);
  });

  it('sends HEAD and OPTIONS', async () => {
    expect(await sent(transport, 'HEAD /echo')).toMatchObject({ status: 200, body: '' });
    expect((await echoed(transport, 'OPTIONS /echo')).method).toBe('OPTIONS');
  });

  it('does not follow redirects', async () => {
    const before = upstream.requests.length;
    const answer = await sent(transport, 'GET /redirect');
    expect(answer).toMatchObject({ status: 302, headers: { location: '/echo' }, body: '' });
    expect(upstream.requests.slice(before)).toEqual(['GET /redirect']);
  });

  it('joins lines of one header', async () => {
    const { headers } = await sent(transport, 'GET /twice');
    expect(headers).toMatchObject({ 'set-cookie': 'a=1, 2\nb=2', vary: 'accept, origin', 'x-latin': 'é' });
  });

  it.each([
    ['/quoted', '"\\\n\t\u2028😀\uFEFF', undefined],
    ['/nothing', '', undefined],
    ['/binary', 'iVD/AA==', 'base64'],
    ['/control', 'YQBi', 'base64'],
  ])('returns a body as of %s', async (path, body, encoding) => {
    const answer = await sent(transport, `GET ${path}`);
    expect([answer.body, answer.bodyEncoding, answer.truncatedAt]).toEqual([body, encoding, undefined]);
  });

  it.each([
    ['/size?1048576', 'x', 1_048_576, undefined],
    ['/size?1048577', 'x', 1_048_576, 1_048_576],
    ['/endless', 'y', 1_048_576, 1_048_576],
    ['/wide', 'é', 524_288, 1_048_576],
  ])('returns the body of %s up to 1 MiB', async (path, last, length, truncatedAt) => {
    const answer = await sent(transport, `GET ${path}`);
    expect([answer.body.at(-1), answer.body.length, answer.truncatedAt]).toEqual([last, length, truncatedAt]);
    expect(answer.bodyEncoding).toBeUndefined();
    if (path === '/endless') await expect.poll(() => upstream.cut).toContain('GET /endless');
  });

  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  it('passes on trace context, and logs its id', async () => {
    const metadata = { traceparent: trace, tracestate: 'a=1,b=2' };
    const { headers } = await echoed(transport, 'GET /echo', {}, { metadata });
    expect(headers).toMatchObject(metadata);
    expect(lines.at(-1)).toMatchObject({ code: 'send', traceId: '0af7651916cd43dd8448eb211c80319c' });
  });

  it("leaves the route's own trace context, and ignores a broken one", async () => {
    const options = { headers: { traceparent: trace.replace('b7', 'c8') } };
    const echo = await echoed(transport, 'GET /echo', options, { metadata: { traceparent: trace } });
    expect(echo.headers['traceparent']).toBe(trace.replace('b7', 'c8'));
    const broken = await echoed(transport, 'GET /echo', {}, { metadata: { traceparent: 'x', tracestate: 'a=1' } });
    expect(Object.keys(broken.headers).filter((name) => name.startsWith('trace'))).toEqual([]);
    expect(lines.at(-1)).not.toHaveProperty('traceId');
  });

  const listed = /; this server allows: http:\/\/127\.0\.0\.1:\d+, /;
  const failing: [string, string, Options | string | (() => Options), number, string | RegExp][] = [
    ['malformed JSON', 'GET /', '{', 0, /^str2: .*not JSON/],
    ['a builder error', 'GET /users/{id}', {}, 0, /id/],
    ['a url that is not absolute', 'GET /x', '{"baseUrl":""}', 0, 'The url "/x" is not absolute; pass a baseUrl such as https://api.example.com.'],
    ['an origin that is not listed', 'GET https://evil.test/', {}, 0, listed],
    ['another port', 'GET /echo', () => ({ baseUrl: foreign.origin }), 0, listed],
    ['another scheme', 'GET ftp://127.0.0.1/', {}, 0, listed],
    ['a name for loopback, by wildcard', 'GET /echo', () => ({ baseUrl: upstream.origin.replace('127.0.0.1', 'localhost') }), 0, /^No public address was found for localhost; .* only when http:\/\/localhost:\d+ itself is on the server's list\.$/],
    ['a loopback address, by wildcard', 'GET /echo', () => ({ baseUrl: upstream.origin.replace('127.0.0.1', '127.0.0.2') }), 0, /^No public address was found for 127\.0\.0\.2;/],
    ['an IPv4-mapped address, by wildcard', 'GET /echo', () => ({ baseUrl: upstream.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]') }), 0, /^No public address was found for \[::ffff:7f00:1\];/],
    ['a negative timeout', 'GET /echo', {}, -1, 'int_value is the timeout in ms and must be 0 (for 10000) to 120000, not -1.'],
    ['a long timeout', 'GET /echo', {}, 120_001, /not 120001\.$/],
    ['no answer in time', 'GET /silent', {}, 60, /^http:\/\/127\.0\.0\.1:\d+ sent no complete response within 60 ms; /],
    ['half an answer in time', 'GET /half', {}, 60, /sent no complete response within 60 ms/],
    ['a closed port', 'GET /', () => ({ baseUrl: closedOrigin }), 0, /^The request to http:\/\/127\.0\.0\.1:\d+ failed: nothing listens there; .* \(ECONNREFUSED\)\.$/],
    ['no such name', 'GET http://no-such-name.invalid/', {}, 0, /^The request to http:\/\/no-such-name\.invalid failed: .* \(E\w+\)\.$/],
    ['a port without TLS', 'GET /', () => ({ baseUrl: upstream.origin.replace('http', 'https') }), 0, /does not speak TLS/],
    ['a connection reset', 'GET /reset', {}, 0, /the connection broke/],
    ['an answer cut off', 'GET /broken', {}, 0, /the connection broke/],
    ['an answer that is not HTTP', 'GET /', () => ({ baseUrl: raw[0]?.origin }), 0, /is not HTTP\/1\.1 \(HPE_/],
    ['an empty answer', 'GET /', () => ({ baseUrl: raw[1]?.origin }), 0, /the connection broke/],
    ['an upgrade', 'GET /', () => ({ baseUrl: raw[2]?.origin }), 0, /^The request to .* failed: /],
    ['large headers', 'GET /', () => ({ baseUrl: raw[3]?.origin }), 0, /larger than 16 KiB/],
    ['a header that frames', 'POST /echo', { headers: { 'Transfer-Encoding': 'chunked' } }, 0, 'The header transfer-encoding is set by the connection itself; leave it out.'],
    ['another host', 'GET /echo', { headers: { host: 'evil.test' } }, 0, /^The header host is set/],
    ['a header beyond Latin-1', 'GET /echo', { headers: { 'x-a': '→' } }, 0, 'x-a: must have only printable characters of Latin-1.'],
    ['half a surrogate pair', 'POST /echo', '{"baseUrl":"http://127.0.0.1:1","data":"\\ud83d"}', 0, 'body: has a lone surrogate; pass well-formed text.'],
  ]; // prettier-ignore
  it.each(failing)('answers %s: OK without success', async (_, route, options, ms, message) => {
    const before = foreign.requests.length;
    const routeOptions = typeof options === 'function' ? options() : options;
    const { code, response } = await call(transport, route, routeOptions, ms);
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect([code, response]).toEqual([status.OK, { success: false, message: expected }]);
    expect(response?.message).not.toMatch(/\.ts\b|node_modules|\n/);
    expect(foreign.requests.length).toBe(before);
  });

  /** Repeats a call with longer and longer times: on a busy machine, a short one ends before its request has arrived. */
  async function untilReceived(request: string, run: (ms: number) => Promise<void>): Promise<void> {
    for (let ms = 50; !upstream.requests.includes(request) && ms <= 120_000; ms *= 2) await run(ms);
    expect(upstream.requests).toContain(request);
  }

  it('closes the connection of a request that takes too long', async () => {
    const request = `GET /silent?${transport.replace(' ', '-')}-timeout`;
    await untilReceived(request, async (ms) => void (await call(transport, request, {}, ms)));
    await expect.poll(() => upstream.cut).toContain(request);
  });

  it('is off without a list', async () => {
    const { response } = await call(`${transport} off`, 'GET /echo', {});
    expect(response).toEqual({
      success: false,
      message:
        'send is off, as this server allows no origins; start it with --send-origins, or make it with sendOrigins.',
    });
  });

  it('refuses an argument over its limit as INVALID_ARGUMENT', async () => {
    const result = await call(transport, 'x'.repeat(1_048_577), {});
    expect([status[result.code], result.details]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('str1')]);
  });

  it('refuses a message over the limit as RESOURCE_EXHAUSTED', async () => {
    const result = await call(transport, 'POST /echo', { data: 'x'.repeat(4_194_304) });
    expect(status[result.code]).toBe('RESOURCE_EXHAUSTED');
  });

  it.each(['/silent', '/half'])('closes the connection past the deadline of the call, at %s', async (path) => {
    const request = `GET ${path}?${transport}-deadline`;
    await untilReceived(request, async (timeoutMs) => {
      const result = await call(transport, request, {}, 0, { timeoutMs });
      expect(status[result.code]).toBe('DEADLINE_EXCEEDED');
    });
    await expect.poll(() => upstream.cut).toContain(request);
  });

  it.each(['/silent', '/half'])('closes the connection of a cancelled call, at %s', async (path) => {
    const controller = new AbortController();
    const result = call(transport, `GET ${path}?${transport}-cancel`, {}, 0, { signal: controller.signal });
    await expect.poll(() => upstream.requests).toContain(`GET ${path}?${transport}-cancel`);
    controller.abort();
    expect(status[(await result).code]).toBe('CANCELLED');
    await expect.poll(() => upstream.cut).toContain(`GET ${path}?${transport}-cancel`);
  });
});

describe.each(['gRPC', 'gRPC-Web'])('send over %s', (transport) => {
  async function started(options: ServerOptions): Promise<{ callServer: CallServer; caller: Caller }> {
    const callServer = createServer({ sendOrigins: [upstream.origin], ...options });
    const { grpc, gateway = '' } = await callServer.listen({ port: 0, gatewayPort: 0 });
    return { callServer, caller: transport === 'gRPC' ? grpcCaller(grpc) : grpcWebCaller(gateway) };
  }
  const request = (path: string): RequestFields => ({ code: 'send', str1: `GET ${upstream.origin}${path}` });

  it('sends nothing without the token, and answers UNAUTHENTICATED', async () => {
    const { callServer, caller } = await started({ token: 't' });
    const before = upstream.requests.length;
    expect(status[(await caller.call(request('/echo'))).code]).toBe('UNAUTHENTICATED');
    expect(upstream.requests.length).toBe(before);
    const metadata = { authorization: 'Bearer t' };
    expect((await caller.call(request('/echo'), { metadata })).response?.success).toBe(true);
    caller.close();
    await callServer.drain();
  });

  it('closes the connection beyond the grace of a drain', async () => {
    const { callServer, caller } = await started({});
    const path = `/silent?${transport}-drain`;
    const answer = caller.call(request(path)).catch((error: unknown) => ({ code: String(error) }));
    await expect.poll(() => upstream.requests).toContain(`GET ${path}`);
    await callServer.drain({ graceMs: 50 });
    expect((await answer).code).not.toBe(status.OK);
    await expect.poll(() => upstream.cut).toContain(`GET ${path}`);
    caller.close();
  });
});

it('logs no value of a header, no address and no body', async () => {
  const secret = 'a-secret-value';
  await call('gRPC', `GET /echo?${secret}`, { headers: { authorization: `Bearer ${secret}` } });
  expect(lines.at(-1)).toMatchObject({ code: 'send', success: true });
  expect(JSON.stringify(lines)).not.toMatch(/a-secret-value|127\.0\.0\.1/);
});

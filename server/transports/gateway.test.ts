import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Request } from '../../proto/gen/web/api.js';
import { type CallServer, createServer } from '../server.js';
import { frame, post, readResult } from '../test/callers.js';
import { cert, key } from '../test/certificate.js';
import { createServiceStub } from '../test/service-stub.js';
import { createRenewableTls } from '../service/renewable-tls.js';
import { createGateway } from './gateway.js';
import type { createHoldings, Holding } from '../service/holdings.js';

/** The holdings of bytes that the gateway has not released. */
const open = new Set<Holding>();

vi.mock('../service/holdings.js', async (importOriginal) => {
  const original = await importOriginal<{ createHoldings: typeof createHoldings }>();
  const counted: typeof createHoldings = (limits) => {
    const holdings = original.createHoldings(limits);
    if (limits.bytes === Infinity) return holdings;
    return {
      hold: (holder) => {
        const holding = holdings.hold(holder);
        const known: Holding = {
          renew: () => holding.renew(),
          grow: (bytes) => holding.grow(bytes),
          release: () => {
            open.delete(known);
            holding.release();
          },
        };
        open.add(known);
        return known;
      },
    };
  };
  return { ...original, createHoldings: counted };
});

const keptAgent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Calls on one connection that is kept alive; announces `missing` more bytes than it sends. */
function callOnKeptConnection(address: string, body: Uint8Array, missing = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/grpc-web+proto', 'content-length': body.length + missing };
    const sent = httpRequest(
      `${address}/api.ApiService/CallApi`,
      { method: 'POST', agent: keptAgent, headers },
      (response) => {
        resolve(text(response));
      },
    );
    sent.once('error', missing === 0 ? reject : () => resolve('cut off'));
    if (missing === 0) sent.end(body);
    else sent.write(body, () => sent.destroy());
  });
}

const path = '/api.ApiService/CallApi';
const listed = 'http://localhost:5173';
const foreign = 'http://evil.example';
const echo = new Request({ code: 'echo', str1: 'é' }).serialize();
let server: CallServer;
let gateway = '';
let calls = 0;

beforeAll(async () => {
  server = createServer({
    origins: [listed, 'http://127.0.0.1:5173'],
    log: ({ event }) => (calls += event === 'call' ? 1 : 0),
  });
  ({ gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 }));
});
afterAll(() => server.drain());

it.each<[string, Uint8Array, number, RegExp]>([
  ['is served', frame(new Uint8Array()), 0, /grpc-status: 0/],
  ['is malformed', Uint8Array.of(1, 2, 3), 0, /^$|grpc-status: \d/],
  ['has a field of another type', frame(Uint8Array.of(8, 1)), 0, /grpc-status: 3/],
  ['is cut off', frame(new Uint8Array()), 1, /cut off/],
])('releases the bytes of a call that %s, on a connection that is kept alive', async (_, body, missing, expected) => {
  for (let count = 0; count < 3; count += 1) {
    expect(await callOnKeptConnection(gateway, body, missing)).toMatch(expected);
  }
  await expect.poll(() => open.size).toBe(0);
});

/** Sends any headers, also those that fetch keeps to itself. */
function send(
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: Uint8Array,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(gateway + target, { method, headers }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('CORS', () => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-grpc-web,x-custom,authorization',
  };

  it.each([listed, 'http://127.0.0.1:5173'])('responds to a preflight of %s', async (origin) => {
    const response = await send('OPTIONS', path, { ...preflight, origin });
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': '*, authorization',
      'access-control-max-age': '7200',
      vary: expect.stringContaining('origin'),
    });
  });

  it.each([
    foreign,
    'null',
    'http://localhost:5174',
    'https://localhost:5173',
    'http://LOCALHOST:5173',
    'http://localhost:5173.evil.example',
  ])('allows nothing to %s, and runs nothing', async (origin) => {
    const before = calls;
    const response = await send(
      'OPTIONS',
      path,
      { ...preflight, origin, 'content-type': 'application/grpc-web+proto' },
      frame(echo),
    );
    expect(response.statusCode).toBe(403);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(calls).toBe(before);
  });

  it('responds to a preflight of an opaque origin where that is listed', async () => {
    const lenient = createServer({ origins: ['null'] });
    const { gateway: address } = await lenient.listen({ port: 0, gatewayPort: 0 });
    const response = await fetch(`${address}${path}`, { method: 'OPTIONS', headers: { ...preflight, origin: 'null' } });
    await lenient.drain();
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, 'null']);
  });

  it('exposes the headers that the client reads', async () => {
    const response = await send(
      'POST',
      path,
      { origin: listed, 'content-type': 'application/grpc-web+proto' },
      frame(echo),
    );
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-expose-headers':
        'grpc-status, grpc-message, grpc-status-details-bin, grpc-retry-pushback-ms, server-timing, x-envoy-upstream-service-time, x-request-id',
      vary: expect.stringContaining('origin'),
      'server-timing': expect.stringMatching(/^app;dur=/),
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    ['404', 'POST', '/other', {}],
    ['405', 'GET', path, {}],
    ['415', 'POST', path, { 'content-type': 'text/plain' }],
  ])('lets no foreign page read a %s', async (code, method, target, headers) => {
    const response = await send(method, target, { origin: foreign, ...headers });
    expect(String(response.statusCode)).toBe(code);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('gives a foreign page no way to read a response', async () => {
    const response = await send(
      'POST',
      path,
      { origin: foreign, 'content-type': 'application/grpc-web+proto' },
      frame(echo),
    );
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(response.headers).not.toHaveProperty('access-control-expose-headers');
  });
});

// envoy/differences.test.ts has the requests that no well-behaved client sends.
describe('HTTP', () => {
  const cases: [string, string, string, Record<string, string>, number][] = [
    ['GET as in Connect', 'GET', `${path}?connect=v1&encoding=json&message=%7B%7D`, {}, 405],
    ['Connect, binary', 'POST', path, { 'content-type': 'application/proto' }, 415],
    ['gRPC', 'POST', path, { 'content-type': 'application/grpc' }, 415],
  ];
  it.each(cases)('refuses %s, and runs nothing', async (_, method, target, headers, code) => {
    const before = calls;
    const body = method === 'GET' ? undefined : frame(echo);
    const response = await send(method, target, headers, body);
    expect(response.statusCode).toBe(code);
    expect(response.headers.allow).toBe(code === 405 ? 'POST, OPTIONS' : undefined);
    expect(calls).toBe(before);
  });
});

describe('a gateway of another service', () => {
  const service = createServiceStub();
  const options = { maxMessageBytes: 1000, origins: () => new Set<string>() };

  let httpServer: Server;
  let port = 0;
  beforeAll(async () => {
    httpServer = createGateway(service, { ...options, tls: undefined });
    httpServer.listen(0, '127.0.0.1');
    await once(httpServer, 'listening');
    ({ port } = httpServer.address() as AddressInfo);
  });
  afterAll(() => httpServer.close());

  it('does not blame the request for a response that can not be sent', async () => {
    const details = '\ud800';
    const broken = createServiceStub({ serve: () => ({ code: status.NOT_FOUND, details, metadata: {} }) });
    const other = createGateway(broken, { ...options, tls: undefined }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const response = await post(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, frame(echo));
    expect([response.status, await response.text()]).toEqual([500, 'The response could not be sent.\n']);
    other.close();
  });

  it.each([undefined, { cert, key }])('waits 10 s for headers and 30 s for a message, at most', (tls) => {
    const { headersTimeout, requestTimeout } = createGateway(service, {
      ...options,
      tls: tls && createRenewableTls(tls).tls,
    });
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
  });

  const head =
    'POST /api.ApiService/CallApi HTTP/1.1\r\nhost: a\r\ncontent-type: application/grpc-web\r\ncontent-length: 5\r\n';
  it.concurrent.each([
    ['nothing', '', /^$|^HTTP\/1\.1 408 /],
    ['half of the headers', head, /^HTTP\/1\.1 408 /],
    ['half of the message', `${head}\r\n\0\0`, /^HTTP\/1\.1 408 /],
  ])('cuts off a sender of %s, while others are served', async (_, sent, expected) => {
    Object.assign(httpServer, { headersTimeout: 300, requestTimeout: 300 });
    const socket: Socket = connect(port, '127.0.0.1');
    socket.write(sent);
    const received = text(socket);
    expect((await readResult(await post(`http://127.0.0.1:${port}`, frame(new Uint8Array())))).code).toBe(0);
    expect(await received).toMatch(expected);
  });

  it.each([
    ['X-BIN', '["AAH6/w=="]'],
    ['a b', '[]'],
    ['', '[]'],
    [':path', '[]'],
    ['x!', '[]'],
  ])('reads metadata of the name %j', async (name, expected) => {
    const named = createServiceStub({
      serve: (call) => service.serve({ ...call, metadata: () => call.metadata(name) }),
    });
    const other = createGateway(named, { ...options, tls: undefined }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const headers = { 'x-bin': 'AAH6/w', 'x!': 'a' };
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { response } = await readResult(await post(url, frame(new Uint8Array()), { headers }));
    expect(response?.message).toBe(expected);
    other.close();
  });

  it.each([
    ['AAH6/w==', ['AAH6/w==']],
    ['AAH6/w', ['AAH6/w==']],
    ['AQI=, AwQ', ['AQI=', 'AwQ=']],
    ['', ['']],
  ])('reads metadata of bytes, %j, with and without padding', async (sent, expected) => {
    const headers = { 'x-bin': sent };
    const { response } = await readResult(await post(`http://127.0.0.1:${port}`, frame(new Uint8Array()), { headers }));
    expect(response?.message).toBe(JSON.stringify(expected));
  });
});

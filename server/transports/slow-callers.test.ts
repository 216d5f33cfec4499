/**
 * Streams of every method of every service, and callers who begin and don't end: bounds that a test can exceed; fairness.test.ts has all of
 * them for one caller among others.
 */
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Request } from '../../proto/gen/node/api.js';
import { connectionLimits, incomingLimits, otherStreamLimits } from '../service/limits.js';
import { callApiPath } from '../service/messages.js';
import { type CallServer, createServer } from '../server.js';
import { frame, grpcCaller, grpcWebCaller } from '../test/callers.js';
import { createServiceStub } from '../test/service-stub.js';
import { createGrpcServer } from './grpc.js';

vi.mock('../service/limits.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  connectionLimits: { count: 20, bytes: Infinity },
  otherStreamLimits: { count: 30, bytes: Infinity },
  otherStreamsPerSecond: 1_000_000,
  incomingLimits: { count: 40, bytes: 1_000_000 },
}));

const cleanups: (() => unknown)[] = [];
let server: CallServer;
let address = '';
let gateway = '';

beforeEach(async () => {
  server = createServer();
  ({ grpc: address, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 }));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  await server.drain({ graceMs: 0 });
});

async function connected(): Promise<ClientHttp2Session> {
  const session = connect(`http://${address}`);
  cleanups.push(() => session.destroy());
  session.on('error', () => undefined);
  await once(session, 'remoteSettings');
  return session;
}

function open(session: ClientHttp2Session, method: string, message?: Uint8Array): ClientHttp2Stream {
  const headers = { ':method': 'POST', ':path': method, 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request(headers);
  stream.on('error', () => undefined);
  stream.resume();
  if (message) stream.end(message);
  return stream;
}

async function expectService(): Promise<void> {
  for (const caller of [grpcCaller(address), grpcWebCaller(gateway)]) {
    cleanups.push(() => caller.close());
    expect((await caller.call({ code: 'expand', str1: '/a' })).response).toEqual({ success: true, message: '/a' });
  }
}

/** Those that the server registers, so that a new one is tested too. */
const methods = [...createGrpcServer(createServiceStub(), 1_000_000).server['handlers'].keys()];

it('knows the methods of all services', () => {
  expect(methods.length).toBeGreaterThanOrEqual(6);
  expect(methods).toContain(callApiPath);
  expect(methods).toContain('/grpc.health.v1.Health/Watch');
});

it.each(methods)('open streams of %s are bounded over all connections; the oldest are ended', async (method) => {
  const { count } = method === callApiPath ? incomingLimits : otherStreamLimits;
  const more = 12;
  const streams: ClientHttp2Stream[] = [];
  while (streams.length < count + more) {
    const session = await connected();
    for (let index = 0; index < 6; index += 1) streams.push(open(session, method));
  }
  const surplus = streams.length - count;
  await expect.poll(() => streams.slice(0, surplus).every(({ closed }) => closed)).toBe(true);
  expect(streams.slice(surplus).filter(({ closed }) => closed)).toEqual([]);
  await expectService();
});

it.each([
  ['of no service', '/a.B/C', {}],
  ['that are not gRPC', callApiPath, { 'content-type': 'text/plain' }],
])('streams %s are ended at once', async (_, method, changes) => {
  const session = await connected();
  const stream = session.request({
    ':method': 'POST',
    ':path': method,
    'content-type': 'application/grpc',
    ...changes,
  });
  stream.resume();
  await once(stream, 'close');
  await expectService();
});

it('connects a new caller while others hold all connections', async () => {
  const watch = '/grpc.health.v1.Health/Watch';
  const sessions: ClientHttp2Session[] = [];
  while (sessions.length < connectionLimits.count) {
    const session = await connected();
    sessions.push(session);
    if (sessions.length !== 2) await once(open(session, watch, frame(Buffer.alloc(0))), 'response');
  }
  await expectService();
  await expect.poll(() => sessions.filter(({ destroyed }) => destroyed)).toEqual([sessions[1]]);
});

it('refuses a message without an end like an incomplete one: the oldest', async () => {
  const bytes = incomingLimits.bytes / 10;
  const message = frame(new Request({ code: 'echo', str1: 'x'.repeat(bytes) }).serialize());
  const statuses: unknown[] = [];
  for (let index = 0; index < 13; index += 1) {
    const stream = open(await connected(), callApiPath);
    stream.once('response', (headers) => (statuses[index] = headers['grpc-status']));
    stream.write(message);
  }
  await expect.poll(() => statuses.filter((status) => status === '8').length).toBeGreaterThanOrEqual(3);
  expect(statuses.slice(0, 3)).toEqual(['8', '8', '8']);
  await expectService();
});

it("bounds the gateway's endless bodies, and closes the oldest", async () => {
  const closed = new Set<number>();
  const posts: ClientRequest[] = [];
  for (let index = 0; index < 13; index += 1) {
    const headers = { 'content-type': 'application/grpc-web+proto', 'content-length': String(incomingLimits.bytes) };
    const post = request(gateway + callApiPath, { method: 'POST', headers });
    post.on('error', () => closed.add(index));
    post.write(Buffer.alloc(incomingLimits.bytes / 10));
    posts.push(post);
  }
  cleanups.push(() => posts.forEach((post) => post.destroy()));
  await expect.poll(() => closed.size).toBeGreaterThanOrEqual(3);
  expect([0, 1, 2].every((index) => closed.has(index))).toBe(true);
  await expectService();
});

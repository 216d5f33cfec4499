/** Streams of every method of every service are bounded, with bounds that a test can exceed. */
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectionLimits, incomingLimits, otherStreamLimits } from '../service/limits.js';
import { callApiPath } from '../service/messages.js';
import { type CallServer, createServer } from '../server.js';
import { frame, grpcCaller } from '../test/callers.js';
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

beforeEach(async () => {
  server = createServer();
  ({ grpc: address } = await server.listen({ port: 0 }));
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
  const caller = grpcCaller(address);
  cleanups.push(() => caller.close());
  expect((await caller.call({ code: 'expand', str1: '/a' })).response).toEqual({ success: true, message: '/a' });
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

it('serves a new health watcher while another one holds all streams', async () => {
  const watch = '/grpc.health.v1.Health/Watch';
  const message = frame(Buffer.alloc(0));
  const session = await connected();
  const streams = Array.from({ length: otherStreamLimits.count }, () => open(session, watch, message));
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  const stream = open(await connected(), watch, message);
  expect(await once(stream, 'data')).toEqual([Buffer.from([0, 0, 0, 0, 2, 8, 1])]);
  await expect.poll(() => streams.filter(({ closed }) => closed)).toEqual([streams[0]]);
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

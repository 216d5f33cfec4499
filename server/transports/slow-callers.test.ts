/** Callers who begin and don't end, and callers who don't read: what they hold is bounded, and others are served. */
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { type ClientRequest, request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { incomingLimits, maxStreamsPerConnection, outgoingLimits } from '../service/limits.js';
import { type CallServer, createServer } from '../server.js';
import { frame, grpcCaller, grpcWebCaller } from '../test/callers.js';

import { Request } from '../../proto/gen/node/api.js';

const path = '/api.ApiService/CallApi';
const mebibyte = 1_048_576;
const cleanups: (() => unknown)[] = [];
let server: CallServer;
let address = '';
let gateway = '';

beforeEach(async () => {
  server = createServer({
    operations: {
      big: { description: 'Gives int_value bytes.', arguments: {}, handler: ({ intValue }) => 'x'.repeat(intValue) },
    },
  });
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

interface Stream {
  readonly stream: ClientHttp2Stream;
  /** Its status, once it has one. */
  status: string | undefined;
}

/** Opens a call and sends nothing but its headers. */
function opened(session: ClientHttp2Session): Stream {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const seen: Stream = { stream, status: undefined };
  stream.on('error', () => undefined);
  const read = (headers: Record<string, unknown>): void => {
    if (typeof headers['grpc-status'] === 'string') seen.status = headers['grpc-status'];
  };
  stream.on('response', read);
  stream.on('trailers', read);
  return seen;
}

/** How many ended with a status. */
const withStatus = (streams: readonly Stream[], status: string): number =>
  streams.filter((seen) => seen.status === status).length;

async function expectService(): Promise<void> {
  const callers = [grpcCaller(address), grpcWebCaller(gateway)];
  for (const caller of callers) {
    cleanups.push(() => caller.close());
    expect((await caller.call({ code: 'expand', str1: '/a' })).response).toEqual({ success: true, message: '/a' });
  }
}

it('lets one connection open 100 streams', async () => {
  const session = await connected();
  expect(session.remoteSettings.maxConcurrentStreams).toBe(maxStreamsPerConnection);
  expect(maxStreamsPerConnection).toBe(100);
});

it('bounds calls without a message over all connections, and refuses the oldest', async () => {
  const streams: Stream[] = [];
  const more = 50;
  while (streams.length < incomingLimits.count + more) {
    const session = await connected();
    const count = Math.min(maxStreamsPerConnection, incomingLimits.count + more - streams.length);
    for (let index = 0; index < count; index += 1) streams.push(opened(session));
  }
  await expect.poll(() => withStatus(streams, '8')).toBe(more);
  expect(withStatus(streams.slice(0, more), '8')).toBe(more);
  await expectService();
});

it('bounds bytes of unfinished messages over all connections, and refuses the oldest', async () => {
  const bytes = 3 * mebibyte;
  const fitting = Math.floor(incomingLimits.bytes / bytes);
  const streams: Stream[] = [];
  const part = frame(Buffer.alloc(4 * mebibyte - 100)).subarray(0, bytes);
  for (let index = 0; index < fitting + 3; index += 1) {
    const seen = opened(await connected());
    seen.stream.write(part);
    streams.push(seen);
  }
  await expect.poll(() => withStatus(streams, '8')).toBeGreaterThanOrEqual(3);
  expect(withStatus(streams, '8')).toBeLessThan(10);
  await expectService();
});

it('refuses a message without an end like an incomplete one', async () => {
  const streams: Stream[] = [];
  const message = frame(new Request({ code: 'echo', str1: 'x'.repeat(mebibyte) }).serialize());
  for (let index = 0; index < incomingLimits.bytes / mebibyte + 3; index += 1) {
    const seen = opened(await connected());
    seen.stream.write(message);
    streams.push(seen);
  }
  await expect.poll(() => withStatus(streams, '8')).toBeGreaterThanOrEqual(3);
  await expectService();
});

it('bounds unread responses over all connections, and cuts off the oldest', async () => {
  const bytes = 4_000_000;
  const message = frame(new Request({ code: 'big', int_value: bytes }).serialize());
  const streams: Stream[] = [];
  for (let index = 0; index < outgoingLimits.bytes / bytes + 3; index += 1) {
    const seen = opened(await connected());
    // No one reads: only the headers arrive.
    seen.stream.end(message);
    streams.push(seen);
    await once(seen.stream, 'response');
  }
  const cutOff = (): number =>
    streams.filter(({ stream }) => stream.rstCode === constants.NGHTTP2_ENHANCE_YOUR_CALM).length;
  await expect.poll(cutOff).toBeGreaterThanOrEqual(3);
  expect(cutOff()).toBeLessThan(10);
  await expectService();
});

it("bounds the gateway's endless bodies, and closes the oldest", async () => {
  const bytes = 3 * mebibyte;
  const closed = new Set<number>();
  const posts: ClientRequest[] = [];
  for (let index = 0; index < incomingLimits.bytes / bytes + 3; index += 1) {
    const headers = { 'content-type': 'application/grpc-web+proto', 'content-length': String(4 * mebibyte) };
    const post = request(gateway + path, { method: 'POST', headers });
    post.on('error', () => closed.add(index));
    post.write(Buffer.alloc(bytes));
    posts.push(post);
  }
  cleanups.push(() => posts.forEach((post) => post.destroy()));
  await expect.poll(() => closed.size).toBeGreaterThanOrEqual(3);
  await expectService();
});

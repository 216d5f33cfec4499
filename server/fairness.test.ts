/** One caller takes all that a bound gives; another one is served. */
import { once } from 'node:events';
import { type ClientHttp2Stream, connect, constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, expect, it, vi } from 'vitest';
import { builtInOperations } from './operations/index.js';
import {
  type sharedBounds,
  outgoingLimits,
  callStreamLimits,
  connectionLimits,
  defaultMaxCalls,
  incomingLimits,
  maxCallsInFlight,
  maxLargeArguments,
  maxPoolTasks,
  otherStreamLimits,
} from './service/limits.js';
import type { Tokens } from './service/credentials.js';
import { callApiPath } from './service/messages.js';
import { createWorkPool } from './service/work-pool.js';
import { type CallServer, createServer } from './server.js';
import { frame, grpcCaller, type RequestFields } from './test/callers.js';
import { createConnections } from './test/connections.js';
import { Request } from '../proto/gen/node/api.js';

// Few of all, so that a test can take them.
vi.mock('./service/limits.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  connectionLimits: { count: 20, bytes: Infinity },
  callStreamLimits: { count: 24, bytes: Infinity },
  otherStreamLimits: { count: 6, bytes: Infinity },
  otherStreamsPerSecond: 1_000_000,
  incomingLimits: { count: 10, bytes: 1_000_000 },
  outgoingLimits: { count: Infinity, bytes: 2_000_000 },
  defaultMaxCalls: 8,
  maxCallsInFlight: 6,
  smallArguments: 10,
  maxLargeArguments: 10_000,
  maxPoolTasks: 4,
}));

const [greedy, other] = ['greedy', 'other'];
const cleanups: (() => unknown)[] = [];
let server: CallServer;
let address = '';
/** Ends all calls that wait. */
let finish = (): void => undefined;

async function listen(token: Tokens): Promise<void> {
  const finished = new Promise<string>((resolve) => (finish = () => resolve('done')));
  const wait = { description: '', arguments: {}, handler: () => finished };
  const big = { ...wait, handler: ({ intValue }: { intValue: number }) => 'x'.repeat(intValue) };
  server = createServer({ token, operations: { wait, 'wait-many': { ...wait, maxInFlight: 100 }, big } });
  ({ grpc: address } = await server.listen({ port: 0 }));
}

afterEach(async () => {
  finish();
  for (const cleanup of cleanups.splice(0)) cleanup();
  await server.drain({ graceMs: 0 });
});

/** Starts calls of a caller that wait until the end; returns the statuses of all others. */
function start(name: string, count: number, request: RequestFields) {
  const caller = grpcCaller(address);
  cleanups.push(() => caller.close());
  const ended: (string | undefined)[] = [];
  const calls = Array.from({ length: count }, async () => {
    const { code } = await caller.call(request, { metadata: { authorization: `Bearer ${name}` } });
    ended.push(status[code]);
  });
  return { ended, all: Promise.all(calls) };
}

/** A greedy caller gets half of a bound, and another one the other half. */
async function shareCalls(most: number, request: RequestFields): Promise<void> {
  const first = start(greedy, most, request);
  await expect.poll(() => first.ended).toEqual(Array.from({ length: most / 2 }, () => 'RESOURCE_EXHAUSTED'));
  const second = start(other, most / 2 + 1, request);
  // That one finds the bound full, after all others have their places.
  await expect.poll(() => second.ended).toEqual(['RESOURCE_EXHAUSTED']);
  finish();
  await Promise.all([first.all, second.all]);
  expect(second.ended.slice(1)).toEqual(Array.from({ length: most / 2 }, () => 'OK'));
}

interface Opening {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
  /** Whether the message ends. */
  readonly ends?: boolean;
  /** Whether the server responds to it without its end: the next one is opened after that. */
  readonly responded?: boolean;
}

/** Opens streams of a caller, who reads no response. */
async function open(name: string, count: number, opening: Opening): Promise<ClientHttp2Stream[]> {
  const { method = callApiPath, headers = {}, bytes, ends = false, responded = false } = opening;
  const session = connect(`http://${address}`);
  cleanups.push(() => session.destroy());
  await once(session, 'remoteSettings');
  const streams: ClientHttp2Stream[] = [];
  while (streams.length < count) {
    const stream = session.request({
      ':method': 'POST', ':path': method, 'content-type': 'application/grpc', te: 'trailers', authorization: `Bearer ${name}`, ...headers,
    }); // prettier-ignore
    stream.on('error', () => undefined);
    if (bytes) stream.write(bytes);
    if (ends) stream.end();
    if (responded) await once(stream, 'response');
    streams.push(stream);
  }
  // The server has got their headers.
  await new Promise((resolve) => session.ping(resolve));
  return streams;
}

const isEnded = ({ closed, rstCode }: ClientHttp2Stream): boolean =>
  closed || rstCode === constants.NGHTTP2_ENHANCE_YOUR_CALM;

/** The oldest stream is another caller's; the oldest of the greedy one are ended for its next ones. */
async function shareStreams(fitting: number, opening: Opening): Promise<void> {
  const [first] = await open(other, 1, opening);
  const streams = await open(greedy, fitting + 2, opening);
  await expect.poll(() => streams.filter(isEnded).length).toBe(3);
  expect(first && isEnded(first)).toBe(false);
}

const cases: Record<keyof typeof sharedBounds, () => Promise<void>> = {
  'connections of a port': async () => {
    const { open: connectFrom, closed } = createConnections();
    connectFrom(other, 0);
    for (let port = 1; port <= connectionLimits.count + 2; port += 1) connectFrom(greedy, port);
    expect(closed).toEqual([1, 2, 3].map((port) => `${greedy} ${port}`));
  },
  // The server responds to them at once, but their callers don't end them.
  'open streams of calls': () =>
    shareStreams(callStreamLimits.count, {
      headers: { 'grpc-encoding': 'foo' },
      bytes: frame(Buffer.alloc(1), 1),
      responded: true,
    }),
  'open streams of other methods': () =>
    shareStreams(otherStreamLimits.count, {
      method: '/grpc.health.v1.Health/Watch',
      bytes: frame(Buffer.alloc(0)),
      ends: true,
    }),
  'unfinished messages': () => shareStreams(incomingLimits.count, {}),
  'bytes of unfinished messages': () =>
    shareStreams(incomingLimits.bytes / 200_000, { bytes: frame(Buffer.alloc(250_000)).subarray(0, 200_000) }),
  'bytes of unread responses': () => {
    const bytes = frame(new Request({ code: 'big', int_value: 300_000 }).serialize());
    return shareStreams(Math.floor(outgoingLimits.bytes / 300_000), { bytes, ends: true });
  },
  'calls in progress': () => shareCalls(defaultMaxCalls, { code: 'wait-many' }),
  'calls of one operation in progress': () => shareCalls(maxCallsInFlight, { code: 'wait' }),
  'characters of large arguments of calls in progress': () =>
    shareCalls(4, { code: 'wait', str1: 'x'.repeat(maxLargeArguments / 4) }),
  'calls that run in or wait for a worker': async () => {
    const work = createWorkPool({ maxMessageBytes: 1_000_000, severalCallers: () => true });
    cleanups.push(() => work.close());
    const task = builtInOperations.find(({ name }) => name === 'echo')?.task;
    if (!task) throw new Error('echo has no task.');
    const { signal } = new AbortController();
    const args = { code: 'echo', str1: 'x'.repeat(70_000), str2: '', intValue: 0 };
    const run = async (caller: string): Promise<string> => work.run(task, args, { signal, caller });
    const results = await Promise.allSettled([greedy, greedy, greedy, other, other, other].map(run));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(maxPoolTasks).toBe(4);
  },
};

it.each(Object.entries(cases))('a greedy caller leaves %s to others', async (_, check) => {
  await listen({ [greedy]: greedy, [other]: other });
  await check();
});

it.each<[string, Tokens]>([
  ['one caller', { [greedy]: greedy }],
  ['a token without a name', greedy],
])('%s alone may use a whole bound', async (_, token) => {
  await listen(token);
  const { ended, all } = start(greedy, maxCallsInFlight + 1, { code: 'wait' });
  await expect.poll(() => ended).toEqual(['RESOURCE_EXHAUSTED']);
  finish();
  await all;
  expect(ended.slice(1)).toEqual(Array.from({ length: maxCallsInFlight }, () => 'OK'));
});

/**
 * envoy.production.yaml: which calls Envoy repeats after which failure of their server, which endpoint.js-client repeats, and how many
 * may be repeated at once.
 */
import { constants, type ServerHttp2Stream } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { CallError, type CallOptions, createCallClient } from 'endpoint.js-client';
import { Response } from '../proto/gen/node/api.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FIND_MS, noEnvoy, port } from './test/envoy.js';
import { respond, type Fault, startFaulty, startResetting } from './test/faulty-servers.js';
import { startPlainPort } from './test/plain.js';
import { allOk, collectStatuses, NO_RATE, RARE_CHECKS, startProduction, useStage } from './test/production.js';
import { holdCalls } from './test/upstream.js';
import { type WireResponse, frame, requestOnce } from './test/wire.js';

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants;
const stage = useStage();

/** Otherwise Envoy takes a second to end a connection of HTTP/1.1 whose response broke off. */
const PROMPT_CLOSE = ['drain_timeout: 5s', 'drain_timeout: 5s\n                delayed_close_timeout: 0.05s'] as const;
const NEVER_EJECTED = ['consecutive_local_origin_failure: 3', 'consecutive_local_origin_failure: 100000'] as const;

const GRPC = { 'content-type': 'application/grpc' };
const MESSAGE = new Response({ success: true, message: 'done' }).serialize();
const FRAME = frame(MESSAGE);

/** Waits until Envoy has handled all that was sent to it: the first pong follows its last bytes, the second their handling. */
function settle({ session }: ServerHttp2Stream, then: () => void): void {
  session?.ping(() => session.ping(then));
}

/** Sends headers and these bytes, and then breaks off by a reset; `close` would end the stream first. */
const breakAfter =
  (bytes: Uint8Array): Fault =>
  (stream) => {
    stream.respond(GRPC);
    if (bytes.length > 0) stream.write(bytes);
    setImmediate(() => settle(stream, () => stream.destroy(new Error('broken off'))));
  };

/** Has a call on the connection served first, whose number the notice can name as the last one. */
const excludeLater: Fault = (stream) => {
  if (stream.id === 1) respond(stream, MESSAGE);
  else stream.session?.goaway(NGHTTP2_NO_ERROR, 1);
};

/** How often the server saw a call, and how the call ended. */
type End = readonly [seen: number, code: number];
const { OK, UNAVAILABLE, DEADLINE_EXCEEDED } = status;
const failedAfter = (seen: number): End => [seen, UNAVAILABLE];
const servedAfter = (seen: number): End => [seen, OK];

/**
 * `repeated`: ends with retries of the client, by its number of requests, where the failure befalls the first one only; `unmarked`:
 * likewise, with the mark withdrawn.
 */
interface Ends {
  readonly others: End;
  readonly marked: End;
  readonly repeated: readonly [...End, attempts: number];
  readonly unmarked: readonly [...End, attempts: number];
}

/** The call certainly didn't run. */
const NEVER_RAN: Ends = {
  others: failedAfter(3),
  marked: failedAfter(3),
  repeated: [4, OK, 2],
  unmarked: [4, OK, 2],
};
/** It may have run, and nothing of its response was delivered. */
const MAY_HAVE_RUN: Ends = { ...NEVER_RAN, others: failedAfter(1), unmarked: [2, OK, 2] };
/** A part of its response was delivered, which Envoy can't take back. */
const DELIVERED: Ends = { others: failedAfter(1), marked: failedAfter(1), repeated: [2, OK, 2], unmarked: [2, OK, 2] };

const rows: readonly [name: string, fault: Fault, ends: Ends][] = [
  ['refuses the stream', (stream) => stream.close(NGHTTP2_REFUSED_STREAM), NEVER_RAN],
  ['resets the stream before headers', (stream) => stream.close(NGHTTP2_INTERNAL_ERROR), MAY_HAVE_RUN],
  ['closes the connection before headers', (_, connection) => connection.destroy(), MAY_HAVE_RUN],
  ['resets the connection before headers', (_, connection) => connection.resetAndDestroy(), MAY_HAVE_RUN],
  ['breaks off after headers', breakAfter(new Uint8Array()), DELIVERED],
  ['breaks off in the message', breakAfter(FRAME.subarray(0, -1)), DELIVERED],
  ['breaks off before trailers', breakAfter(FRAME), DELIVERED],
  [
    'closes the connection after headers',
    (stream, connection) => {
      stream.respond(GRPC);
      setImmediate(() => settle(stream, () => connection.destroy()));
    },
    DELIVERED,
  ],
  [
    'responds with UNAVAILABLE at once',
    (stream) => stream.respond({ ...GRPC, 'grpc-status': UNAVAILABLE }, { endStream: true }),
    DELIVERED,
  ],
  [
    'responds with UNAVAILABLE in trailers',
    (stream) => {
      stream.respond(GRPC, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': UNAVAILABLE }));
      stream.end();
    },
    DELIVERED,
  ],
  [
    'leaves, by a GOAWAY that excludes it',
    excludeLater,
    { others: servedAfter(2), marked: servedAfter(2), repeated: [2, OK, 1], unmarked: [2, OK, 1] },
  ],
  [
    'leaves, by a GOAWAY that includes it',
    (stream) => {
      stream.session?.goaway(NGHTTP2_NO_ERROR);
      respond(stream, MESSAGE);
    },
    { others: servedAfter(1), marked: servedAfter(1), repeated: [1, OK, 1], unmarked: [1, OK, 1] },
  ],
];

/** The calls of a client to this address, and how they end. */
function createObserver(
  url: string,
): (code: string, options?: CallOptions) => Promise<[code: number, attempts: number]> {
  const client = createCallClient({ host: url });
  return async (code, options) => {
    const end = await client.call({ code }, options).catch((error: unknown) => {
      if (error instanceof CallError) return error;
      throw error;
    });
    // A call ends when its whole message arrived.
    if (!(end instanceof CallError)) expect(end.message).toBe('done');
    return [end.status.code, end.attempts];
  };
}

const RETRY_SAFE: CallOptions = { metadata: { 'retry-safe': 'true' } };
const RETRIES: CallOptions = { retries: { attempts: 3, initialBackoff: 1 } };

describe.skipIf(noEnvoy)('a call whose server', () => {
  /** Starts Envoy with one thread, so that calls share a connection. */
  async function start(
    servers: readonly string[],
    edits: Production['edits'] = [],
  ): Promise<{ url: string; stat: Stat }> {
    const options = { servers, certificate: stage.certificate.config, concurrency: 1 };
    const envoy = await startProduction({
      ...options,
      edits: [NO_RATE, ...RARE_CHECKS, NEVER_EJECTED, PROMPT_CLOSE, ...edits],
    });
    stage.defer(() => envoy.stop());
    return { url: await startPlainPort(stage, envoy.port), stat: envoy.stat };
  }
  type Production = Parameters<typeof startProduction>[0];
  type Stat = (name: string) => Promise<number>;

  let server: Awaited<ReturnType<typeof startFaulty>>;
  let observe: ReturnType<typeof createObserver>;
  beforeAll(async () => {
    if (noEnvoy) return;
    server = await startFaulty(stage, (stream) => respond(stream, MESSAGE));
    observe = createObserver((await start([server.address])).url);
  }, FIND_MS);
  afterAll(stage.clear);

  test.each(rows)('%s', async (_, fault, { others, marked, repeated, unmarked }) => {
    const count = async (
      ...call: Parameters<typeof observe>
    ): Promise<[seen: number, code: number, attempts: number]> => {
      const before = server.calls;
      const [code, attempts] = await observe(...call);
      return [server.calls - before, code, attempts];
    };
    server.fault = (stream) => respond(stream, MESSAGE);
    expect(await count('echo')).toEqual([1, OK, 1]);
    server.fault = fault;
    expect(await count('echo')).toEqual([...others, 1]);
    expect(await count('echo', RETRY_SAFE)).toEqual([...marked, 1]);
    const failOnce = ([seen]: End): void => {
      const last = server.calls + seen;
      server.fault = (...call) => (server.calls > last ? respond(call[0], MESSAGE) : fault(...call));
    };
    failOnce(marked);
    expect(await count('echo', RETRIES)).toEqual(repeated);
    failOnce(others);
    expect(await count('echo', { ...RETRIES, metadata: { 'retry-safe': 'false' } })).toEqual(unmarked);
  });

  test('hangs', async () => {
    const hanging = await startFaulty(stage, () => undefined);
    const { url } = await start([hanging.address], [['timeout: &ceiling 60s', 'timeout: &ceiling 1s']]);
    // It may be slow instead: no one repeats it.
    for (const options of [{}, RETRY_SAFE, RETRIES]) {
      const before = hanging.calls;
      expect(await createObserver(url)('echo', options)).toEqual([DEADLINE_EXCEEDED, 1]);
      expect(hanging.calls - before).toBe(1);
    }
  });

  test('refuses the connection', async () => {
    const number = await port();
    const { url, stat } = await start([`127.0.0.1:${number}`]);
    const failed = (): Promise<number> => stat('cluster.server.upstream_cx_connect_fail');
    for (const options of [{}, RETRY_SAFE]) {
      const before = await failed();
      expect(await createObserver(url)('echo', options)).toEqual([UNAVAILABLE, 1]);
      expect((await failed()) - before).toBe(3);
    }
    let started: ReturnType<typeof startFaulty> | undefined;
    const client = createCallClient({
      host: url,
      retries: { attempts: 1000, initialBackoff: 20, multiplier: 1 },
      // The server is back after the first response of Envoy's.
      onWire: ({ type }) => {
        if (type === 'response') started ??= startFaulty(stage, (stream) => respond(stream, MESSAGE), number);
      },
    });
    const { message, attempts } = await client.call({ code: 'echo' });
    expect([message, attempts > 1, (await started)?.calls]).toEqual(['done', true, 1]);
  });
});

describe.skipIf(noEnvoy)('retries', () => {
  afterEach(stage.clear);

  test('send a call that was refused before it ran to another server, even a busier one', async () => {
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    const held = holdCalls();
    const other = await stage.startUpstream(held.handler);
    const envoy = await stage.startEnvoy([refusing.address, other.address], [...RARE_CHECKS, NEVER_EJECTED]);
    const busy = Array.from({ length: 8 }, () => requestOnce(envoy.url));
    await vi.waitFor(() => expect(held.waiting).toHaveLength(busy.length), 120_000);
    held.stopHolding();
    expect(await collectStatuses(envoy, 30)).toEqual(allOk(30));
    held.respondAll();
    expect((await Promise.all(busy)).map(({ grpcStatus }) => grpcStatus)).toEqual(allOk(busy.length));
    expect([refusing.calls > 0, other.calls]).toEqual([true, 30 + busy.length]);
  });

  test('repeat a marked call at most twice', async () => {
    const breaking = await Promise.all(Array.from({ length: 4 }, () => startResetting(stage, NGHTTP2_INTERNAL_ERROR)));
    const addresses = breaking.map(({ address }) => address);
    const envoy = await stage.startEnvoy(addresses, [NO_RATE, ...RARE_CHECKS, NEVER_EJECTED]);
    // Threads learn of servers that became healthy up to a second later (update_merge_window).
    await vi.waitFor(async () => {
      await collectStatuses(envoy, 10);
      expect(breaking.map(({ calls }) => calls)).not.toContain(0);
    }, 120_000);
    const before = breaking.map(({ calls }) => calls);
    const response = await requestOnce(envoy.url, { headers: { 'retry-safe': 'true' } });
    expect(response.grpcStatus).toBe(status.UNAVAILABLE);
    const counts = breaking.map(({ calls }, at) => calls - (before[at] ?? 0));
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1, 1, 1]);
  });

  test('repeat every call of a server that dies with half of the calls in progress', async () => {
    const dying = await startResetting(stage, NGHTTP2_INTERNAL_ERROR);
    dying.hold();
    const held = holdCalls();
    const other = await stage.startUpstream(held.handler);
    const edits = [...RARE_CHECKS, NEVER_EJECTED, ['min_retry_concurrency: 100', 'min_retry_concurrency: 1']] as const;
    const envoy = await stage.startEnvoy([dying.address, other.address], edits);
    const responses: Promise<WireResponse>[] = [];
    const add = (): void => void responses.push(requestOnce(envoy.url, { headers: { 'retry-safe': 'true' } }));
    // Calls arrive one after another, so that the less busy server gets each, and the dying one at most half of them.
    while (responses.length < 40 || dying.calls > held.waiting.length) {
      add();
      await vi.waitFor(() => expect(dying.calls + held.waiting.length).toBe(responses.length), 120_000);
    }
    expect(dying.calls).toBeGreaterThan(10);
    held.stopHolding();
    dying.release();
    await vi.waitFor(async () => {
      expect(await envoy.stat('cluster.server.upstream_rq_retry')).toBe(dying.calls);
    }, 120_000);
    held.respondAll();
    expect(new Set((await Promise.all(responses)).map(({ grpcStatus }) => grpcStatus))).toEqual(new Set([0]));
    expect(await envoy.stat('cluster.server.upstream_rq_retry_overflow')).toBe(0);
  });

  test('at most double the calls, however many fail at once', async () => {
    const CALLS = 40;
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    refusing.hold();
    const edits = [...RARE_CHECKS, ['min_retry_concurrency: 100', 'min_retry_concurrency: 1']] as const;
    const envoy = await stage.startEnvoy([refusing.address], edits);
    const responses = Array.from({ length: CALLS }, () => requestOnce(envoy.url));
    await vi.waitFor(() => expect(refusing.calls).toBe(CALLS), 120_000);
    refusing.release();
    await Promise.all(responses);
    expect(await envoy.stat('cluster.server.upstream_rq_retry_overflow')).toBeGreaterThan(0);
    expect(refusing.calls).toBeLessThanOrEqual(2 * CALLS);
  });
});

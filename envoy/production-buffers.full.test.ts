/** envoy.production.yaml: what callers who send too much, or read too little, can make Envoy keep. */
import { type ClientHttp2Stream, connect } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { useStage, type Production } from './test/production.js';
import { type Handler } from './test/upstream.js';
import { CALL_PATH, exchange, frame, openWire, requestBytes } from './test/wire.js';

const MEBIBYTE = 1_048_576;
const stage = useStage();
afterEach(stage.clear);

const nothing: Handler = () => undefined;
const much: Handler = (_, reply) => reply(null, Buffer.alloc(16 * MEBIBYTE));

/** What a counter comes to in the end. */
function settled(envoy: Production, name: string, atLeast: number): Promise<number> {
  return vi.waitFor(
    async () => {
      const before = await envoy.stat(name);
      expect(before).toBeGreaterThanOrEqual(atLeast);
      await delay(300);
      expect(await envoy.stat(name)).toBe(before);
      return before;
    },
    { timeout: 120_000 },
  );
}

describe.skipIf(noEnvoy)('a connection keeps about 32 KiB at most', () => {
  test.each([
    // On a busy machine it may stop reading after the first TLS record (16 KiB) behind the request.
    ['of what its caller sends while a call of it runs', nothing, 4 * MEBIBYTE, 'rx', 16_384],
    ['of what its caller doesn’t read', much, 0, 'tx', 32_768],
  ] as const)('%s', async (_, handler, more, direction, least) => {
    const { envoy } = await stage.started([handler]);
    const wire = await openWire(envoy.url);
    wire.socket.pause();
    wire.send(requestBytes({}));
    await vi.waitFor(async () => expect(await envoy.stat('cluster.server.upstream_rq_total')).toBe(1), 20_000);
    wire.send(Buffer.alloc(more, 'a'));
    await settled(envoy, `http.grpc_web.downstream_cx_${direction}_bytes_total`, least);
    const kept = await envoy.stat(`http.grpc_web.downstream_cx_${direction}_bytes_buffered`);
    wire.close();
    expect(kept).toBeGreaterThan(0);
    // A TLS record, or what came in one go, may be over it.
    expect(kept).toBeLessThan(3 * 32_768);
  });
});

describe.skipIf(noEnvoy)('an answer that isn’t read', () => {
  /** Calls whose caller lets nothing of the answer come. */
  function unread(envoy: Production, count: number): ClientHttp2Stream[] {
    const session = connect(envoy.url, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } });
    stage.later(() => session.destroy());
    return Array.from({ length: count }, () => {
      const headers = { ':method': 'POST', ':path': CALL_PATH, 'content-type': 'application/grpc', te: 'trailers' };
      const stream = session.request(headers);
      stream.on('error', () => undefined);
      return stream.end(frame(new Uint8Array()));
    });
  }

  test('has 128 KiB taken from the server, and other calls go on', async () => {
    const CALLS = 50;
    const answer = { size: MEBIBYTE };
    // One thread has one connection to the server, which all calls share.
    const { envoy } = await stage.started([(_, reply) => reply(null, Buffer.alloc(answer.size))], { concurrency: 1 });
    unread(envoy, CALLS);
    // 64 KiB towards the caller, and as much that waits for them to go.
    const taken = await settled(envoy, 'cluster.server.upstream_cx_rx_bytes_total', CALLS * 65_536);
    expect(taken).toBeLessThan(CALLS * 2.1 * 65_536);
    answer.size = 0;
    for (let i = 0; i < 5; i += 1) expect((await exchange(envoy.url)).grpcStatus).toBe(0);
    expect(await envoy.stat('cluster.server.upstream_cx_active')).toBe(1);
    expect(await envoy.stat('cluster.server.upstream_rq_active')).toBe(CALLS);
  });

  test('waits no longer than a call may take', async () => {
    const { envoy } = await stage.started([much], { edits: [['timeout: 60s', 'timeout: 0.5s']] });
    const [stream] = unread(envoy, 1) as [ClientHttp2Stream];
    // By its idleness it would end after 75 s.
    await new Promise<void>((resolve) => stream.once('close', resolve));
    expect(stream.rstCode).not.toBe(0);
    expect(await envoy.stat('cluster.server.upstream_rq_active')).toBe(0);
  });
});

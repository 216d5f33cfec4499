/** envoy.production.yaml: how much Envoy buffers for callers that send too much or read too little. */
import { type ClientHttp2Stream, connect } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { useStage, type Production } from './test/production.js';
import { type Handler, silent } from './test/upstream.js';
import { CALL_PATH, requestOnce, frame, openWire, requestBytes } from './test/wire.js';

const MEBIBYTE = 1_048_576;
const stage = useStage();
afterEach(stage.clear);

const answerMuch: Handler = (_, reply) => reply(null, Buffer.alloc(16 * MEBIBYTE));

/** The final value of a counter. */
function waitUntilSettled(envoy: Production, name: string, atLeast: number): Promise<number> {
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

describe.skipIf(noEnvoy)('a connection buffers about 32 KiB at most', () => {
  test.each([
    // On a busy machine it may stop reading after the first TLS record (16 KiB) that follows the request.
    ['of the bytes sent while a call runs', silent, 4 * MEBIBYTE, 'rx', 16_384],
    ['of the bytes that its caller doesn’t read', answerMuch, 0, 'tx', 32_768],
  ] as const)('%s', async (_, handler, more, direction, least) => {
    const { envoy } = await stage.start([handler]);
    const wire = await openWire(envoy.url);
    wire.socket.pause();
    wire.send(requestBytes({}));
    await vi.waitFor(async () => expect(await envoy.stat('cluster.server.upstream_rq_total')).toBe(1), 20_000);
    wire.send(Buffer.alloc(more, 'a'));
    await waitUntilSettled(envoy, `http.grpc_web.downstream_cx_${direction}_bytes_total`, least);
    const buffered = await envoy.stat(`http.grpc_web.downstream_cx_${direction}_bytes_buffered`);
    wire.close();
    expect(buffered).toBeGreaterThan(0);
    // A TLS record, or the bytes of one read, may exceed it.
    expect(buffered).toBeLessThan(3 * 32_768);
  });
});

describe.skipIf(noEnvoy)('an answer that isn’t read', () => {
  /** Makes calls that accept no byte of the answer. */
  function callWithoutReading(envoy: Production, count: number): ClientHttp2Stream[] {
    const session = connect(envoy.url, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } });
    stage.defer(() => session.destroy());
    return Array.from({ length: count }, () => {
      const headers = { ':method': 'POST', ':path': CALL_PATH, 'content-type': 'application/grpc', te: 'trailers' };
      const stream = session.request(headers);
      stream.on('error', () => undefined);
      return stream.end(frame(new Uint8Array()));
    });
  }

  test('takes 128 KiB from the server, while other calls go on', async () => {
    const CALLS = 50;
    const answer = { size: MEBIBYTE };
    // One thread has one connection to the server, shared by all calls.
    const { envoy } = await stage.start([(_, reply) => reply(null, Buffer.alloc(answer.size))], { concurrency: 1 });
    callWithoutReading(envoy, CALLS);
    // 64 KiB on the way to the caller, and as much waiting.
    const taken = await waitUntilSettled(envoy, 'cluster.server.upstream_cx_rx_bytes_total', CALLS * 65_536);
    expect(taken).toBeLessThan(CALLS * 2.1 * 65_536);
    answer.size = 0;
    for (let i = 0; i < 5; i += 1) expect((await requestOnce(envoy.url)).grpcStatus).toBe(0);
    expect(await envoy.stat('cluster.server.upstream_cx_active')).toBe(1);
    expect(await envoy.stat('cluster.server.upstream_rq_active')).toBe(CALLS);
  });

  test('waits no longer than a call may take', async () => {
    const { envoy } = await stage.start([answerMuch], { edits: [['timeout: 60s', 'timeout: 0.5s']] });
    const [stream] = callWithoutReading(envoy, 1) as [ClientHttp2Stream];
    // As an idle stream it would end after 75 s.
    await new Promise<void>((resolve) => stream.once('close', resolve));
    expect(stream.rstCode).not.toBe(0);
    expect(await envoy.stat('cluster.server.upstream_rq_active')).toBe(0);
  });
});

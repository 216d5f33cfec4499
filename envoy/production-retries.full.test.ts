/** envoy.production.yaml: which calls are retried, on which servers, and how many of them. */
import { constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { startResetting } from './test/faulty-servers.js';
import { useStage, allOk, collectStatuses, RARE_CHECKS } from './test/production.js';
import { holdCalls } from './test/upstream.js';
import { requestOnce } from './test/wire.js';

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM } = constants;
const stage = useStage();
afterEach(stage.clear);

describe.skipIf(noEnvoy)('retries', () => {
  test('send a call that was refused before it ran to another server, even a busier one', async () => {
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    const held = holdCalls();
    const other = await stage.startUpstream(held.handler);
    const neverEjected = ['consecutive_local_origin_failure: 3', 'consecutive_local_origin_failure: 100000'] as const;
    const envoy = await stage.startEnvoy([refusing.address, other.address], [...RARE_CHECKS, neverEjected]);
    const busy = Array.from({ length: 8 }, () => requestOnce(envoy.url));
    await vi.waitFor(() => expect(held.waiting).toHaveLength(busy.length), 20_000);
    held.stopHolding();
    expect(await collectStatuses(envoy, 30)).toEqual(allOk(30));
    held.answerAll();
    expect((await Promise.all(busy)).map(({ grpcStatus }) => grpcStatus)).toEqual(allOk(busy.length));
    expect([refusing.calls > 0, other.calls]).toEqual([true, 30 + busy.length]);
  });

  test('never repeat a call that may have run', async () => {
    const breaking = await startResetting(stage, NGHTTP2_INTERNAL_ERROR);
    const envoy = await stage.startEnvoy([breaking.address], RARE_CHECKS);
    expect(await collectStatuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(breaking.calls).toBe(1);
  });

  test('are a small share of all calls, however many fail at once', async () => {
    const CALLS = 40;
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    refusing.hold();
    const edits = [...RARE_CHECKS, ['min_retry_concurrency: 50', 'min_retry_concurrency: 1']] as const;
    const envoy = await stage.startEnvoy([refusing.address], edits);
    const answers = Array.from({ length: CALLS }, () => requestOnce(envoy.url));
    await vi.waitFor(() => expect(refusing.calls).toBe(CALLS), 20_000);
    refusing.release();
    await Promise.all(answers);
    expect(await envoy.stat('cluster.server.upstream_rq_retry_overflow')).toBeGreaterThan(0);
    expect(refusing.calls).toBeLessThan(CALLS * 1.5);
  });

  test('stop after three tries', async () => {
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    const envoy = await stage.startEnvoy([refusing.address], RARE_CHECKS);
    expect(await collectStatuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(refusing.calls).toBe(3);
  });

  test('never repeat a call that was answered with UNAVAILABLE', async () => {
    const { envoy, upstreams } = await stage.start([(_, reply) => reply({ code: status.UNAVAILABLE })]);
    expect(await collectStatuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(upstreams[0]?.calls).toBe(1);
  });
});

/** envoy.production.yaml: which calls are tried again, where, and how many of them. */
import { constants } from 'node:http2';
import { type sendUnaryData, status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { startResetting } from './test/faulty-servers.js';
import { useStage, RARE_CHECKS, statuses, zeros } from './test/production.js';
import { ok } from './test/upstream.js';
import { exchange } from './test/wire.js';

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM } = constants;
const stage = useStage();
afterEach(stage.clear);

describe.skipIf(noEnvoy)('retries', () => {
  test('a call that a server refused before it ran goes to another one, though that one is busier', async () => {
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    const waiting: sendUnaryData<Buffer>[] = [];
    let holding = true;
    const other = await stage.upstream((call, reply) => (holding ? void waiting.push(reply) : ok(call, reply)));
    const neverOut = ['consecutive_local_origin_failure: 3', 'consecutive_local_origin_failure: 100000'] as const;
    const envoy = await stage.envoyBefore([refusing.address, other.address], [...RARE_CHECKS, neverOut]);
    const busy = Array.from({ length: 8 }, () => exchange(envoy.url));
    await vi.waitFor(() => expect(waiting).toHaveLength(busy.length), 20_000);
    holding = false;
    expect(await statuses(envoy, 30)).toEqual(zeros(30));
    for (const reply of waiting) reply(null, Buffer.alloc(0));
    expect((await Promise.all(busy)).map(({ grpcStatus }) => grpcStatus)).toEqual(zeros(busy.length));
    expect([refusing.calls > 0, other.calls]).toEqual([true, 30 + busy.length]);
  });

  test('a call that may have run is not repeated', async () => {
    const breaking = await startResetting(stage, NGHTTP2_INTERNAL_ERROR);
    const envoy = await stage.envoyBefore([breaking.address], RARE_CHECKS);
    expect(await statuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(breaking.calls).toBe(1);
  });

  test('retries are a small part of all calls, however many fail at once', async () => {
    const CALLS = 40;
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    refusing.hold();
    const edits = [...RARE_CHECKS, ['min_retry_concurrency: 50', 'min_retry_concurrency: 1']] as const;
    const envoy = await stage.envoyBefore([refusing.address], edits);
    const answers = Array.from({ length: CALLS }, () => exchange(envoy.url));
    await vi.waitFor(() => expect(refusing.calls).toBe(CALLS), 20_000);
    refusing.release();
    await Promise.all(answers);
    expect(await envoy.stat('cluster.server.upstream_rq_retry_overflow')).toBeGreaterThan(0);
    expect(refusing.calls).toBeLessThan(CALLS * 1.5);
  });

  test('a call is tried three times at most', async () => {
    const refusing = await startResetting(stage, NGHTTP2_REFUSED_STREAM);
    const envoy = await stage.envoyBefore([refusing.address], RARE_CHECKS);
    expect(await statuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(refusing.calls).toBe(3);
  });

  test('neither is one that was answered with UNAVAILABLE', async () => {
    const { envoy, upstreams } = await stage.started([(_, reply) => reply({ code: status.UNAVAILABLE })]);
    expect(await statuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(upstreams[0]?.calls).toBe(1);
  });
});

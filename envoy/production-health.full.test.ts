/** envoy.production.yaml: how it detects that a server is absent, faulty or silent. */
import { constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy, port } from './test/envoy.js';
import { startProxy, startFullQueue, startResetting } from './test/faulty-servers.js';
import { useStage, allOk, collectStatuses, FREQUENT_CHECKS, NO_RATE, RARE_CHECKS } from './test/production.js';
import { ok, silent, type Upstream } from './test/upstream.js';
import { requestOnce } from './test/wire.js';

const { NGHTTP2_REFUSED_STREAM } = constants;
const stage = useStage();
afterEach(stage.clear);

describe.skipIf(noEnvoy)('a server that', () => {
  test('reports NOT_SERVING gets no calls', async () => {
    const { envoy, upstreams } = await stage.start([ok, ok], { edits: [NO_RATE, ...FREQUENT_CHECKS] });
    const [one] = upstreams as [Upstream];
    const getsCalls = async (): Promise<boolean> => {
      const before = one.calls;
      expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
      return one.calls > before;
    };
    expect(await getsCalls()).toBe(true);
    one.health.setStatus('', 'NOT_SERVING');
    await vi.waitFor(async () => expect(await getsCalls()).toBe(false), 20_000);
    one.health.setStatus('', 'SERVING');
    await vi.waitFor(async () => expect(await getsCalls()).toBe(true), 20_000);
  });

  test('reports NOT_SERVING gets calls if most servers report it', async () => {
    const { envoy, upstreams } = await stage.start([ok, ok], { edits: [NO_RATE, ...FREQUENT_CHECKS] });
    for (const { health } of upstreams) health.setStatus('', 'NOT_SERVING');
    await vi.waitFor(async () => {
      expect(await collectStatuses(envoy, 10)).toEqual(allOk(10));
      expect(await envoy.stat('cluster.server.lb_healthy_panic')).toBeGreaterThan(0);
    }, 20_000);
  });

  test('vanished silently is detected by pings, and its calls don’t wait for the ceiling', async () => {
    const upstream = await stage.startUpstream(silent);
    const proxy = await startProxy(stage, upstream.address);
    const pings = ['{ interval: 10s, timeout: 5s }', '{ interval: 0.3s, timeout: 0.3s }'] as const;
    const envoy = await stage.startEnvoy([proxy.address], [...RARE_CHECKS, pings]);
    const call = requestOnce(envoy.url);
    await vi.waitFor(() => expect(upstream.calls).toBe(1), 20_000);
    proxy.cut();
    expect((await call).grpcStatus).toBe(status.UNAVAILABLE);
  });

  test('answers no health check gets no calls', async () => {
    const [falling, other] = [await startResetting(stage, NGHTTP2_REFUSED_STREAM), await stage.startUpstream(ok)];
    const envoy = await stage.startEnvoy([falling.address, other.address], [NO_RATE, ...FREQUENT_CHECKS]);
    const healthy = (): Promise<number> => envoy.stat('cluster.server.membership_healthy');
    await vi.waitFor(async () => expect(await healthy()).toBe(2), 20_000);
    falling.silence();
    await vi.waitFor(async () => expect(await healthy()).toBe(1), 20_000);
    await vi.waitFor(async () => {
      const before = falling.calls;
      expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
      expect(falling.calls).toBe(before);
    }, 20_000);
  });

  test('was absent is detected without a call', async () => {
    const listen = `127.0.0.1:${await port()}`;
    const [interval, withoutTraffic] = [RARE_CHECKS[0], FREQUENT_CHECKS[1]];
    const envoy = await stage.startEnvoy([listen], [interval, withoutTraffic]);
    const healthy = (): Promise<number> => envoy.stat('cluster.server.membership_healthy');
    expect(await healthy()).toBe(0);
    await stage.startUpstream(ok, listen);
    await vi.waitFor(async () => expect(await healthy()).toBe(1), 20_000);
    expect(await collectStatuses(envoy, 1)).toEqual([0]);
  });

  test.skipIf(process.platform !== 'linux')('accepts no connection delays a call by connect_timeout', async () => {
    const envoy = await stage.startEnvoy(
      [await startFullQueue(stage)],
      [['connect_timeout: 1s', 'connect_timeout: 0.2s']],
    );
    const before = Date.now();
    expect(await collectStatuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    // Three tries; by default each takes 5 s.
    expect(Date.now() - before).toBeLessThan(10_000);
    expect(await envoy.stat('cluster.server.upstream_cx_connect_timeout')).toBe(3);
  });
});

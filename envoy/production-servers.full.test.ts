/** envoy.production.yaml: several servers, and what becomes of calls when one of them goes, comes back or is ill. */
import { constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { startResetting } from './test/faulty-servers.js';
import { startNameServer } from './test/names.js';
import { useStage, FREQUENT_CHECKS, NO_RATE, RARE_CHECKS, statuses, zeros } from './test/production.js';
import { ok, type Upstream } from './test/upstream.js';

const { NGHTTP2_REFUSED_STREAM } = constants;
const stage = useStage();
afterEach(stage.clear);

describe.skipIf(noEnvoy)('a server that', () => {
  test('is gone costs no call, and is left out before the next health check', async () => {
    const { envoy, upstreams } = await stage.started([ok, ok], { edits: [NO_RATE, ...RARE_CHECKS] });
    expect(await statuses(envoy, 20)).toEqual(zeros(20));
    upstreams[0]?.server.forceShutdown();
    expect(await statuses(envoy, 100)).toEqual(zeros(100));
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(1);
  });

  test('was left out is back from the next health check that it passes', async () => {
    const { envoy, upstreams } = await stage.started([ok, ok], { edits: [NO_RATE] });
    const [one] = upstreams as [Upstream];
    one.server.forceShutdown();
    const ejected = (): Promise<number> => envoy.stat('cluster.server.outlier_detection.ejections_active');
    await vi.waitFor(async () => {
      await statuses(envoy, 10);
      expect(await ejected()).toBe(1);
    }, 20_000);
    const again = await stage.upstream(ok, one.address);
    await vi.waitFor(async () => expect(await ejected()).toBe(0), 20_000);
    await vi.waitFor(async () => {
      await statuses(envoy, 10);
      expect(again.calls).toBeGreaterThan(0);
    }, 20_000);
  });

  test('is gone, as others are, is left out only while half of them stay', async () => {
    const { envoy, upstreams } = await stage.started([ok, ok], { edits: [NO_RATE, ...RARE_CHECKS] });
    for (const { server } of upstreams) server.forceShutdown();
    await vi.waitFor(async () => {
      expect(new Set(await statuses(envoy, 10))).toEqual(new Set([status.UNAVAILABLE]));
      expect(await envoy.stat('cluster.server.outlier_detection.ejections_overflow')).toBeGreaterThan(0);
    }, 20_000);
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(1);
  });

  test.each([
    ['answers with errors', 'success_rate', () => stage.upstream((_, reply) => reply({ code: status.UNAVAILABLE }))],
    ['refuses calls', 'local_origin_success_rate', () => startResetting(stage, NGHTTP2_REFUSED_STREAM, 'every second')],
  ] as const)('%s more often than the others stays', async (_, name, start) => {
    const others = await Promise.all([stage.upstream(ok), stage.upstream(ok)]);
    const failures = 'consecutive_local_origin_failure: 3';
    const few = ['success_rate_minimum_hosts: 3', 'success_rate_request_volume: 5', 'success_rate_stdev_factor: 1000'];
    const edits = [NO_RATE, [failures, [failures, ...few].join('\n        ')]] as const;
    const addresses = [await start(), ...others].map(({ address }) => address);
    const envoy = await stage.envoyBefore(addresses, edits);
    const count = (what: string): Promise<number> => envoy.stat(`cluster.server.outlier_detection.ejections_${what}`);
    await vi.waitFor(async () => {
      await statuses(envoy, 60);
      expect(await count(`detected_${name}`)).toBeGreaterThan(0);
    }, 20_000);
    expect(await count('enforced_total')).toBe(0);
  });

  test('answers with errors stays: callers’ mistakes and deadlines don’t take it out', async () => {
    const { envoy, upstreams } = await stage.started([(_, reply) => reply({ code: status.DEADLINE_EXCEEDED }), ok]);
    await statuses(envoy, 60);
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(0);
    expect(upstreams[0]?.calls).toBeGreaterThan(10);
  });
});

test.skipIf(noEnvoy || process.platform !== 'linux')('several servers behind one name, which come and go', async () => {
  const one = await stage.upstream(ok, '127.0.0.1:0');
  const listen = one.address.replace('127.0.0.1', '127.0.0.2');
  const two = await stage.upstream(ok, listen);
  const names = await startNameServer(['127.0.0.1']);
  stage.later(() => names.close());
  const resolver = `dns_refresh_rate: 1s
          typed_dns_resolver_config:
            name: envoy.network.dns_resolver.cares
            typed_config:
              '@type': type.googleapis.com/envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig
              resolvers: [{ socket_address: { address: 127.0.0.1, port_value: ${names.port} } }]`;
  const server = one.address.replace('127.0.0.1', 'servers.example');
  const envoy = await stage.envoyBefore([server], [['dns_refresh_rate: 5s', resolver], NO_RATE, ...FREQUENT_CHECKS]);
  expect(await statuses(envoy, 10)).toEqual(zeros(10));
  expect([one.calls, two.calls]).toEqual([10, 0]);
  const reached = async (): Promise<boolean[]> => {
    const before = [one.calls, two.calls];
    expect(await statuses(envoy, 20)).toEqual(zeros(20));
    return [one.calls, two.calls].map((calls, index) => calls > (before[index] ?? 0));
  };
  names.addresses = ['127.0.0.1', '127.0.0.2'];
  await vi.waitFor(async () => expect(await reached()).toEqual([true, true]), 20_000);
  names.addresses = ['127.0.0.2'];
  await vi.waitFor(async () => expect(await reached()).toEqual([false, true]), 20_000);
});

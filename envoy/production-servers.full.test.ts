/** envoy.production.yaml: several servers, and what happens to calls when one of them leaves, returns or is faulty. */
import { constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { startResetting } from './test/faulty-servers.js';
import { startNameServer } from './test/name-server.js';
import { useStage, allOk, collectStatuses, FREQUENT_CHECKS, NO_RATE, RARE_CHECKS } from './test/production.js';
import { ok, type Upstream } from './test/upstream.js';

const { NGHTTP2_REFUSED_STREAM } = constants;
const stage = useStage();
afterEach(stage.clear);

describe.skipIf(noEnvoy)('a server that', () => {
  test('is gone costs no call, and is ejected before the next health check', async () => {
    const { envoy, upstreams } = await stage.start([ok, ok], { edits: [NO_RATE, ...RARE_CHECKS] });
    expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
    upstreams[0]?.server.forceShutdown();
    expect(await collectStatuses(envoy, 100)).toEqual(allOk(100));
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(1);
  });

  test('was ejected returns with the next health check that it passes', async () => {
    const { envoy, upstreams } = await stage.start([ok, ok], { edits: [NO_RATE] });
    const [one] = upstreams as [Upstream];
    one.server.forceShutdown();
    const ejected = (): Promise<number> => envoy.stat('cluster.server.outlier_detection.ejections_active');
    await vi.waitFor(async () => {
      await collectStatuses(envoy, 10);
      expect(await ejected()).toBe(1);
    }, 20_000);
    const again = await stage.startUpstream(ok, one.address);
    await vi.waitFor(async () => expect(await ejected()).toBe(0), 20_000);
    await vi.waitFor(async () => {
      await collectStatuses(envoy, 10);
      expect(again.calls).toBeGreaterThan(0);
    }, 20_000);
  });

  test('is gone like others is ejected only while half of them stay', async () => {
    const { envoy, upstreams } = await stage.start([ok, ok], { edits: [NO_RATE, ...RARE_CHECKS] });
    for (const { server } of upstreams) server.forceShutdown();
    await vi.waitFor(async () => {
      expect(new Set(await collectStatuses(envoy, 10))).toEqual(new Set([status.UNAVAILABLE]));
      expect(await envoy.stat('cluster.server.outlier_detection.ejections_overflow')).toBeGreaterThan(0);
    }, 20_000);
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(1);
  });

  test.each([
    [
      'answers with errors',
      'success_rate',
      () => stage.startUpstream((_, reply) => reply({ code: status.UNAVAILABLE })),
    ],
    ['refuses calls', 'local_origin_success_rate', () => startResetting(stage, NGHTTP2_REFUSED_STREAM, 'every second')],
  ] as const)('%s more often than the others stays', async (_, name, start) => {
    const others = await Promise.all([stage.startUpstream(ok), stage.startUpstream(ok)]);
    const failures = 'consecutive_local_origin_failure: 3';
    const few = ['success_rate_minimum_hosts: 3', 'success_rate_request_volume: 5', 'success_rate_stdev_factor: 1000'];
    const edits = [NO_RATE, [failures, [failures, ...few].join('\n        ')]] as const;
    const addresses = [await start(), ...others].map(({ address }) => address);
    const envoy = await stage.startEnvoy(addresses, edits);
    const count = (kind: string): Promise<number> => envoy.stat(`cluster.server.outlier_detection.ejections_${kind}`);
    await vi.waitFor(async () => {
      await collectStatuses(envoy, 60);
      expect(await count(`detected_${name}`)).toBeGreaterThan(0);
    }, 20_000);
    expect(await count('enforced_total')).toBe(0);
  });

  test('answers with errors stays: callers’ mistakes and deadlines don’t eject it', async () => {
    const { envoy, upstreams } = await stage.start([(_, reply) => reply({ code: status.DEADLINE_EXCEEDED }), ok]);
    await collectStatuses(envoy, 60);
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(0);
    expect(upstreams[0]?.calls).toBeGreaterThan(10);
  });
});

test.skipIf(noEnvoy || process.platform !== 'linux')('several servers behind one name come and go', async () => {
  const one = await stage.startUpstream(ok, '127.0.0.1:0');
  const listen = one.address.replace('127.0.0.1', '127.0.0.2');
  const two = await stage.startUpstream(ok, listen);
  const names = await startNameServer(['127.0.0.1']);
  stage.defer(() => names.close());
  const resolver = `dns_refresh_rate: 1s
          typed_dns_resolver_config:
            name: envoy.network.dns_resolver.cares
            typed_config:
              '@type': type.googleapis.com/envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig
              resolvers: [{ socket_address: { address: 127.0.0.1, port_value: ${names.port} } }]`;
  const server = one.address.replace('127.0.0.1', 'servers.example');
  const envoy = await stage.startEnvoy([server], [['dns_refresh_rate: 5s', resolver], NO_RATE, ...FREQUENT_CHECKS]);
  expect(await collectStatuses(envoy, 10)).toEqual(allOk(10));
  expect([one.calls, two.calls]).toEqual([10, 0]);
  const findReached = async (): Promise<boolean[]> => {
    const before = [one.calls, two.calls];
    expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
    return [one.calls, two.calls].map((calls, index) => calls > (before[index] ?? 0));
  };
  names.addresses = ['127.0.0.1', '127.0.0.2'];
  await vi.waitFor(async () => expect(await findReached()).toEqual([true, true]), 20_000);
  names.addresses = ['127.0.0.2'];
  await vi.waitFor(async () => expect(await findReached()).toEqual([false, true]), 20_000);
});

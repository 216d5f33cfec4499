/** envoy.production.yaml: which servers Envoy ejects for their failures, how many at most, and when they return. */
import { constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { type Fault, startFaulty } from './test/faulty-servers.js';
import { allOk, collectStatuses, NO_RATE, type Production, RARE_CHECKS, useStage } from './test/production.js';
import { type Handler, ok, silent, type Upstream } from './test/upstream.js';
import { openWire, requestBytes, requestOnce } from './test/wire.js';

const stage = useStage();
afterEach(stage.clear);

const FAILURES = 'consecutive_local_origin_failure: 3';
/** The edit for how long a server stays ejected; without it 30 s, and longer each time. */
const ejectFor = (seconds: number) =>
  [FAILURES, `${FAILURES}\n        base_ejection_time: ${seconds}s\n        max_ejection_time: ${seconds}s`] as const;
/** Nothing returns by its time, nor by a health check, within a test. */
const LONG = [NO_RATE, ...RARE_CHECKS, ejectFor(600)] as const;

const countEjections = (envoy: Production, kind: string): Promise<number> =>
  envoy.stat(`cluster.server.outlier_detection.ejections_${kind}`);

/** The addresses that Envoy lists as ejected. */
async function listEjected(envoy: Production): Promise<string[]> {
  const text = await envoy.admin('/clusters');
  const lines = text.matchAll(/^server::([\d.]+:\d+)::health_flags::.*\/failed_outlier_check.*$/gm);
  return Array.from(lines, ([, address = '']) => address);
}

describe.skipIf(noEnvoy)('one of three servers that is gone', () => {
  /** Starts the three, ends the first, and calls until Envoy has ejected it. Resolves to the server that is there again. */
  async function startAgain(edits: Parameters<typeof stage.startEnvoy>[1]) {
    const { envoy, upstreams } = await stage.start([ok, ok, ok], { edits: edits ?? [] });
    const [gone, ...others] = upstreams as [Upstream, Upstream, Upstream];
    expect(await collectStatuses(envoy, 30)).toEqual(allOk(30));
    gone.server.forceShutdown();
    await vi.waitFor(async () => {
      expect(await collectStatuses(envoy, 10)).toEqual(allOk(10));
      expect(await countEjections(envoy, 'active')).toBe(1);
    }, 120_000);
    const again = await stage.startUpstream(ok, gone.address);
    return { envoy, again, others };
  }

  test('is ejected at no cost of a call, and gets none for that time', async () => {
    const { envoy, again, others } = await startAgain(LONG);
    expect(await listEjected(envoy)).toEqual([again.address]);
    expect(await countEjections(envoy, 'enforced_consecutive_local_origin_failure')).toBe(1);
    expect(await (await fetch(envoy.metrics)).text()).toMatch(
      /^envoy_cluster_outlier_detection_ejections_active\{envoy_cluster_name="server"\} 1$/m,
    );
    // Threads learn of it up to a second later.
    await vi.waitFor(async () => {
      const before = again.calls;
      expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
      expect(again.calls).toBe(before);
    }, 120_000);
    const servers = [again, ...others];
    const before = servers.map(({ calls }) => calls);
    expect(await collectStatuses(envoy, 100)).toEqual(allOk(100));
    const [first, ...shares] = servers.map(({ calls }, index) => calls - (before[index] ?? 0));
    expect([first, shares.every((calls) => calls > 0)]).toEqual([0, true]);
  });

  test('returns after that time, also without a health check', async () => {
    const { envoy, again } = await startAgain([NO_RATE, ...RARE_CHECKS, ejectFor(1)]);
    await vi.waitFor(async () => {
      expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
      expect([await countEjections(envoy, 'active'), again.calls > 0]).toEqual([0, true]);
    }, 120_000);
  });
});

test.skipIf(noEnvoy).each([
  [2, 1],
  [3, 1],
  [4, 2],
])('of %i servers that are gone, at most %i are ejected', async (servers, expected) => {
  const { envoy, upstreams } = await stage.start(
    Array.from({ length: servers }, () => ok),
    { edits: LONG },
  );
  for (const { server } of upstreams) server.forceShutdown();
  await vi.waitFor(async () => {
    expect(new Set(await collectStatuses(envoy, 20))).toEqual(new Set([status.UNAVAILABLE]));
    expect(await countEjections(envoy, 'overflow')).toBeGreaterThan(0);
  }, 120_000);
  expect(await countEjections(envoy, 'active')).toBe(expected);
});

const FAULTS: [string, Fault, string][] = [
  ['resets calls', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), '60s'],
  ['leaves calls until the ceiling', () => undefined, '0.1s'],
];

/** Two servers, of which the first has a fault. */
async function startFaultyBeside(fault: Fault, ceiling: string) {
  const [faulty, other] = [await startFaulty(stage, fault), await stage.startUpstream(ok)];
  const edits = [...LONG, ['timeout: &ceiling 60s', `timeout: &ceiling ${ceiling}`]] as const;
  return { faulty, envoy: await stage.startEnvoy([faulty.address, other.address], edits) };
}

test.skipIf(noEnvoy).each(FAULTS)(
  'a server that %s of several callers at once is ejected',
  async (_, fault, ceiling) => {
    const { envoy } = await startFaultyBeside(fault, ceiling);
    await vi.waitFor(async () => {
      await Promise.allSettled(Array.from({ length: 10 }, () => requestOnce(envoy.url)));
      expect(await countEjections(envoy, 'active')).toBe(1);
    }, 120_000);
  },
);

describe.skipIf(noEnvoy)('a server that can be reached stays, although it', () => {
  const CALLS = 48;
  const expectStays = async (envoy: Production): Promise<void> => {
    expect([await countEjections(envoy, 'active'), await countEjections(envoy, 'enforced_total')]).toEqual([0, 0]);
    expect(await listEjected(envoy)).toEqual([]);
  };

  test('responds with any status: callers make mistakes', async () => {
    const errors = Object.values(status).filter((value) => typeof value === 'number' && value !== status.OK);
    const codes = [...errors, ...errors, ...errors];
    const fail: Handler = (_, reply) => {
      reply({ code: codes.pop() ?? status.UNKNOWN });
    };
    const { envoy } = await stage.start([fail, ok], { edits: LONG });
    const statuses = new Set<number | undefined>();
    while (codes.length > 0) {
      for (const code of await collectStatuses(envoy, 20)) statuses.add(code);
    }
    expect(statuses.size).toBe(17);
    await expectStays(envoy);
  });

  test.each(FAULTS)(
    '%s, one at a time: each connection that opens begins the count anew',
    async (_, fault, ceiling) => {
      const { envoy, faulty } = await startFaultyBeside(fault, ceiling);
      // With so low a ceiling, a busy machine may break off the other server's responses, too.
      while (faulty.calls < CALLS) await Promise.allSettled([requestOnce(envoy.url)]);
      await expectStays(envoy);
    },
  );

  test('leaves calls until their callers give up', async () => {
    const { envoy, upstreams } = await stage.start([silent], { edits: LONG });
    const [server] = upstreams as [Upstream];
    const wires = await Promise.all(Array.from({ length: CALLS }, () => openWire(envoy.url)));
    for (const wire of wires) wire.send(requestBytes({}));
    await vi.waitFor(() => expect(server.calls).toBe(CALLS), 120_000);
    for (const wire of wires) wire.close();
    const cancelled = (): Promise<number> => envoy.stat('cluster.server.upstream_rq_tx_reset');
    await vi.waitFor(async () => expect(await cancelled()).toBe(CALLS), 120_000);
    await expectStays(envoy);
  });
});

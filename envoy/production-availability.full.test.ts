/**
 * envoy.production.yaml: calls while servers leave, return, are faulty or silent, and while a server or Envoy drains; and the
 * bounds of concurrent work.
 */
import { constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy, port } from './test/envoy.js';
import { startFullQueue, startProxy, startResetting } from './test/faulty-servers.js';
import { startNameServer, useNameServer } from './test/name-server.mjs';
import { allOk, collectStatuses, FREQUENT_CHECKS, NO_RATE, ORIGIN, RARE_CHECKS } from './test/production.js';
import { type Production, startProduction, useStage } from './test/production.js';
import { holdCalls, ok, silent, type Upstream } from './test/upstream.js';
import { type WireResponse, openWire, requestBytes, requestOnce } from './test/wire.js';

const { NGHTTP2_REFUSED_STREAM } = constants;
const stage = useStage();
afterEach(stage.clear);

test.skipIf(noEnvoy || process.platform !== 'linux')('several servers behind one name come and go', async () => {
  const one = await stage.startUpstream(ok, '127.0.0.1:0');
  const listen = one.address.replace('127.0.0.1', '127.0.0.2');
  const two = await stage.startUpstream(ok, listen);
  const names = await startNameServer(['127.0.0.1']);
  stage.defer(() => names.close());
  const resolver = useNameServer(names.port);
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
  await vi.waitFor(async () => expect(await findReached()).toEqual([true, true]), 120_000);
  names.addresses = ['127.0.0.2'];
  await vi.waitFor(async () => expect(await findReached()).toEqual([false, true]), 120_000);
});

describe.skipIf(noEnvoy)('a server that', () => {
  test('was ejected returns with the next health check that it passes', async () => {
    const { envoy, upstreams } = await stage.start([ok, ok], { edits: [NO_RATE] });
    const [one] = upstreams as [Upstream];
    one.server.forceShutdown();
    const ejected = (): Promise<number> => envoy.stat('cluster.server.outlier_detection.ejections_active');
    await vi.waitFor(async () => {
      await collectStatuses(envoy, 10);
      expect(await ejected()).toBe(1);
    }, 120_000);
    const again = await stage.startUpstream(ok, one.address);
    await vi.waitFor(async () => expect(await ejected()).toBe(0), 120_000);
    await vi.waitFor(async () => {
      await collectStatuses(envoy, 10);
      expect(again.calls).toBeGreaterThan(0);
    }, 120_000);
  });

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
    await vi.waitFor(async () => expect(await getsCalls()).toBe(false), 120_000);
    one.health.setStatus('', 'SERVING');
    await vi.waitFor(async () => expect(await getsCalls()).toBe(true), 120_000);
  });

  test('reports NOT_SERVING gets calls if most servers report it', async () => {
    const { envoy, upstreams } = await stage.start([ok, ok], { edits: [NO_RATE, ...FREQUENT_CHECKS] });
    for (const { health } of upstreams) health.setStatus('', 'NOT_SERVING');
    await vi.waitFor(async () => {
      expect(await collectStatuses(envoy, 10)).toEqual(allOk(10));
      expect(await envoy.stat('cluster.server.lb_healthy_panic')).toBeGreaterThan(0);
    }, 120_000);
  });

  test('vanished silently is detected by pings, and its calls don’t wait for the ceiling', async () => {
    const upstream = await stage.startUpstream(silent);
    const proxy = await startProxy(stage, upstream.address);
    const pings = ['{ interval: 10s, timeout: 5s }', '{ interval: 0.3s, timeout: 0.3s }'] as const;
    const envoy = await stage.startEnvoy([proxy.address], [...RARE_CHECKS, pings]);
    const call = requestOnce(envoy.url);
    await vi.waitFor(() => expect(upstream.calls).toBe(1), 120_000);
    proxy.cut();
    expect((await call).grpcStatus).toBe(status.UNAVAILABLE);
  });

  test('responds to no health check gets no calls', async () => {
    const [falling, other] = [await startResetting(stage, NGHTTP2_REFUSED_STREAM), await stage.startUpstream(ok)];
    const envoy = await stage.startEnvoy([falling.address, other.address], [NO_RATE, ...FREQUENT_CHECKS]);
    const healthy = (): Promise<number> => envoy.stat('cluster.server.membership_healthy');
    await vi.waitFor(async () => expect(await healthy()).toBe(2), 120_000);
    falling.silence();
    await vi.waitFor(async () => expect(await healthy()).toBe(1), 120_000);
    await vi.waitFor(async () => {
      const before = falling.calls;
      expect(await collectStatuses(envoy, 20)).toEqual(allOk(20));
      expect(falling.calls).toBe(before);
    }, 120_000);
  });

  test('was absent is detected without a call', async () => {
    const listen = `127.0.0.1:${await port()}`;
    const [interval, withoutTraffic] = [RARE_CHECKS[0], FREQUENT_CHECKS[1]];
    const envoy = await stage.startEnvoy([listen], [interval, withoutTraffic]);
    const healthy = (): Promise<number> => envoy.stat('cluster.server.membership_healthy');
    expect(await healthy()).toBe(0);
    await stage.startUpstream(ok, listen);
    await vi.waitFor(async () => expect(await healthy()).toBe(1), 120_000);
    expect(await collectStatuses(envoy, 1)).toEqual([0]);
  });

  test.skipIf(process.platform !== 'linux')('accepts no connection delays a call by connect_timeout', async () => {
    const envoy = await stage.startEnvoy(
      [await startFullQueue(stage)],
      [['connect_timeout: 1s', 'connect_timeout: 0.2s']],
    );
    expect(await collectStatuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(await envoy.stat('cluster.server.upstream_cx_connect_timeout')).toBe(3);
  });
});

const REFUSED = {
  status: 200,
  grpcStatus: 14,
  grpcMessage: 'No server can take the call now; try again later.',
  headers: { 'access-control-allow-origin': ORIGIN },
};
/** The edit for the number of concurrent calls on a connection to a server. */
const limitStreams = (count: number) =>
  ['\n              max_concurrent_streams: 100', `\n              max_concurrent_streams: ${count}`] as const;

const CONNECTIONS = 'max_connections: 1024';
const PENDING = 'max_pending_requests: 1024';

// `counters`: the ones by which Envoy reports the exceeded bound.
test.skipIf(noEnvoy).each([
  [
    'calls',
    [['max_requests: 2000', 'max_requests: 2']],
    { running: 2, waiting: 0, refused: 2, connections: 1, counters: ['rq_active'] },
  ],
  [
    'calls that wait for a connection',
    [limitStreams(1), [CONNECTIONS, 'max_connections: 1'], [PENDING, 'max_pending_requests: 2']],
    { running: 1, waiting: 2, refused: 2, connections: 1, counters: ['cx', 'rq_pending'] },
  ],
  [
    'connections',
    [limitStreams(1), [CONNECTIONS, 'max_connections: 2']],
    { running: 2, waiting: 3, refused: 0, connections: 2, counters: ['cx'] },
  ],
  [
    'calls on a connection, beyond which another one opens',
    [limitStreams(2)],
    { running: 5, waiting: 0, refused: 0, connections: 3, counters: [] },
  ],
] as const)('bounds %s at the servers', async (_, edits, expected) => {
  const held = holdCalls();
  // Each thread has its own connections.
  const { envoy } = await stage.start([held.handler], { edits, concurrency: 1 });
  const stat = (name: string): Promise<number> => envoy.stat(`cluster.server.${name}`);
  const refused: WireResponse[] = [];
  const responses: Promise<WireResponse>[] = [];
  const { running, waiting } = expected;
  for (let i = 1; i <= running + waiting + expected.refused; i += 1) {
    const call = requestOnce(envoy.url, { headers: { origin: ORIGIN } });
    responses.push(call);
    // A call that fails is reported below.
    void call.then(
      (response) => refused.push(response),
      () => undefined,
    );
    await vi.waitFor(async () => {
      const now = [held.waiting.length, await stat('upstream_rq_pending_active'), refused.length];
      expect(now).toEqual([
        Math.min(i, running),
        Math.min(Math.max(i - running, 0), waiting),
        Math.max(i - running - waiting, 0),
      ]);
    }, 120_000);
  }
  for (const response of refused) expect(response).toMatchObject(REFUSED);
  expect(await stat('upstream_cx_active')).toBe(expected.connections);
  for (const kind of ['cx', 'rq_active', 'rq_pending'] as const) {
    const counted = await stat(`upstream_${kind}_overflow`);
    expect([kind, counted > 0]).toEqual([kind, expected.counters.some((name) => name === kind)]);
  }
  held.stopHolding();
  held.respondAll();
  const statuses = (await Promise.all(responses)).map(({ grpcStatus }) => grpcStatus);
  expect(statuses).toEqual(responses.map((__, index) => (index < running + waiting ? 0 : 14)));
});

test.skipIf(noEnvoy)(
  'a draining port serves calls until --drain-time-s, then refuses connections; calls in progress are served',
  async () => {
    const held = holdCalls();
    const args = ['--drain-time-s', '5', '--drain-strategy', 'immediate'];
    const { envoy } = await stage.start([held.handler], { args });
    const inside = await openWire(envoy.url);
    inside.send(requestBytes({}));
    await vi.waitFor(() => expect(held.waiting).toHaveLength(1), 120_000);
    held.stopHolding();
    const before = await requestOnce(envoy.url);
    expect([before.grpcStatus, before.headers['connection']]).toEqual([0, undefined]);
    await envoy.admin('/drain_listeners?graceful', 'POST');
    // From the first response on, not for a growing share of them.
    const during = await requestOnce(envoy.url);
    expect([during.grpcStatus, during.headers['connection']]).toEqual([0, 'close']);
    const opened = (): Promise<void> => openWire(envoy.url).then((wire) => wire.close());
    await vi.waitFor(() => expect(opened()).rejects.toThrow('ECONNREFUSED'), { timeout: 120_000, interval: 200 });
    held.respondNext();
    const last = await inside.response();
    expect([last.grpcStatus, last.headers['connection']]).toEqual([0, 'close']);
    inside.close();
  },
);

describe.skipIf(noEnvoy)('under load', () => {
  /** Makes 8 calls at a time over kept connections until `stop`, which returns their statuses; `more(n)` waits for n calls. */
  function startLoad(envoy: Production) {
    const statuses = new Set<number | undefined>();
    const state = { going: true, calls: 0 };
    const workers = Array.from({ length: 8 }, async () => {
      let wire = await openWire(envoy.url);
      while (state.going) {
        wire.send(requestBytes({}));
        const { grpcStatus, headers } = await wire.response();
        statuses.add(grpcStatus);
        state.calls += 1;
        if (headers['connection'] !== 'close') continue;
        wire.close();
        wire = await openWire(envoy.url);
      }
      wire.close();
    });
    return {
      more: (count: number) => {
        const target = state.calls + count;
        return vi.waitFor(() => expect(state.calls).toBeGreaterThan(target), 120_000);
      },
      stop: async () => {
        state.going = false;
        await Promise.all(workers);
        return statuses;
      },
    };
  }

  test.skipIf(process.platform !== 'linux')('another Envoy takes the port over, and no call is lost', async () => {
    const upstream = await stage.startUpstream(ok);
    const certificate = stage.certificate.config;
    const options = {
      certificate,
      servers: [upstream.address],
      edits: [NO_RATE],
      listen: await port(),
      args: ['--drain-time-s', '2', '--drain-strategy', 'immediate'],
    };
    const old = await startProduction(options);
    stage.defer(() => old.stop());
    const calls = startLoad(old);
    await calls.more(50);
    const next = await startProduction(options);
    stage.defer(() => next.stop());
    await old.admin('/healthcheck/fail', 'POST');
    await old.admin('/drain_listeners?graceful', 'POST');
    const ended = async (): Promise<void> => {
      // With the listener of metrics.
      expect(await old.stat('listener_manager.listener_stopped')).toBe(2);
      expect(await old.stat('http.grpc_web.downstream_cx_active')).toBe(0);
    };
    await vi.waitFor(ended, { timeout: 120_000, interval: 200 });
    await old.stop();
    await calls.more(50);
    expect(await calls.stop()).toEqual(new Set([0]));
    expect(await next.stat('http.grpc_web.downstream_rq_completed')).toBeGreaterThan(50);
  });
});

/** envoy.production.yaml: several servers, and what becomes of calls when one of them, or Envoy itself, goes. */
import { createServer as createHttp2Server, constants } from 'node:http2';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { Agent, request as httpsRequest } from 'node:https';
import { status } from '@grpc/grpc-js';
import { createServer } from 'endpoint.js/server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FIND_MS, noEnvoy, port } from './test-envoy.js';
import { startNameServer } from './test-names.js';
import { createStage, type Production, startProduction } from './test-production.js';
import { ok, startUpstream, type Upstream } from './test-upstream.js';
import { CALL_PATH, exchange, frame } from './test-wire.js';

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM } = constants;
const stage = createStage();
beforeAll(stage.open, FIND_MS);
afterEach(stage.clear);
afterAll(stage.close);

// A test calls more often than one client should.
const NO_RATE = ['{ max_tokens: 200, tokens_per_fill: 200,', '{ max_tokens: 100000, tokens_per_fill: 100000,'] as const;
const RARE_CHECKS = [
  ['\n          interval: 2s', '\n          interval: 60s'],
  ['no_traffic_interval: 2s', 'no_traffic_interval: 60s'],
] as const;
const FREQUENT_CHECKS = [
  ['\n          interval: 2s', '\n          interval: 0.2s'],
  ['no_traffic_interval: 2s', 'no_traffic_interval: 0.2s'],
] as const;

async function statuses(envoy: Production, count: number): Promise<(number | undefined)[]> {
  const found = [];
  for (let i = 0; i < count; i += 1) found.push((await exchange(envoy.url)).grpcStatus);
  return found;
}
const zeros = (count: number): number[] => Array<number>(count).fill(0);

/** A server that says it is well and ends each call with this code of HTTP/2. */
async function startResetting(code: number): Promise<{ address: string; readonly calls: number }> {
  const server = createHttp2Server();
  let calls = 0;
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (headers[':path'] === CALL_PATH) {
      calls += 1;
      stream.close(code);
      return;
    }
    stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    // HealthCheckResponse { status: SERVING }
    stream.end(frame(Buffer.from([8, 1])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  stage.later(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
  };
}

/** A connection that can be cut so that neither end is told. */
async function startCable(to: string): Promise<{ address: string; cut: () => void }> {
  const [host, toPort] = to.split(':');
  const ends: Socket[] = [];
  const cable = createTcpServer((near) => {
    const far = connect(Number(toPort), host);
    ends.push(near, far);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const)
      from.pipe(other).on('error', () => undefined);
  });
  cable.listen(0, '127.0.0.1');
  await once(cable, 'listening');
  stage.later(() => {
    for (const end of ends) end.destroy();
    cable.close();
  });
  return {
    address: `127.0.0.1:${(cable.address() as AddressInfo).port}`,
    cut: () => {
      for (const end of ends) end.unpipe().pause();
    },
  };
}

async function envoyBefore(
  servers: readonly string[],
  edits: readonly (readonly [string, string])[],
): Promise<Production> {
  const envoy = await startProduction({ certificate: stage.certificate.config, servers, edits });
  stage.later(() => envoy.stop());
  return envoy;
}

describe.skipIf(noEnvoy)('retries', () => {
  test('a call that a server refused before it ran goes to another one', async () => {
    const refusing = await startResetting(NGHTTP2_REFUSED_STREAM);
    const other = await startUpstream(ok);
    stage.later(() => other.server.forceShutdown());
    const envoy = await envoyBefore([refusing.address, other.address], RARE_CHECKS);
    expect(await statuses(envoy, 20)).toEqual(zeros(20));
    expect([refusing.calls > 0, other.calls]).toEqual([true, 20]);
  });

  test('a call that may have run is not repeated', async () => {
    const breaking = await startResetting(NGHTTP2_INTERNAL_ERROR);
    const envoy = await envoyBefore([breaking.address], RARE_CHECKS);
    expect(await statuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(breaking.calls).toBe(1);
  });

  test('retries are a small part of all calls, however many fail', async () => {
    const refusing = await startResetting(NGHTTP2_REFUSED_STREAM);
    const budget = ['min_retry_concurrency: 50', 'min_retry_concurrency: 1'] as const;
    const envoy = await envoyBefore([refusing.address], [...RARE_CHECKS, budget, NO_RATE]);
    await Promise.all(Array.from({ length: 50 }, () => exchange(envoy.url)));
    // Without a budget each call is tried three times.
    expect(await envoy.stat('cluster.server.upstream_rq_retry_overflow')).toBeGreaterThan(10);
    expect(refusing.calls).toBeLessThan(120);
  });

  test('neither is one that was answered with UNAVAILABLE', async () => {
    const { envoy, upstreams } = await stage.started([(_, reply) => reply({ code: status.UNAVAILABLE })]);
    expect(await statuses(envoy, 1)).toEqual([status.UNAVAILABLE]);
    expect(upstreams[0]?.calls).toBe(1);
  });
});

describe.skipIf(noEnvoy)('a server that', () => {
  test('is gone costs no call, and is left out before the next health check', async () => {
    const { envoy, upstreams } = await stage.started([ok, ok], { edits: [NO_RATE, ...RARE_CHECKS] });
    expect(await statuses(envoy, 20)).toEqual(zeros(20));
    upstreams[0]?.server.forceShutdown();
    expect(await statuses(envoy, 100)).toEqual(zeros(100));
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(1);
  });

  test('says NOT_SERVING gets no calls', async () => {
    const { envoy, upstreams } = await stage.started([ok, ok], { edits: [NO_RATE, ...FREQUENT_CHECKS] });
    const [one] = upstreams as [Upstream];
    const getsCalls = async (): Promise<boolean> => {
      const before = one.calls;
      expect(await statuses(envoy, 20)).toEqual(zeros(20));
      return one.calls > before;
    };
    expect(await getsCalls()).toBe(true);
    one.health.setStatus('', 'NOT_SERVING');
    await vi.waitFor(async () => expect(await getsCalls()).toBe(false), 5000);
    one.health.setStatus('', 'SERVING');
    await vi.waitFor(async () => expect(await getsCalls()).toBe(true), 5000);
  });

  test('says NOT_SERVING gets calls after all where most of them do', async () => {
    const { envoy, upstreams } = await stage.started([ok, ok], { edits: [NO_RATE, ...FREQUENT_CHECKS] });
    for (const { health } of upstreams) health.setStatus('', 'NOT_SERVING');
    await vi.waitFor(async () => {
      expect(await statuses(envoy, 10)).toEqual(zeros(10));
      expect(await envoy.stat('cluster.server.lb_healthy_panic')).toBeGreaterThan(0);
    }, 10_000);
  });

  test('vanished without a word is noticed by pings, and its calls don’t wait for the ceiling', async () => {
    const upstream = await startUpstream(() => undefined);
    stage.later(() => upstream.server.forceShutdown());
    const line = await startCable(upstream.address);
    const pings = ['{ interval: 10s, timeout: 5s }', '{ interval: 0.3s, timeout: 0.3s }'] as const;
    const envoy = await envoyBefore([line.address], [...RARE_CHECKS, pings]);
    const call = exchange(envoy.url);
    await vi.waitFor(() => expect(upstream.calls).toBe(1), 5000);
    line.cut();
    expect((await call).grpcStatus).toBe(status.UNAVAILABLE);
  });

  test('answers with errors stays: callers’ mistakes and deadlines don’t take it out', async () => {
    const { envoy, upstreams } = await stage.started([(_, reply) => reply({ code: status.DEADLINE_EXCEEDED }), ok]);
    await statuses(envoy, 60);
    expect(await envoy.stat('cluster.server.outlier_detection.ejections_active')).toBe(0);
    expect(upstreams[0]?.calls).toBeGreaterThan(10);
  });
});

describe.skipIf(noEnvoy)('under load', () => {
  /** Calls over kept connections, 8 at a time, until told to stop; `more(n)` waits for n of them. */
  function load(envoy: Production): { more: (count: number) => Promise<void>; stop: () => Promise<Set<string>> } {
    const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
    const found = new Set<string>();
    const state = { going: true, calls: 0 };
    const one = (): Promise<string> =>
      new Promise((resolve) => {
        const headers = { 'content-type': 'application/grpc-web+proto' };
        const sent = httpsRequest(envoy.url + CALL_PATH, { method: 'POST', headers, agent }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', (error) => resolve(error.message));
          response.once('end', () => {
            const inBody = /grpc-status: *(\d+)/.exec(Buffer.concat(chunks).toString('latin1'))?.[1];
            resolve(String(response.headers['grpc-status'] ?? inBody));
          });
        });
        sent.once('error', ({ message }) => resolve(message));
        sent.end(frame(new Uint8Array()));
      });
    const worker = async (): Promise<void> => {
      while (state.going) {
        found.add(await one());
        state.calls += 1;
      }
    };
    const workers = Promise.all(Array.from({ length: 8 }, worker));
    return {
      more: (count) => {
        const wanted = state.calls + count;
        return vi.waitFor(() => expect(state.calls).toBeGreaterThan(wanted), 15_000);
      },
      stop: async () => {
        state.going = false;
        await workers;
        agent.destroy();
        return found;
      },
    };
  }
  test('a server leaves, and no call is lost', async () => {
    const servers = [createServer(), createServer()];
    const addresses = [];
    for (const server of servers) {
      addresses.push((await server.listen({ port: 0 })).grpc);
      stage.later(() => server.drain({ graceMs: 0 }));
    }
    const envoy = await envoyBefore(addresses, [NO_RATE]);
    const calls = load(envoy);
    await calls.more(50);
    await servers[0]?.drain();
    await calls.more(100);
    // CallApi without an operation: OK, without success.
    expect(await calls.stop()).toEqual(new Set(['0']));
  });

  test.skipIf(process.platform !== 'linux')(
    'another Envoy takes over on the same port, and no call is lost',
    async () => {
      const upstream = await startUpstream(ok);
      stage.later(() => upstream.server.forceShutdown());
      const certificate = stage.certificate.config;
      const options = {
        certificate,
        servers: [upstream.address],
        edits: [NO_RATE],
        listen: await port(),
        args: ['--drain-time-s', '2', '--drain-strategy', 'immediate'],
      };
      const old = await startProduction(options);
      stage.later(() => old.stop());
      const calls = load(old);
      await calls.more(50);
      const next = await startProduction(options);
      stage.later(() => next.stop());
      await old.admin('/healthcheck/fail', 'POST');
      await old.admin('/drain_listeners?graceful', 'POST');
      const ended = async (): Promise<void> => {
        expect(await old.stat('listener_manager.listener_stopped')).toBe(1);
        expect(await old.stat('http.grpc_web.downstream_cx_active')).toBe(0);
      };
      await vi.waitFor(ended, { timeout: 15_000, interval: 200 });
      await old.stop();
      await calls.more(50);
      expect(await calls.stop()).toEqual(new Set(['0']));
      expect(await next.stat('http.grpc_web.downstream_rq_completed')).toBeGreaterThan(50);
    },
  );
});

test.skipIf(noEnvoy || process.platform !== 'linux')('several servers behind one name, which come and go', async () => {
  const one = await startUpstream(ok, '127.0.0.1:0');
  const listen = one.address.replace('127.0.0.1', '127.0.0.2');
  const two = await startUpstream(ok, listen);
  stage.later(() => one.server.forceShutdown());
  stage.later(() => two.server.forceShutdown());
  const names = await startNameServer(['127.0.0.1']);
  stage.later(() => names.close());
  const resolver = `respect_dns_ttl: true
          typed_dns_resolver_config:
            name: envoy.network.dns_resolver.cares
            typed_config:
              '@type': type.googleapis.com/envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig
              resolvers: [{ socket_address: { address: 127.0.0.1, port_value: ${names.port} } }]`;
  const server = one.address.replace('127.0.0.1', 'servers.example');
  const envoy = await envoyBefore([server], [['respect_dns_ttl: true', resolver], NO_RATE, ...FREQUENT_CHECKS]);
  expect(await statuses(envoy, 10)).toEqual(zeros(10));
  expect([one.calls, two.calls]).toEqual([10, 0]);
  const reached = async (): Promise<boolean[]> => {
    const before = [one.calls, two.calls];
    expect(await statuses(envoy, 20)).toEqual(zeros(20));
    return [one.calls, two.calls].map((calls, index) => calls > (before[index] ?? 0));
  };
  names.addresses = ['127.0.0.1', '127.0.0.2'];
  await vi.waitFor(async () => expect(await reached()).toEqual([true, true]), 8000);
  names.addresses = ['127.0.0.2'];
  await vi.waitFor(async () => expect(await reached()).toEqual([false, true]), 8000);
});

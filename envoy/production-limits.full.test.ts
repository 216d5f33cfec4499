/**
 * envoy.production.yaml: its limits, made small enough to reach; the buffers for callers that send too much or read too little; and
 * calls as memory runs out, and once it is free again.
 */
import { type ClientHttp2Stream, connect } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CallError, createCallClient, type RetryOptions } from 'endpoint.js-client';
import { FIND_MS, noEnvoy } from './test/envoy.js';
import { startPlainPort } from './test/plain.js';
import { ORIGIN, type Production, useStage } from './test/production.js';
import { type Handler, ok, silent, type Upstream } from './test/upstream.js';
import { CALL_PATH, frame, openWire, requestBytes, requestOnce } from './test/wire.js';

const MEBIBYTE = 1_048_576;
const stage = useStage();
/** A client's calls that the production configuration allows. */
const USUAL_BUCKET = '{ max_tokens: 200, tokens_per_fill: 200, fill_interval: 1s }';

describe.skipIf(noEnvoy)('with short times', () => {
  let envoy: Production;
  beforeAll(async () => {
    const edits = [
      ['transport_socket_connect_timeout: 5s', 'transport_socket_connect_timeout: 0.4s'],
      ['request_headers_timeout: 10s', 'request_headers_timeout: 0.4s'],
      ['request_timeout: 30s', 'request_timeout: 0.5s'],
      ['    idle_timeout: 300s', '    idle_timeout: 0.4s'],
      ['stream_idle_timeout: 75s', 'stream_idle_timeout: 5s'],
      ['timeout: &ceiling 60s', 'timeout: &ceiling 0.6s'],
    ] as const;
    ({ envoy } = await stage.start([silent], { edits }));
  });
  afterAll(stage.clear);

  test.concurrent('a client that connects and sends nothing is cut off', async () => {
    const wire = await openWire(envoy.url.replace('https', 'http'));
    await wire.closed;
  });

  test.concurrent('a client that stops during the TLS handshake is cut off', async () => {
    const wire = await openWire(envoy.url.replace('https', 'http'));
    // The head of a ClientHello of 512 bytes.
    wire.send(Buffer.from('16030102000100', 'hex'));
    await wire.closed;
  });

  test.concurrent('an unused connection is closed', async () => {
    const wire = await openWire(envoy.url);
    await wire.closed;
  });

  test.concurrent('slow headers are cut off', async () => {
    const wire = await openWire(envoy.url);
    wire.send('POST /api.ApiService/CallApi HTTP/1.1\r\nhost: a\r\n');
    expect((await wire.response()).status).toBe(408);
    await wire.closed;
  });

  test.concurrent('a slow message is cut off with DEADLINE_EXCEEDED, before the server receives it', async () => {
    const wire = await openWire(envoy.url);
    const request = requestBytes({ headers: { origin: ORIGIN }, body: frame(Buffer.alloc(100)) });
    wire.send(request.subarray(0, -50));
    const response = await wire.response();
    expect(response).toMatchObject({ status: 200, grpcStatus: 4, headers: { 'access-control-allow-origin': ORIGIN } });
    await wire.closed;
  });

  test.concurrent('a call beyond the ceiling is DEADLINE_EXCEEDED', async () => {
    expect(await requestOnce(envoy.url)).toMatchObject({
      status: 200,
      grpcStatus: 4,
      grpcMessage: 'Envoy gave up: its timeout for a call has passed.',
    });
  });
});

test.skipIf(noEnvoy)('an idle stream is ended', async () => {
  const edits = [['stream_idle_timeout: 75s', 'stream_idle_timeout: 0.3s']] as const;
  const { envoy } = await stage.start([silent], { edits });
  expect(await requestOnce(envoy.url)).toMatchObject({ status: 200, grpcStatus: 4 });
  await stage.clear();
});

describe.skipIf(noEnvoy)('with small limits', () => {
  afterAll(stage.clear);

  test('connections over the limit are closed at once, existing ones stay', async () => {
    const edits = [['max_connections: 8000', 'max_connections: 2']] as const;
    const { envoy } = await stage.start([ok], { edits });
    const wires = [await openWire(envoy.url), await openWire(envoy.url)];
    for (const wire of wires) {
      wire.send(requestBytes({}));
      expect((await wire.response()).grpcStatus).toBe(0);
    }
    await expect(requestOnce(envoy.url)).rejects.toThrow(/disconnected|ended|ECONNRESET/);
    for (const wire of wires) {
      wire.send(requestBytes({}));
      expect((await wire.response()).grpcStatus).toBe(0);
      wire.close();
    }
    await vi.waitFor(async () => expect((await requestOnce(envoy.url)).grpcStatus).toBe(0), 120_000);
  });

  test('connections over the limit for all listeners are closed at once', async () => {
    const edits = [['max_active_downstream_connections: 10000', 'max_active_downstream_connections: 1']] as const;
    const { envoy } = await stage.start([ok], { edits });
    // The start connected to the port: that connection has to be gone first.
    const wire = await vi.waitFor(() => openWire(envoy.url), 120_000);
    await expect(requestOnce(envoy.url)).rejects.toThrow(/disconnected|ended|ECONNRESET/);
    wire.close();
  });

  test('calls over a client’s rate are RESOURCE_EXHAUSTED, which its page can read; preflights don’t count', async () => {
    const edits = [['{ max_tokens: 200, tokens_per_fill: 200,', '{ max_tokens: 3, tokens_per_fill: 3,']] as const;
    const { envoy, upstreams } = await stage.start([ok], { edits });
    const headers = { origin: ORIGIN };
    const preflight = { ...headers, 'access-control-request-method': 'POST' };
    const statuses: (number | undefined)[] = [];
    for (let i = 0; i < 6; i += 1) {
      await requestOnce(envoy.url, { method: 'OPTIONS', headers: preflight });
      const response = await requestOnce(envoy.url, { headers });
      statuses.push(response.grpcStatus);
      expect([response.status, response.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
    }
    // The bucket may be refilled once in between.
    expect(statuses.slice(0, 3)).toEqual([0, 0, 0]);
    expect(statuses).toContain(8);
    expect(upstreams[0]?.calls).toBe(statuses.filter((code) => code === 0).length);
  });

  test('a burst over a client’s rate is served with retries, which follow Envoy’s pause', async () => {
    // So slow that no machine is: a call in five seconds.
    const bucket = '{ max_tokens: 1, tokens_per_fill: 1, fill_interval: 5s }';
    const { envoy, upstreams } = await stage.start([ok], { edits: [[USUAL_BUCKET, bucket]] });
    const host = await startPlainPort(stage, envoy.port);
    const burst = (retries: RetryOptions) =>
      Promise.all(
        Array.from({ length: 3 }, async () => {
          // A pause of its own would be far too long.
          const client = createCallClient({
            host,
            retries: { initialBackoff: 600_000, maxBackoff: 600_000, ...retries },
          });
          return client.call({ code: 'echo' }).catch((error: CallError) => error);
        }),
      );
    const limited = (await burst({ attempts: 1 })).filter(({ status: { code } }) => code === 8);
    expect(limited.length).toBeGreaterThan(0);
    for (const { trailers } of limited) expect(trailers.get('grpc-retry-pushback-ms')).toMatch(/^1\d{3}$/);
    const results = await burst({ attempts: 30 });
    expect(results.map(({ status: { code } }) => code)).toEqual(results.map(() => 0));
    expect(Math.max(...results.map(({ attempts }) => attempts))).toBeGreaterThan(1);
    expect(upstreams[0]?.calls).toBe(6 - limited.length);
  });

  const BUCKET_OF_TWO = [USUAL_BUCKET, '{ max_tokens: 2, tokens_per_fill: 1, fill_interval: 60s }'] as const;
  /** The status of a call from this address. */
  const callFrom = async (envoy: Production, localAddress: string): Promise<unknown> => {
    const wire = await openWire(envoy.url, localAddress);
    wire.send(requestBytes({}));
    const { grpcStatus } = await wire.response();
    wire.close();
    return grpcStatus;
  };
  test.skipIf(process.platform !== 'linux')('each address has its own rate, within the rate for all', async () => {
    const edits = [BUCKET_OF_TWO, ['{ max_tokens: 5000, tokens_per_fill: 5000, fill_interval: 1s }', '{ max_tokens: 5, tokens_per_fill: 1, fill_interval: 60s }']] as const; // prettier-ignore
    const { envoy } = await stage.start([ok], { edits });
    const statuses: unknown[] = [];
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
      for (let i = 0; i < 3; i += 1) statuses.push(await callFrom(envoy, address));
    }
    // Two from each address; the third address finds one left of the five for all.
    expect(statuses).toEqual([0, 0, 8, 0, 0, 8, 0, 8, 8]);
  });

  test.skipIf(process.platform !== 'linux')(
    'buckets are kept for a bounded number of addresses, the last seen',
    async () => {
      const edits = [BUCKET_OF_TWO, ['max_dynamic_descriptors: 10000', 'max_dynamic_descriptors: 2']] as const;
      const { envoy } = await stage.start([ok], { edits, concurrency: 1 });
      const [one, two, three] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;
      const statuses = [];
      for (const address of [one, one, one, two, one, three, one, two, two, two])
        statuses.push(await callFrom(envoy, address));
      expect(statuses).toEqual([0, 0, 8, 0, 8, 0, 8, 0, 0, 8]);
    },
  );

  const BALANCER = [
    'use_remote_address: true\n\n',
    'use_remote_address: true\n                xff_num_trusted_hops: 1\n\n',
  ] as const;
  test.each([
    ['a client can’t pretend to be another', [], ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'], [0, 0, 8, 8]],
    ['behind a load balancer its x-forwarded-for decides', [BALANCER], ['198.51.100.1', '198.51.100.2', '198.51.100.1', '198.51.100.2', '198.51.100.1'], [0, 0, 0, 0, 8]],
    ['addresses of one /64 share a bucket', [BALANCER], ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1:8000::'], [0, 0, 8, 8]],
    ['addresses of two /64 have their own', [BALANCER], ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:1::2', '2001:db8:0:2::2', '2001:db8:0:1::3', '2001:db8:0:2::3'], [0, 0, 0, 0, 8, 8]],
  ] as const)('%s', async (_, edits, addresses, expected) => {
    const { envoy } = await stage.start([ok], { edits: [BUCKET_OF_TWO, ...edits] });
    const statuses: unknown[] = [];
    for (const address of addresses) {
      statuses.push((await requestOnce(envoy.url, { headers: { 'x-forwarded-for': address } })).grpcStatus);
    }
    expect(statuses).toEqual(expected);
  }); // prettier-ignore
});

const respondMuch: Handler = (_, reply) => reply(null, Buffer.alloc(16 * MEBIBYTE));

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
  afterEach(stage.clear);

  test.each([
    // On a busy machine it may stop reading after the first TLS record (16 KiB) that follows the request.
    ['of the bytes sent while a call runs', silent, 4 * MEBIBYTE, 'rx', 16_384],
    ['of the bytes that its caller doesn’t read', respondMuch, 0, 'tx', 32_768],
  ] as const)('%s', async (_, handler, more, direction, least) => {
    const { envoy } = await stage.start([handler]);
    const wire = await openWire(envoy.url);
    wire.socket.pause();
    wire.send(requestBytes({}));
    await vi.waitFor(async () => expect(await envoy.stat('cluster.server.upstream_rq_total')).toBe(1), 120_000);
    wire.send(Buffer.alloc(more, 'a'));
    await waitUntilSettled(envoy, `http.grpc_web.downstream_cx_${direction}_bytes_total`, least);
    const buffered = await envoy.stat(`http.grpc_web.downstream_cx_${direction}_bytes_buffered`);
    wire.close();
    expect(buffered).toBeGreaterThan(0);
    // A TLS record, or the bytes of one read, may exceed it.
    expect(buffered).toBeLessThan(3 * 32_768);
  });
});

describe.skipIf(noEnvoy)('a response that isn’t read', () => {
  afterEach(stage.clear);

  /** Makes calls that accept no byte of the response. */
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
    const response = { size: MEBIBYTE };
    // One thread has one connection to the server, shared by all calls.
    const { envoy } = await stage.start([(_, reply) => reply(null, Buffer.alloc(response.size))], { concurrency: 1 });
    callWithoutReading(envoy, CALLS);
    // 64 KiB on the way to the caller, and as much waiting.
    const taken = await waitUntilSettled(envoy, 'cluster.server.upstream_cx_rx_bytes_total', CALLS * 65_536);
    expect(taken).toBeLessThan(CALLS * 2.1 * 65_536);
    response.size = 0;
    for (let i = 0; i < 5; i += 1) expect((await requestOnce(envoy.url)).grpcStatus).toBe(0);
    expect(await envoy.stat('cluster.server.upstream_cx_active')).toBe(1);
    expect(await envoy.stat('cluster.server.upstream_rq_active')).toBe(CALLS);
  });

  test('waits no longer than a call may take', async () => {
    const { envoy } = await stage.start([respondMuch], {
      edits: [['timeout: &ceiling 60s', 'timeout: &ceiling 0.5s']],
    });
    const [stream] = callWithoutReading(envoy, 1) as [ClientHttp2Stream];
    // As an idle stream it would end after 75 s.
    await new Promise<void>((resolve) => stream.once('close', resolve));
    expect(stream.rstCode).not.toBe(0);
    expect(await envoy.stat('cluster.server.upstream_rq_active')).toBe(0);
  });
});

const LIMIT = 'max_heap_size_bytes: 858993459';
const HEAP = `'@type': type.googleapis.com/envoy.extensions.resource_monitors.fixed_heap.v3.FixedHeapConfig
        ${LIMIT}`;
const ACTIONS = [
  'shrink_heap',
  'disable_http_keepalive',
  'stop_accepting_requests',
  'stop_accepting_connections',
] as const;

const readActive = (envoy: Production, action: string): Promise<number> =>
  envoy.stat(`overload.envoy.overload_actions.${action}.active`);

interface EnvoyUnderPressure {
  readonly envoy: Production;
  readonly upstream: Upstream;
  /** Sets the share of the memory in use, from 0 to 1; resolves once Envoy has read it. */
  readonly press: (pressure: number) => Promise<void>;
}

/** Starts an Envoy that reads its memory pressure from the test, in place of its heap. */
async function startUnderPressure(handler: Handler): Promise<EnvoyUnderPressure> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  stage.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pressure');
  writeFileSync(file, '0');
  const injected = `'@type': type.googleapis.com/envoy.extensions.resource_monitors.injected_resource.v3.InjectedResourceConfig
        filename: ${JSON.stringify(file)}`;
  const { envoy, upstreams } = await stage.start([handler], { edits: [[HEAP, injected]] });
  const [upstream] = upstreams as [Upstream];
  const press = async (pressure: number): Promise<void> => {
    // Envoy reads the file when it is moved into place.
    writeFileSync(`${file}.new`, String(pressure));
    renameSync(`${file}.new`, file);
    const stat = 'overload.envoy.resource_monitors.fixed_heap.pressure';
    await vi.waitFor(async () => expect(await envoy.stat(stat)).toBe(Math.round(pressure * 100)), 120_000);
  };
  return { envoy, upstream, press };
}

describe.skipIf(noEnvoy)('as memory runs out', () => {
  let started: EnvoyUnderPressure;
  beforeAll(async () => {
    started = await startUnderPressure(ok);
  }, FIND_MS);
  afterAll(stage.clear);

  test.each([
    ['nothing changes', 0.79, [], 0, undefined, 0],
    ['idle connections are closed sooner', 0.83, ['shrink_heap'], 20, undefined, 0],
    ['connections are no longer kept', 0.86, ['shrink_heap', 'disable_http_keepalive'], 40, 'close', 0],
    ['calls are refused', 0.92, ['shrink_heap', 'disable_http_keepalive', 'stop_accepting_requests'], 80, 'close', 14],
    ['everything is as before', 0, [], 0, undefined, 0],
  ] as const)('%s: %d', async (_, pressure, actions, reduced, connection, grpcStatus) => {
    const { envoy, upstream, press } = started;
    await press(pressure);
    await vi.waitFor(async () => {
      const active = [];
      for (const action of ACTIONS) if ((await readActive(envoy, action)) === 1) active.push(action);
      expect(active).toEqual(actions);
      expect(await envoy.stat('overload.envoy.overload_actions.reduce_timeouts.scale_percent')).toBe(reduced);
      // Its threads learn of it one by one.
      const before = upstream.calls;
      for (let i = 0; i < 4; i += 1) {
        const response = await requestOnce(envoy.url);
        expect([response.grpcStatus, response.headers['connection']]).toEqual([grpcStatus, connection]);
      }
      expect(upstream.calls).toBe(before + (grpcStatus === 0 ? 4 : 0));
    }, 120_000);
  });
});

test.skipIf(noEnvoy)('the heap counts as memory', async () => {
  const { envoy } = await stage.start([ok], { edits: [[LIMIT, 'max_heap_size_bytes: 1000']] });
  await vi.waitFor(async () => {
    for (const action of [...ACTIONS, 'reduce_timeouts'])
      expect([action, await readActive(envoy, action)]).toEqual([action, 1]);
  }, 120_000);
  await stage.clear();
});

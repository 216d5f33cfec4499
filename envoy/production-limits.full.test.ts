/** envoy.production.yaml: its limits, made small enough to reach. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { noEnvoy } from './test/envoy.js';
import { useStage, ORIGIN, type Production } from './test/production.js';
import { ok, silent } from './test/upstream.js';
import { requestOnce, frame, openWire, requestBytes } from './test/wire.js';

const stage = useStage();

describe.skipIf(noEnvoy)('with short times', () => {
  let envoy: Production;
  beforeAll(async () => {
    const edits = [
      ['transport_socket_connect_timeout: 5s', 'transport_socket_connect_timeout: 0.4s'],
      ['request_headers_timeout: 10s', 'request_headers_timeout: 0.4s'],
      ['request_timeout: 30s', 'request_timeout: 0.5s'],
      ['    idle_timeout: 300s', '    idle_timeout: 0.4s'],
      ['stream_idle_timeout: 75s', 'stream_idle_timeout: 5s'],
      ['timeout: 60s', 'timeout: 0.6s'],
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
    expect((await wire.answer()).status).toBe(408);
    await wire.closed;
  });

  test.concurrent('a slow message is cut off with DEADLINE_EXCEEDED, before the server receives it', async () => {
    const wire = await openWire(envoy.url);
    const request = requestBytes({ headers: { origin: ORIGIN }, body: frame(Buffer.alloc(100)) });
    wire.send(request.subarray(0, -50));
    const answer = await wire.answer();
    expect(answer).toMatchObject({ status: 200, grpcStatus: 4, headers: { 'access-control-allow-origin': ORIGIN } });
    await wire.closed;
  });

  test.concurrent('a call beyond the ceiling is DEADLINE_EXCEEDED', async () => {
    expect(await requestOnce(envoy.url)).toMatchObject({
      status: 200,
      grpcStatus: 4,
      grpcMessage: 'Envoy gave up: its time limit for a call has passed.',
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
      expect((await wire.answer()).grpcStatus).toBe(0);
    }
    await expect(requestOnce(envoy.url)).rejects.toThrow(/disconnected|ended|ECONNRESET/);
    for (const wire of wires) {
      wire.send(requestBytes({}));
      expect((await wire.answer()).grpcStatus).toBe(0);
      wire.close();
    }
    await vi.waitFor(async () => expect((await requestOnce(envoy.url)).grpcStatus).toBe(0), 20_000);
  });

  test('connections over the limit for all listeners are closed at once', async () => {
    const edits = [['max_active_downstream_connections: 10000', 'max_active_downstream_connections: 1']] as const;
    const { envoy } = await stage.start([ok], { edits });
    // The start connected to the port: that connection has to be gone first.
    const wire = await vi.waitFor(() => openWire(envoy.url), 20_000);
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
      const answer = await requestOnce(envoy.url, { headers });
      statuses.push(answer.grpcStatus);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
    }
    // The bucket may be refilled once in between.
    expect(statuses.slice(0, 3)).toEqual([0, 0, 0]);
    expect(statuses).toContain(8);
    expect(upstreams[0]?.calls).toBe(statuses.filter((code) => code === 0).length);
  });

  const BUCKET_OF_TWO = [
    '{ max_tokens: 200, tokens_per_fill: 200, fill_interval: 1s }',
    '{ max_tokens: 2, tokens_per_fill: 1, fill_interval: 60s }',
  ] as const;
  /** The status of a call from this address. */
  const callFrom = async (envoy: Production, localAddress: string): Promise<unknown> => {
    const wire = await openWire(envoy.url, localAddress);
    wire.send(requestBytes({}));
    const { grpcStatus } = await wire.answer();
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
    'use_remote_address: true',
    'use_remote_address: true\n                xff_num_trusted_hops: 1',
  ] as const;
  test.each([
    ['a client can’t pretend to be another', [], [0, 0, 8, 8]],
    ['behind a load balancer its x-forwarded-for decides', [BALANCER], [0, 0, 0, 0]],
  ] as const)('%s', async (_, edits, expected) => {
    const { envoy } = await stage.start([ok], { edits: [BUCKET_OF_TWO, ...edits] });
    const statuses: unknown[] = [];
    for (let n = 1; n <= 4; n += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` };
      statuses.push((await requestOnce(envoy.url, { headers })).grpcStatus);
    }
    expect(statuses).toEqual(expected);
  });
});

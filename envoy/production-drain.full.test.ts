/** envoy.production.yaml: how an Envoy or a server drains, and what happens to the calls. */
import { Agent, request as httpsRequest } from 'node:https';
import { createServer } from 'endpoint.js-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy, port } from './test/envoy.js';
import { CALL_PATH, frame, type Frames, openFrames, openWire, requestBytes, requestOnce } from './test/wire.js';
import { NO_RATE, type Production, startProduction, useStage } from './test/production.js';
import { holdCalls, ok } from './test/upstream.js';

const stage = useStage();
afterEach(stage.clear);

/** The highest stream: every call already sent is allowed. */
const ALL_STREAMS = 2 ** 31 - 1;

describe.skipIf(noEnvoy)('a connection of HTTP/2', () => {
  async function expectServed(frames: Frames, stream: number): Promise<void> {
    frames.call(stream);
    await vi.waitFor(() => expect(frames.ended).toContain(stream), 20_000);
  }

  /** A connection that gets the notice with the answer to its second call. */
  async function startDraining(drainTimeout: string): Promise<{ envoy: Production; frames: Frames }> {
    const edits = [['drain_timeout: 5s', `drain_timeout: ${drainTimeout}`]] as const;
    const { envoy } = await stage.start([ok], { edits });
    const frames = await openFrames(envoy.port);
    stage.defer(() => frames.close());
    await expectServed(frames, 1);
    expect(frames.goaways).toEqual([]);
    await envoy.admin('/healthcheck/fail', 'POST');
    await expectServed(frames, 3);
    await vi.waitFor(() => expect(frames.goaways[0]).toBe(ALL_STREAMS), 20_000);
    return { envoy, frames };
  }

  test('serves calls that were on their way at the notice', async () => {
    const { frames } = await startDraining('600s');
    for (const stream of [5, 7, 9]) await expectServed(frames, stream);
    expect([frames.goaways, frames.closed]).toEqual([[ALL_STREAMS], false]);
  });

  test('ends after drain_timeout, and reports the last call that it served', async () => {
    const { frames } = await startDraining('0.1s');
    // By default it takes 5 s.
    await vi.waitFor(() => expect(frames.closed).toBe(true), 4000);
    expect(frames.goaways).toEqual([ALL_STREAMS, 3]);
  });
});

test.skipIf(noEnvoy)(
  'a draining port serves calls until --drain-time-s, then refuses connections; calls in progress are answered',
  async () => {
    const held = holdCalls();
    const args = ['--drain-time-s', '5', '--drain-strategy', 'immediate'];
    const { envoy } = await stage.start([held.handler], { args });
    const inside = await openWire(envoy.url);
    inside.send(requestBytes({}));
    await vi.waitFor(() => expect(held.waiting).toHaveLength(1), 20_000);
    held.stopHolding();
    const before = await requestOnce(envoy.url);
    expect([before.grpcStatus, before.headers['connection']]).toEqual([0, undefined]);
    await envoy.admin('/drain_listeners?graceful', 'POST');
    // From the first answer on, not for a growing share of them.
    const during = await requestOnce(envoy.url);
    expect([during.grpcStatus, during.headers['connection']]).toEqual([0, 'close']);
    const opened = (): Promise<void> => openWire(envoy.url).then((wire) => wire.close());
    await vi.waitFor(() => expect(opened()).rejects.toThrow('ECONNREFUSED'), { timeout: 120_000, interval: 200 });
    held.answerNext();
    const last = await inside.answer();
    expect([last.grpcStatus, last.headers['connection']]).toEqual([0, 'close']);
    inside.close();
  },
);

describe.skipIf(noEnvoy)('under load', () => {
  /** Makes 8 calls at a time over kept connections until `stop`, which returns their statuses; `more(n)` waits for n calls. */
  function startLoad(envoy: Production): { more: (count: number) => Promise<void>; stop: () => Promise<Set<string>> } {
    const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
    const statuses = new Set<string>();
    const state = { going: true, calls: 0 };
    const call = (): Promise<string> =>
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
        statuses.add(await call());
        state.calls += 1;
      }
    };
    const workers = Promise.all(Array.from({ length: 8 }, worker));
    return {
      more: (count) => {
        const target = state.calls + count;
        return vi.waitFor(() => expect(state.calls).toBeGreaterThan(target), 20_000);
      },
      stop: async () => {
        state.going = false;
        await workers;
        agent.destroy();
        return statuses;
      },
    };
  }

  test('a draining server loses no call', async () => {
    const servers = [createServer(), createServer()];
    const addresses = [];
    for (const server of servers) {
      addresses.push((await server.listen({ port: 0 })).grpc);
      stage.defer(() => server.drain({ graceMs: 0 }));
    }
    const envoy = await stage.startEnvoy(addresses, [NO_RATE]);
    const calls = startLoad(envoy);
    await calls.more(50);
    await servers[0]?.drain();
    await calls.more(100);
    // CallApi without an operation: status OK, no success.
    expect(await calls.stop()).toEqual(new Set(['0']));
  });

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
      expect(await old.stat('listener_manager.listener_stopped')).toBe(1);
      expect(await old.stat('http.grpc_web.downstream_cx_active')).toBe(0);
    };
    await vi.waitFor(ended, { timeout: 120_000, interval: 200 });
    await old.stop();
    await calls.more(50);
    expect(await calls.stop()).toEqual(new Set(['0']));
    expect(await next.stat('http.grpc_web.downstream_rq_completed')).toBeGreaterThan(50);
  });
});

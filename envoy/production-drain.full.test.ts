/** envoy.production.yaml: how an Envoy leaves, or a server behind it, and what becomes of the calls. */
import { Agent, request as httpsRequest } from 'node:https';
import type { sendUnaryData } from '@grpc/grpc-js';
import { createServer } from 'endpoint.js-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { noEnvoy, port } from './test/envoy.js';
import { type Frames, openFrames } from './test/frames.js';
import { useStage, NO_RATE, type Production, startProduction } from './test/production.js';
import { type Handler, ok } from './test/upstream.js';
import { CALL_PATH, exchange, frame, openWire, requestBytes } from './test/wire.js';

const stage = useStage();
afterEach(stage.clear);

/** The highest there is: every stream that was sent still passes. */
const ALL_STREAMS = 2 ** 31 - 1;

describe.skipIf(noEnvoy)('a connection of HTTP/2', () => {
  async function served(frames: Frames, stream: number): Promise<void> {
    frames.call(stream);
    await vi.waitFor(() => expect(frames.ended).toContain(stream), 20_000);
  }

  /** One that has just been told, with the answer to its second call. */
  async function told(drainTimeout: string): Promise<{ envoy: Production; frames: Frames }> {
    const edits = [['drain_timeout: 5s', `drain_timeout: ${drainTimeout}`]] as const;
    const { envoy } = await stage.started([ok], { edits });
    const frames = await openFrames(envoy.port);
    stage.later(() => frames.close());
    await served(frames, 1);
    expect(frames.goaways).toEqual([]);
    await envoy.admin('/healthcheck/fail', 'POST');
    await served(frames, 3);
    await vi.waitFor(() => expect(frames.goaways[0]).toBe(ALL_STREAMS), 20_000);
    return { envoy, frames };
  }

  test('goes on after the notice, as calls may be on their way', async () => {
    const { frames } = await told('600s');
    for (const stream of [5, 7, 9]) await served(frames, stream);
    expect([frames.goaways, frames.closed]).toEqual([[ALL_STREAMS], false]);
  });

  test('ends after drain_timeout, and says what it still served', async () => {
    const { frames } = await told('0.1s');
    // Without the setting it takes 5 s.
    await vi.waitFor(() => expect(frames.closed).toBe(true), 4000);
    expect(frames.goaways).toEqual([ALL_STREAMS, 3]);
  });
});

test.skipIf(noEnvoy)(
  'a port that drains takes calls until --drain-time-s, then no connection; who is there is answered',
  async () => {
    const waiting: sendUnaryData<Buffer>[] = [];
    let holding = true;
    const handler: Handler = (call, reply) => (holding ? void waiting.push(reply) : ok(call, reply));
    const args = ['--drain-time-s', '5', '--drain-strategy', 'immediate'];
    const { envoy } = await stage.started([handler], { args });
    const inside = await openWire(envoy.url);
    inside.send(requestBytes({}));
    await vi.waitFor(() => expect(waiting).toHaveLength(1), 20_000);
    holding = false;
    const before = await exchange(envoy.url);
    expect([before.grpcStatus, before.headers['connection']]).toEqual([0, undefined]);
    await envoy.admin('/drain_listeners?graceful', 'POST');
    // From the first answer on, and not ever more of them over the time.
    const during = await exchange(envoy.url);
    expect([during.grpcStatus, during.headers['connection']]).toEqual([0, 'close']);
    const opened = (): Promise<void> => openWire(envoy.url).then((wire) => wire.close());
    await vi.waitFor(() => expect(opened()).rejects.toThrow('ECONNREFUSED'), { timeout: 120_000, interval: 200 });
    waiting[0]?.(null, Buffer.alloc(0));
    const last = await inside.answer();
    expect([last.grpcStatus, last.headers['connection']]).toEqual([0, 'close']);
    inside.close();
  },
);

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
        return vi.waitFor(() => expect(state.calls).toBeGreaterThan(wanted), 20_000);
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
    const envoy = await stage.envoyBefore(addresses, [NO_RATE]);
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
      const upstream = await stage.upstream(ok);
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
      await vi.waitFor(ended, { timeout: 120_000, interval: 200 });
      await old.stop();
      await calls.more(50);
      expect(await calls.stop()).toEqual(new Set(['0']));
      expect(await next.stat('http.grpc_web.downstream_rq_completed')).toBeGreaterThan(50);
    },
  );
});

/** envoy.production.yaml: what becomes of calls and connections as memory gets short, and when there is some again. */
import { setTimeout as delay } from 'node:timers/promises';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { sendUnaryData } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FIND_MS, noEnvoy } from './test/envoy.js';
import { useStage, type Production, type ProductionOptions } from './test/production.js';
import { type Handler, ok, type Upstream } from './test/upstream.js';
import { exchange, frame, openWire, requestBytes, type Wire } from './test/wire.js';

const MEBIBYTE = 1_048_576;
const LIMIT = 'max_heap_size_bytes: 858993459';
const HEAP = `'@type': type.googleapis.com/envoy.extensions.resource_monitors.fixed_heap.v3.FixedHeapConfig
        ${LIMIT}`;
const SHRINK_HEAP = `    - name: envoy.overload_actions.shrink_heap
      triggers: [{ name: envoy.resource_monitors.fixed_heap, threshold: { value: 0.8 } }]`;
const ACTIONS = [
  'shrink_heap',
  'disable_http_keepalive',
  'stop_accepting_requests',
  'stop_accepting_connections',
] as const;

const stage = useStage();

const active = (envoy: Production, action: string): Promise<number> =>
  envoy.stat(`overload.envoy.overload_actions.${action}.active`);

interface Pressed {
  readonly envoy: Production;
  readonly upstream: Upstream;
  /** Says how much of the memory is taken, from 0 to 1; resolves when Envoy knows. */
  readonly press: (pressure: number) => Promise<void>;
}

/** Starts an Envoy that is told how much of its memory is taken, where the file lets it look at its heap. */
async function pressed(handler: Handler, edits: ProductionOptions['edits'] = []): Promise<Pressed> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  stage.later(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pressure');
  writeFileSync(file, '0');
  const told = `'@type': type.googleapis.com/envoy.extensions.resource_monitors.injected_resource.v3.InjectedResourceConfig
        filename: ${JSON.stringify(file)}`;
  const { envoy, upstreams } = await stage.started([handler], { edits: [[HEAP, told], ...edits] });
  const [upstream] = upstreams as [Upstream];
  const press = async (pressure: number): Promise<void> => {
    // Envoy reads it when it is moved into place.
    writeFileSync(`${file}.new`, String(pressure));
    renameSync(`${file}.new`, file);
    const known = 'overload.envoy.resource_monitors.fixed_heap.pressure';
    await vi.waitFor(async () => expect(await envoy.stat(known)).toBe(Math.round(pressure * 100)), 20_000);
  };
  return { envoy, upstream, press };
}

describe.skipIf(noEnvoy)('as memory gets short', () => {
  let at: Pressed;
  beforeAll(async () => {
    at = await pressed(ok);
  }, FIND_MS);
  afterAll(stage.clear);

  test.each([
    ['nothing happens', 0.79, [], 0, undefined, 0],
    ['idle ones are closed sooner', 0.83, ['shrink_heap'], 20, undefined, 0],
    ['connections are no longer kept', 0.86, ['shrink_heap', 'disable_http_keepalive'], 40, 'close', 0],
    ['calls are refused', 0.92, ['shrink_heap', 'disable_http_keepalive', 'stop_accepting_requests'], 80, 'close', 14],
    ['nothing is left of it afterwards', 0, [], 0, undefined, 0],
  ] as const)('%s: %d', async (_, pressure, actions, reduced, connection, grpcStatus) => {
    const { envoy, upstream, press } = at;
    await press(pressure);
    await vi.waitFor(async () => {
      const found = [];
      for (const action of ACTIONS) if ((await active(envoy, action)) === 1) found.push(action);
      expect(found).toEqual(actions);
      expect(await envoy.stat('overload.envoy.overload_actions.reduce_timeouts.scale_percent')).toBe(reduced);
      // Its threads are told one after the other.
      const before = upstream.calls;
      for (let i = 0; i < 4; i += 1) {
        const answer = await exchange(envoy.url);
        expect([answer.grpcStatus, answer.headers['connection']]).toEqual([grpcStatus, connection]);
      }
      expect(upstream.calls).toBe(before + (grpcStatus === 0 ? 4 : 0));
    }, 20_000);
  });
});

describe.skipIf(noEnvoy)('without memory', () => {
  afterEach(stage.clear);

  /** Calls are answered when the test says so. */
  async function held(edits: ProductionOptions['edits'] = []) {
    const waiting: sendUnaryData<Buffer>[] = [];
    const at = await pressed((_, reply) => void waiting.push(reply), edits);
    const answerNext = async (): Promise<void> => {
      await vi.waitFor(() => expect(waiting).not.toHaveLength(0), 20_000);
      waiting.shift()?.(null, Buffer.alloc(0));
    };
    const called = async (): Promise<Wire> => {
      const before = at.upstream.calls;
      const wire = await openWire(at.envoy.url);
      wire.send(requestBytes({}));
      await vi.waitFor(() => expect(at.upstream.calls).toBe(before + 1), 20_000);
      return wire;
    };
    return { ...at, called, answerNext };
  }

  test('no connection is taken, a call in progress is answered, and who waits gets in later', async () => {
    const { envoy, press, called, answerNext } = await held();
    const inside = await called();
    await press(0.95);
    const taken = (): Promise<number> => envoy.stat('http.grpc_web.downstream_cx_total');
    // Its threads are told one after the other.
    const late = await vi.waitFor(async () => {
      const before = await taken();
      const opening = openWire(envoy.url);
      stage.later(async () => (await opening).close());
      await delay(300);
      expect(await taken()).toBe(before);
      return { opening };
    }, 20_000);
    await answerNext();
    expect((await inside.answer()).grpcStatus).toBe(0);
    await press(0);
    const wire = await late.opening;
    wire.send(requestBytes({}));
    await answerNext();
    expect((await wire.answer()).grpcStatus).toBe(0);
  });

  test('a connection that isn’t used is closed after seconds, one with a call stays', async () => {
    const { press, called, answerNext } = await held([['drain_timeout: 5s', 'drain_timeout: 0.1s']]);
    const idle = await called();
    await answerNext();
    expect((await idle.answer()).grpcStatus).toBe(0);
    const busy = await called();
    await press(0.95);
    // Otherwise after five minutes.
    await idle.closed;
    await answerNext();
    expect((await busy.answer()).grpcStatus).toBe(0);
  });

  test('what is free goes back to the system', async () => {
    // The shortest that can be set; 10 s when left out.
    const often = `${SHRINK_HEAP}
      typed_config: { '@type': type.googleapis.com/envoy.config.overload.v3.ShrinkHeapConfig, timer_interval: 1s }`;
    const { envoy, press } = await pressed(ok, [[SHRINK_HEAP, often]]);
    const memory = async (): Promise<{ allocated: number; given: number }> => {
      const said = JSON.parse(await envoy.admin('/memory')) as { allocated: string; pageheap_unmapped: string };
      return { allocated: Number(said.allocated), given: Number(said.pageheap_unmapped) };
    };
    const message = requestBytes({ body: frame(Buffer.alloc(4 * MEBIBYTE)) }).subarray(0, -1);
    const wires = await Promise.all(Array.from({ length: 20 }, () => openWire(envoy.url)));
    for (const wire of wires) wire.send(message);
    await vi.waitFor(async () => expect((await memory()).allocated).toBeGreaterThan(80 * MEBIBYTE), 20_000);
    for (const wire of wires) wire.close();
    await vi.waitFor(async () => expect((await memory()).allocated).toBeLessThan(20 * MEBIBYTE), 10_000);
    const { given } = await memory();
    await press(0.8);
    await vi.waitFor(async () => expect((await memory()).given).toBeGreaterThan(given), 20_000);
    expect(await envoy.stat('overload.envoy.overload_actions.shrink_heap.shrink_count')).toBeGreaterThan(0);
  });

  test('memory is the heap', async () => {
    const { envoy } = await stage.started([ok], { edits: [[LIMIT, 'max_heap_size_bytes: 1000']] });
    await vi.waitFor(async () => {
      for (const action of [...ACTIONS, 'reduce_timeouts'])
        expect([action, await active(envoy, action)]).toEqual([action, 1]);
    }, 20_000);
  });
});

/** envoy.production.yaml: what happens to calls and connections as memory runs out, and once it is free again. */
import { setTimeout as delay } from 'node:timers/promises';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FIND_MS, noEnvoy } from './test/envoy.js';
import { useStage, type Production, type ProductionOptions } from './test/production.js';
import { type Handler, holdCalls, ok, type Upstream } from './test/upstream.js';
import { requestOnce, frame, openWire, requestBytes, type Wire } from './test/wire.js';

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

const readActive = (envoy: Production, action: string): Promise<number> =>
  envoy.stat(`overload.envoy.overload_actions.${action}.active`);

interface EnvoyUnderPressure {
  readonly envoy: Production;
  readonly upstream: Upstream;
  /** Sets the share of the memory in use, from 0 to 1; resolves once Envoy has read it. */
  readonly press: (pressure: number) => Promise<void>;
}

/** Starts an Envoy that reads its memory pressure from the test, in place of its heap. */
async function startUnderPressure(
  handler: Handler,
  edits: ProductionOptions['edits'] = [],
): Promise<EnvoyUnderPressure> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  stage.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pressure');
  writeFileSync(file, '0');
  const injected = `'@type': type.googleapis.com/envoy.extensions.resource_monitors.injected_resource.v3.InjectedResourceConfig
        filename: ${JSON.stringify(file)}`;
  const { envoy, upstreams } = await stage.start([handler], { edits: [[HEAP, injected], ...edits] });
  const [upstream] = upstreams as [Upstream];
  const press = async (pressure: number): Promise<void> => {
    // Envoy reads the file when it is moved into place.
    writeFileSync(`${file}.new`, String(pressure));
    renameSync(`${file}.new`, file);
    const stat = 'overload.envoy.resource_monitors.fixed_heap.pressure';
    await vi.waitFor(async () => expect(await envoy.stat(stat)).toBe(Math.round(pressure * 100)), 20_000);
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
        const answer = await requestOnce(envoy.url);
        expect([answer.grpcStatus, answer.headers['connection']]).toEqual([grpcStatus, connection]);
      }
      expect(upstream.calls).toBe(before + (grpcStatus === 0 ? 4 : 0));
    }, 20_000);
  });
});

describe.skipIf(noEnvoy)('without memory', () => {
  afterEach(stage.clear);

  /** Starts an Envoy whose calls are answered by the test. */
  async function startHolding(edits: ProductionOptions['edits'] = []) {
    const held = holdCalls();
    const started = await startUnderPressure(held.handler, edits);
    const answerNext = async (): Promise<void> => {
      await vi.waitFor(() => expect(held.waiting).not.toHaveLength(0), 20_000);
      held.answerNext();
    };
    const call = async (): Promise<Wire> => {
      const before = started.upstream.calls;
      const wire = await openWire(started.envoy.url);
      wire.send(requestBytes({}));
      await vi.waitFor(() => expect(started.upstream.calls).toBe(before + 1), 20_000);
      return wire;
    };
    return { ...started, call, answerNext };
  }

  test('no connection is accepted, a call in progress is answered, and a waiting client is served later', async () => {
    const { envoy, press, call, answerNext } = await startHolding();
    const inside = await call();
    await press(0.95);
    const countConnections = (): Promise<number> => envoy.stat('http.grpc_web.downstream_cx_total');
    // Its threads learn of it one by one.
    const late = await vi.waitFor(async () => {
      const before = await countConnections();
      const opening = openWire(envoy.url);
      stage.defer(async () => (await opening).close());
      await delay(300);
      expect(await countConnections()).toBe(before);
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

  test('an unused connection is closed after seconds, one with a call stays', async () => {
    const { press, call, answerNext } = await startHolding([['drain_timeout: 5s', 'drain_timeout: 0.1s']]);
    const idle = await call();
    await answerNext();
    expect((await idle.answer()).grpcStatus).toBe(0);
    const busy = await call();
    await press(0.95);
    // Otherwise it is closed after five minutes.
    await idle.closed;
    await answerNext();
    expect((await busy.answer()).grpcStatus).toBe(0);
  });

  test('free memory is returned to the system', async () => {
    // The shortest interval allowed; the default is 10 s.
    const often = `${SHRINK_HEAP}
      typed_config: { '@type': type.googleapis.com/envoy.config.overload.v3.ShrinkHeapConfig, timer_interval: 1s }`;
    const { envoy, press } = await startUnderPressure(ok, [[SHRINK_HEAP, often]]);
    const readMemory = async (): Promise<{ allocated: number; returned: number }> => {
      const memory = JSON.parse(await envoy.admin('/memory')) as { allocated: string; pageheap_unmapped: string };
      return { allocated: Number(memory.allocated), returned: Number(memory.pageheap_unmapped) };
    };
    const message = requestBytes({ body: frame(Buffer.alloc(4 * MEBIBYTE)) }).subarray(0, -1);
    const wires = await Promise.all(Array.from({ length: 20 }, () => openWire(envoy.url)));
    for (const wire of wires) wire.send(message);
    await vi.waitFor(async () => expect((await readMemory()).allocated).toBeGreaterThan(80 * MEBIBYTE), 20_000);
    for (const wire of wires) wire.close();
    await vi.waitFor(async () => expect((await readMemory()).allocated).toBeLessThan(20 * MEBIBYTE), 10_000);
    const { returned } = await readMemory();
    await press(0.8);
    await vi.waitFor(async () => expect((await readMemory()).returned).toBeGreaterThan(returned), 20_000);
    expect(await envoy.stat('overload.envoy.overload_actions.shrink_heap.shrink_count')).toBeGreaterThan(0);
  });

  test('the heap counts as memory', async () => {
    const { envoy } = await stage.start([ok], { edits: [[LIMIT, 'max_heap_size_bytes: 1000']] });
    await vi.waitFor(async () => {
      for (const action of [...ACTIONS, 'reduce_timeouts'])
        expect([action, await readActive(envoy, action)]).toEqual([action, 1]);
    }, 20_000);
  });
});

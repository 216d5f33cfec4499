import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, grpcCaller } from './test/callers.js';
import { startBusyServer } from './test/overload/start.js';

/** The time of each call, and the longest wait that the server accepts, in ms. */
const busyMs = 10;
const maxWaitMs = 100;
const loadMs = 10_000;

interface Ended {
  readonly name: string | undefined;
  readonly ms: number;
  readonly pushback: string | undefined;
}

describe(`a server whose calls take ${busyMs} ms, at three times its capacity`, () => {
  let server: Awaited<ReturnType<typeof startBusyServer>>;
  let caller: Caller;
  beforeAll(async () => {
    server = await startBusyServer(busyMs, maxWaitMs);
    caller = grpcCaller(server.grpc);
  });
  afterAll(() => {
    caller.close();
    server.stop();
  });

  async function call(): Promise<Ended> {
    const started = performance.now();
    const { code, trailers } = await caller.call({ code: 'busy' });
    return { name: status[code], ms: performance.now() - started, pushback: trailers['grpc-retry-pushback-ms'] };
  }

  /** One call after the other. */
  async function callInTurn(count: number): Promise<readonly Ended[]> {
    const ended: Ended[] = [];
    while (ended.length < count) ended.push(await call());
    return ended;
  }

  /** Calls that arrive at a rate, a second, whatever becomes of the earlier ones. */
  async function callAtRate(rate: number, ms: number): Promise<readonly Ended[]> {
    const calls: Promise<Ended>[] = [];
    const start = performance.now();
    for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - start) {
      while (calls.length < (elapsed / 1000) * rate) calls.push(call());
      await delay(1);
    }
    return Promise.all(calls);
  }

  it('serves at least 90 % of its capacity, in at most five times the usual time, and recovers at once', async () => {
    const idle = await callInTurn(200);
    // Its capacity is what it serves as fast as it can: two at a time keep it busy.
    const closed = performance.now();
    await Promise.all([callInTurn(100), callInTurn(100)]);
    const capacity = 200 / ((performance.now() - closed) / 1000);
    const started = performance.now();
    const overloaded = await callAtRate(3 * capacity, loadMs);
    const seconds = (performance.now() - started) / 1000;
    const served = overloaded.filter(({ name }) => name === 'OK');
    const refused = overloaded.filter(({ name }) => name !== 'OK');
    const after = await callInTurn(20);
    const figures = {
      capacity,
      goodput: served.length / seconds / capacity,
      idleP99: p99(idle),
      servedP99: p99(served),
      refusedP99: p99(refused),
    };
    console.info(JSON.stringify(figures));
    expect(figures.goodput).toBeGreaterThanOrEqual(0.9);
    expect(figures.servedP99).toBeLessThanOrEqual(5 * figures.idleP99);
    for (const { name, pushback } of refused) expect([name, pushback]).toEqual(['UNAVAILABLE', expect.any(String)]);
    expect(after.filter(({ name }) => name !== 'OK')).toEqual([]);
  });
});

function p99(ended: readonly Ended[]): number {
  return ended.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(ended.length * 0.99)] ?? Number.NaN;
}

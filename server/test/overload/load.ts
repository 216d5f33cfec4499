/** Load at a rate or in turn, and its figures. */
import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { Caller, RequestFields } from '../callers.js';

/** A call's end. */
export interface Ended {
  /** The name of its status. */
  readonly name: string | undefined;
  readonly ms: number;
  /** `grpc-retry-pushback-ms`. */
  readonly pushback: string | undefined;
}

/** Calls over these connections in turn, with this request. */
export function createLoad(callers: readonly Caller[], request: RequestFields) {
  let next = 0;

  async function call(): Promise<Ended> {
    const caller = callers[(next += 1) % callers.length];
    if (!caller) throw new RangeError('A load needs a connection.');
    const started = performance.now();
    const { code, headers, trailers } = await caller.call(request);
    const name = 'grpc-retry-pushback-ms';
    return { name: status[code], ms: performance.now() - started, pushback: trailers[name] ?? headers[name] };
  }

  return {
    /** One call after the other. */
    async inTurn(count: number): Promise<readonly Ended[]> {
      const ended: Ended[] = [];
      while (ended.length < count) ended.push(await call());
      return ended;
    },
    /** Calls that arrive at a rate, a second, whatever becomes of the earlier ones. */
    async atRate(rate: number, ms: number): Promise<readonly Ended[]> {
      const calls: Promise<Ended>[] = [];
      const start = performance.now();
      for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - start) {
        while (calls.length < (elapsed / 1000) * rate) calls.push(call());
        await delay(1);
      }
      return Promise.all(calls);
    },
  };
}

/** Measures a server alone, and at three times its capacity for `loadMs`. */
export async function measureOverload(load: ReturnType<typeof createLoad>, loadMs: number) {
  const idle = await load.inTurn(400);
  // Its capacity is what it serves as fast as it can: two at a time keep it busy.
  const closed = performance.now();
  await Promise.all([load.inTurn(200), load.inTurn(200)]);
  const capacity = 400 / ((performance.now() - closed) / 1000);
  const started = performance.now();
  const overloaded = await load.atRate(3 * capacity, loadMs);
  const seconds = (performance.now() - started) / 1000;
  const served = overloaded.filter(({ name }) => name === 'OK');
  const refused = overloaded.filter(({ name }) => name !== 'OK');
  const figures = {
    capacity,
    goodput: served.length / seconds / capacity,
    idleP99: p99(idle),
    servedP99: p99(served),
    refusedP99: p99(refused),
  };
  return { figures, refused };
}

/** The 99th percentile of the times, in ms. */
function p99(ended: readonly Ended[]): number {
  return ended.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(ended.length * 0.99)] ?? Number.NaN;
}

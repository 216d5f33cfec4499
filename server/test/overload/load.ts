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

/** Calls of {@link createLoad}. */
export type Load = ReturnType<typeof createLoad>;

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

/**
 * Measures what a server serves a second, as fast as it can: one without a bound, as that of the measured one would already refuse some of
 * so many calls at a time.
 */
async function measureCapacity(load: Load): Promise<number> {
  const started = performance.now();
  const ended = (await Promise.all(Array.from({ length: 8 }, () => load.inTurn(100)))).flat();
  const seconds = (performance.now() - started) / 1000;
  const failed = ended.find(({ name }) => name !== 'OK');
  if (failed) throw new Error(`Without a bound a call ended with ${failed.name}.`);
  return ended.length / seconds;
}

/**
 * Measures a server alone, and at three times its capacity, which is that of another one without a bound: in turns, so that other work on
 * the machine affects all alike.
 *
 * @param turnMs how long the load of a turn lasts
 */
export async function measureOverload({ bounded, unbounded }: { bounded: Load; unbounded: Load }, turnMs: number) {
  const idle: Ended[] = [];
  const overloaded: Ended[] = [];
  const capacities: number[] = [];
  let seconds = 0;
  for (let turn = 0; turn < 2; turn += 1) {
    capacities.push(await measureCapacity(unbounded));
    idle.push(...(await bounded.inTurn(300)));
    const started = performance.now();
    overloaded.push(...(await bounded.atRate(3 * mean(capacities), turnMs)));
    seconds += (performance.now() - started) / 1000;
  }
  const served = overloaded.filter(({ name }) => name === 'OK');
  const refused = overloaded.filter(({ name }) => name !== 'OK');
  const capacity = mean(capacities);
  const figures = {
    capacity,
    goodput: served.length / seconds / capacity,
    idleP99: p99(idle),
    servedP99: p99(served),
    refusedP99: p99(refused),
  };
  return { figures, refused };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The 99th percentile of the times, in ms. */
function p99(ended: readonly Ended[]): number {
  return ended.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(ended.length * 0.99)] ?? Number.NaN;
}

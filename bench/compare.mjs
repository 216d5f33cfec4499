import { Bench } from 'tinybench';

/** Calls between two looks at the clock, which costs about as much as a quick call itself. */
const BATCH = 50;

/** Where results go: to a place that anything could look at, or the engine may leave out parts of a call. */
const seen = [undefined];

/**
 * Times contenders in turns, so that a change of the machine's speed meets all of them alike.
 * @param {Record<string, () => unknown>} contenders
 * @param {{ rounds?: number, milliseconds?: number }} [options] how often each has its turn, and for how long
 * @returns {Promise<[name: string, nanoseconds: number][]>} the fastest round's median time of a call, in the order given
 */
export async function compare(contenders, { rounds = 8, milliseconds = 60 } = {}) {
  const best = new Map(Object.keys(contenders).map((name) => [name, Infinity]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const bench = new Bench({ time: milliseconds, warmupTime: round ? 5 : 50 });
      bench.add(name, () => {
        for (let call = 0; call < BATCH; call++) seen[0] = run();
      });
      await bench.run();
      const median = bench.tasks[0]?.result?.latency?.p50 ?? Infinity;
      best.set(name, Math.min(best.get(name) ?? Infinity, (median * 1e6) / BATCH));
    }
  }
  return [...best];
}

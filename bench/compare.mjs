import { Bench } from 'tinybench';

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
      // The result has to be seen by somebody, or the engine may leave the call out.
      bench.add(name, () => consume(run()));
      await bench.run();
      const median = bench.tasks[0]?.result?.latency?.p50 ?? Infinity;
      best.set(name, Math.min(best.get(name) ?? Infinity, median * 1e6));
    }
  }
  return [...best];
}

let seen = 0;
function consume(result) {
  seen += result === undefined ? 1 : 2;
  if (seen === Number.MAX_SAFE_INTEGER) console.log(seen);
}

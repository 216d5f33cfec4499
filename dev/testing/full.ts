/** The differences between `npm test` and `npm run test:full`. Also Vitest's set-up file, for the seed of all property tests. */
import fc from 'fast-check';

/** Fixed in `npm test`, so that a commit always has the same result. In full it is random and printed, or that of `--seed`. */
const FIXED_SEED = 20_200_601;

fc.configureGlobal({ seed: Number(process.env['ENDPOINTJS_SEED'] || FIXED_SEED) });

/** Whether this run is `npm run test:full`. */
export const full = process.env['ENDPOINTJS_FULL'] === '1';

/** Returns the first `count` of the cases in `npm test`, and all of them in `npm run test:full`. With 0 there is no test to skip. */
export function sample<T>(cases: readonly T[], count = 1): readonly T[] {
  return full ? cases : cases.slice(0, count);
}

/**
 * Returns the `numRuns` of a property: `count` in `npm test`, four times as many in `npm run test:full`, whose seed is another each time.
 */
export function runs(count: number): number {
  return full ? 4 * count : count;
}

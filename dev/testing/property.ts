import { full } from './full.js';

/** Returns the `numRuns` of a property: `count` in `npm test`, ten times as many in `npm run test:full`. */
export function runs(count: number): number {
  return full ? 10 * count : count;
}

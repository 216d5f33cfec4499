/** The number of cases of a property test. */

/** Whether this run is `npm run test:full`. */
const full = process.env['ENDPOINTJS_FULL'] === '1';

/**
 * The `numRuns` of a property: `count` in `npm test`, ten times as many in `npm run test:full`.
 */
export function runs(count: number): number {
  return full ? 10 * count : count;
}

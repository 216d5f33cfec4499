/** What `npm run test:full` adds to `npm test`. */

/** Whether this run is `npm run test:full`. */
export const full = process.env['ENDPOINTJS_FULL'] === '1';

/** Returns the first `count` of the cases in `npm test`, and all of them in `npm run test:full`. With 0 there is no test to skip. */
export function sample<T>(cases: readonly T[], count = 1): readonly T[] {
  return full ? cases : cases.slice(0, count);
}

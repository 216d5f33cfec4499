/** What `npm run test:full` has more of. */

/** Whether this run is `npm run test:full`. */
export const full = process.env['ENDPOINTJS_FULL'] === '1';

/** In `npm test` the first `count` of the cases, in `npm run test:full` all of them. With 0 they are not run, and not skipped either. */
export function sample<T>(cases: readonly T[], count = 1): readonly T[] {
  return full ? cases : cases.slice(0, count);
}

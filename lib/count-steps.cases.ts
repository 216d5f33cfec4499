/**
 * Counts the work of the library: how often each of its blocks runs, by V8's own counters. Unlike time it is the same in every run,
 * whatever else the machine does. What the engine does by itself, inside of a regular expression or `join`, is not counted; the
 * tests of `npm run test:full` measure that.
 *
 * A test imports this file before the library: V8 counts only in functions that it has compiled since the counting began.
 */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The folder of the library, and of its tests: they do little beside. */
const LIBRARY = `${import.meta.dirname}/`;

/** How many blocks of the library run in `run`. */
export async function countSteps(run: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes(LIBRARY))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
}

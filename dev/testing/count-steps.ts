/**
 * Counts work: how often each block of the project's code runs, by V8's own counters. Unlike time it is the same in every run,
 * whatever else the machine does. What the engine does by itself, inside of a regular expression or `join`, is not counted.
 *
 * A test imports this file before the code that it counts: V8 counts only in functions that it has compiled since the counting began.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** How many blocks of the files in a folder run until `run` is done. */
export async function countSteps(folder: URL, run: () => unknown): Promise<number> {
  const path = fileURLToPath(folder);
  await session.post('Profiler.takePreciseCoverage');
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.replace('file://', '').startsWith(path))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
}

/**
 * Counts how often each block of the project's code runs, by V8's counters. Unlike time, the count is the same in every run, however
 * busy the machine is. The engine's own work, inside a regular expression or `join`, isn't counted.
 *
 * A test imports this file before the code that it counts: V8 counts only functions compiled since the counting began.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Counts the blocks of the files in a folder that run until `run` is done. */
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

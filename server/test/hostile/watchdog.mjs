/**
 * Preloaded into a server under test: measures how long its serving thread is held, and reports that on request to the process that
 * started it.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 5;

/**
 * The measurements since the last request.
 *
 * @typedef {object} Watch
 * @property {number | undefined} longestCpuMs of the thread between two turns, in steps of 10; on Linux only
 * @property {number} heapMiB used by the serving thread
 * @property {number} rssMiB of the process
 * @property {number} peakRssMiB the most since its start
 */

if (isMainThread && process.send !== undefined) watch();

function watch() {
  let longestCpuMs = 0;
  let last = readThreadCpuMs();
  setInterval(() => {
    const now = readThreadCpuMs();
    if (now !== undefined && last !== undefined) longestCpuMs = Math.max(longestCpuMs, now - last);
    last = now;
  }, INTERVAL_MS).unref();
  process.on('message', (message) => {
    if (message !== 'watch') return;
    /** @type {Watch} */
    const measured = {
      longestCpuMs: last === undefined ? undefined : longestCpuMs,
      heapMiB: process.memoryUsage().heapUsed / 2 ** 20,
      rssMiB: process.memoryUsage.rss() / 2 ** 20,
      peakRssMiB: process.resourceUsage().maxRSS / 1024,
    };
    longestCpuMs = 0;
    process.send?.(measured);
  });
  process.on('disconnect', () => process.exit());
  process.channel?.unref();
}

/** Returns the processor time of this thread, whose id is the process's. */
function readThreadCpuMs() {
  if (process.platform !== 'linux') return undefined;
  const line = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
  // After the name, which is in parentheses and may hold spaces: utime and stime, in hundredths of a second.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Outlives whoever started it by a moment: when its standard input ends, because that process was killed and could clean up
 * nothing, it ends the processes it was told of. One a line: `+pid` to watch over, `-pid` when it has ended.
 */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { killTree } from './processes.mjs';

const GRACE_MS = 3000;

/** @type {Set<number>} */
const pids = new Set();

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) pids.add(pid);
  else pids.delete(pid);
}

for (const pid of pids) killTree(pid, 'SIGTERM');
const deadline = Date.now() + GRACE_MS;
while (Date.now() < deadline && [...pids].some(isRunning)) await delay(50);
for (const pid of pids) killTree(pid, 'SIGKILL');

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

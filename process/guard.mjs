/**
 * A process that briefly outlives the one that started it. Its standard input ends when that process is killed and can't clean
 * up; the guard then ends the processes that it was given. One a line: `+pid` to watch over, `-pid` once it has ended.
 */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, killTree } from './processes.mjs';

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

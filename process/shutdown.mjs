/** The requests that make a start stop, and the guard that leaves nothing behind. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isRunning, killAll } from './processes.mjs';

/** npm passes on a Ctrl+C that the terminal has sent to us already: two requests this close together are one. */
const SAME_REQUEST_MS = 700;
const PARENT_POLL_MS = 500;
const PARENT_ENDED = 'its parent ended';

/**
 * Calls `stop` once, on Ctrl+C, SIGTERM or a closed terminal; a second Ctrl+C ends everything by force.
 *
 * @param {(reason: string) => void} stop
 * @param {{ orphaned?: boolean }} [options] `orphaned`: also once the process that started this one has ended
 */
export function onStopRequest(stop, { orphaned = false } = {}) {
  let first = 0;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => request(signal));
  }
  const parent = process.ppid;
  // Started by process 1, or already orphaned: there is no parent to watch.
  if (orphaned && parent > 1) {
    const starter = isRunByPackageManager() ? findStarter(parent) : parent;
    setInterval(() => {
      if (process.ppid !== parent || !isRunning(parent) || !isRunning(starter)) request(PARENT_ENDED);
    }, PARENT_POLL_MS).unref();
  }

  /** @param {string} reason */
  function request(reason) {
    if (first === 0) {
      first = Date.now();
      stop(reason);
    } else if (reason !== PARENT_ENDED && Date.now() - first > SAME_REQUEST_MS) {
      killAll();
      process.exit(130);
    }
  }
}

/** Ends everything by force on the first request: for a command whose children keep nothing. */
export function endOnRequest() {
  onStopRequest(() => {
    killAll();
    process.exit(130);
  });
}

/**
 * Whether a package manager started this process. npm, npx and their like start it by a shell and pass signals on to that shell,
 * which ends without passing them on.
 */
export const isRunByPackageManager = () => process.env['npm_execpath'] !== undefined;

/**
 * The parent of a process that is `sh -c`, else the process itself. A shell outlives a package manager that is killed.
 *
 * @param {number} pid
 */
function findStarter(pid) {
  try {
    const [, flag] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // The program's name, in parentheses, may contain anything.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return flag === '-c' && Number(parent) > 1 ? Number(parent) : pid;
  } catch {
    // Only Linux has /proc; elsewhere, or if the process has just ended, the process itself is watched.
    return pid;
  }
}

/**
 * Starts a small process that ends the ones it was given if this one is killed and can't end them itself.
 *
 * @param {string} script the path of guard.mjs
 * @returns {{ add: (pid: number) => void, remove: (pid: number) => void, close: () => Promise<void> }} `close` once nothing is
 *   left to watch over
 */
export function startGuard(script) {
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own group: Ctrl+C in the terminal must not reach it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  // If the guard was killed, everything else still works.
  child.stdin.on('error', () => {});
  child.unref();
  return {
    add: (pid) => child.stdin.write(`+${pid}\n`),
    remove: (pid) => child.stdin.write(`-${pid}\n`),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // Nothing else may keep this process alive until then.
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

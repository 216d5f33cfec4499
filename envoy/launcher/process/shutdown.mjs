/**
 * What makes `npm start` stop, and that nothing is left when it does.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from './error-message.mjs';
import { killAll } from './processes.mjs';

/** npm passes on a Ctrl+C that the terminal has sent to us already: that close together they are one. */
const SAME_MS = 700;
const PARENT_MS = 500;

/**
 * Calls `stop` once, on Ctrl+C, SIGTERM or a closed terminal; a second Ctrl+C ends everything by force.
 *
 * @param {(reason: string) => void} stop
 * @param {{ orphaned?: boolean }} [options] `orphaned`: also when the process that started this one has ended
 */
export function onStopRequest(stop, { orphaned = false } = {}) {
  let first = 0;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => request(signal));
  }
  const parent = process.ppid;
  // Started by the first process, or by nobody who is left: nothing to watch.
  if (orphaned && parent > 1) {
    const starter = isRunByPackageManager() ? starterOf(parent) : parent;
    setInterval(() => {
      if (process.ppid !== parent || !isRunning(parent) || !isRunning(starter)) request('its parent ended');
    }, PARENT_MS).unref();
  }

  /** @param {string} reason */
  function request(reason) {
    if (first === 0) {
      first = Date.now();
      stop(reason);
    } else if (reason !== 'its parent ended' && Date.now() - first > SAME_MS) {
      killAll();
      process.exit(130);
    }
  }
}

/**
 * Whether a package manager started this process: npm, npx and their like do so by a shell, to which they pass a signal on, and which
 * then ends without doing the same.
 */
export const isRunByPackageManager = () => process.env['npm_execpath'] !== undefined;

/**
 * Who started a process by `sh -c`, or the process itself where it is no such shell. A shell outlives a package manager that is
 * killed.
 *
 * @param {number} pid
 */
function starterOf(pid) {
  try {
    const [, flag] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // The name of the program, in brackets, may hold anything.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return flag === '-c' && Number(parent) > 1 ? Number(parent) : pid;
  } catch {
    // Only Linux has /proc; elsewhere, and where the process has just ended, the process itself is watched.
    return pid;
  }
}

/**
 * A small process that ends the ones it is told of when this one is killed and can't do so itself.
 *
 * @param {string} script guard.mjs, wherever it is
 * @returns {{ add: (pid: number) => void, remove: (pid: number) => void, close: () => Promise<void> }} `close` when nothing is left
 *   to watch over
 */
export function startGuard(script) {
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own: Ctrl+C in the terminal isn't for it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  // It ends when its input does; and if it was killed, everything else still works.
  child.stdin.on('error', () => {});
  child.unref();
  return {
    add: (pid) => child.stdin.write(`+${pid}\n`),
    remove: (pid) => child.stdin.write(`-${pid}\n`),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // Nothing else may be left that keeps this process waiting.
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

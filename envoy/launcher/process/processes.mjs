/**
 * Child processes, on every platform, with nothing left behind.
 *
 * On POSIX each child leads its own process group: Ctrl+C in the terminal reaches this process alone, which then ends the
 * children in order, each with everything it started. On Windows `taskkill /T` does the same.
 */
import { spawn } from 'node:child_process';
import { errorCode } from './error-message.mjs';

const WINDOWS = process.platform === 'win32';
const KEPT_OUTPUT = 4_000_000;
const STOPPING = 'not started, because everything is being stopped';

/** @type {Set<import('node:child_process').ChildProcess>} what was started here and hasn't ended */
const running = new Set();

/** Whether everything is being stopped: what started now would be left behind. */
let stopping = false;

/** @typedef {{ add: (pid: number) => void, remove: (pid: number) => void }} Guard */

/** @type {Guard | undefined} */
let guard;

/**
 * From now on tells somebody of each process that is started here, and of each that has ended.
 *
 * @param {Guard} watcher
 */
export function setGuard(watcher) {
  guard = watcher;
}

/**
 * @typedef {object} RunResult
 * @property {number | null} code the exit code, `null` when it didn't end by itself
 * @property {string} output standard output and error, as they came; the last 4 MB of it
 * @property {string} stdout standard output alone
 * @property {string | undefined} failure one phrase that says why it failed, `undefined` when it ended with 0
 */

/**
 * Runs a program to its end, without a shell and without input.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.timeoutMs]
 * @param {AbortSignal} [options.signal] ends it; the reason, a phrase, is then why it failed
 * @param {(output: string) => void} [options.onOutput] is told all of the output so far, whenever there is more
 * @returns {Promise<RunResult>} never rejects: a program that can't be started is a failure like another
 */
export function run(command, args, { cwd, env, timeoutMs = 600_000, signal, onOutput } = {}) {
  if (stopping) return Promise.resolve({ code: null, output: '', stdout: '', failure: STOPPING });
  return new Promise((resolve) => {
    const child = start(command, args, { cwd, env });
    let output = '';
    let stdout = '';
    /** @type {string | undefined} */
    let failure;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-KEPT_OUTPUT);
      stdout = (stdout + text).slice(-KEPT_OUTPUT);
      onOutput?.(output);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-KEPT_OUTPUT);
      onOutput?.(output);
    });
    const end = (/** @type {string} */ reason) => {
      failure = reason;
      killTree(child.pid, 'SIGKILL');
    };
    const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1000} s and was ended`), timeoutMs);
    const onAbort = () => end(String(signal?.reason));
    signal?.addEventListener('abort', onAbort);
    child.on('error', (error) => {
      failure = errorCode(error) === 'ENOENT' ? 'not found' : error.message;
      // Without a process there is no exit, hence no `close`.
      if (child.pid === undefined) finish(null, null);
    });
    child.on('close', finish);
    /**
     * @param {number | null} code
     * @param {NodeJS.Signals | null} killer
     */
    function finish(code, killer) {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (code !== 0) failure ??= killer === null ? `ended with code ${code}` : `was ended by ${killer}`;
      resolve({ code, output, stdout, failure });
    }
  });
}

/**
 * Starts a program in a process group of its own, without input, its output in pipes.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string | undefined, env?: NodeJS.ProcessEnv | undefined }} [options]
 * @throws {Error} once everything is being stopped
 */
export function start(command, args, { cwd, env } = {}) {
  if (stopping) throw new Error(`${command}: ${STOPPING}.`);
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !WINDOWS,
    windowsHide: true,
  });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(child);
    guard?.add(pid);
    child.once('exit', () => {
      running.delete(child);
      guard?.remove(pid);
    });
  }
  return child;
}

/**
 * Ends a child started here: asks it, and ends it and its own children by force when it takes too long.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [graceMs]
 * @returns {Promise<void>} resolved when it has ended
 */
export async function stop(child, graceMs = 5000) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  killTree(child.pid, 'SIGTERM');
  const timer = setTimeout(() => killTree(child.pid, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

/**
 * Ends everything started here that still runs. From then on nothing can be started.
 *
 * @param {number} [graceMs]
 */
export async function stopAll(graceMs) {
  stopping = true;
  await Promise.all([...running].map((child) => stop(child, graceMs)));
}

/** Ends everything started here by force, without waiting. For the moment before this process itself ends. */
export function killAll() {
  for (const { pid } of running) killTree(pid, 'SIGKILL');
}

/**
 * @param {number | undefined} pid the leader of a process group
 * @param {'SIGTERM' | 'SIGKILL'} signal
 */
export function killTree(pid, signal) {
  if (pid === undefined) return;
  if (WINDOWS) {
    // Windows knows no SIGTERM: a process without a window can only be ended.
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      ignoreGone,
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    ignoreGone(error);
  }
}

/** @param {unknown} error */
function ignoreGone(error) {
  // It ended by itself in the meantime, which is what was wanted.
  if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'ENOENT') throw error;
}

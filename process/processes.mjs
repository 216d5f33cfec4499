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

/** @type {Set<import('node:child_process').ChildProcess>} the children that were started here and haven't ended */
const running = new Set();

/** Whether everything is being stopped: a process that started now would be left behind. */
let stopping = false;

/** @typedef {{ add: (pid: number) => void, remove: (pid: number) => void }} Guard */

/** @type {Guard | undefined} */
let guard;

/**
 * Reports to this guard, from now on, each process that starts here and each that ends.
 *
 * @param {Guard} newGuard
 */
export function setGuard(newGuard) {
  guard = newGuard;
}

/**
 * @typedef {object} RunResult
 * @property {number | null} code the exit code; `null` if it was ended
 * @property {string} output standard output and error in order of arrival; the last 4 MB
 * @property {string} stdout standard output alone; the last 4 MB
 * @property {string | undefined} failure a phrase that names the cause; `undefined` if it ended with 0
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
 * @param {AbortSignal} [options.signal] ends it; the reason, a phrase, becomes the failure
 * @param {(output: string) => void} [options.onOutput] receives the whole output so far whenever there is more
 * @returns {Promise<RunResult>} never rejects: a program that can't be started is a failure like any other
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
    const finish = (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ killer) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (code !== 0) failure ??= killer === null ? `ended with code ${code}` : `was ended by ${killer}`;
      resolve({ code, output, stdout, failure });
    };
    child.on('error', (error) => {
      failure = errorCode(error) === 'ENOENT' ? 'not found' : error.message;
      // Without a process there is no exit, hence no `close`.
      if (child.pid === undefined) finish(null, null);
    });
    child.on('close', finish);
  });
}

/**
 * Starts a program in its own process group, without input and with its output in pipes.
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
 * Ends a child started here: asks it first, then ends it and its own children by force once the grace period is over.
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

/** Ends everything started here that still runs. Nothing can be started from then on. */
export async function stopAll() {
  stopping = true;
  await Promise.all([...running].map((child) => stop(child)));
}

/** Ends everything started here by force, without waiting: for the moment before this process ends. */
export function killAll() {
  for (const { pid } of running) killTree(pid, 'SIGKILL');
}

/**
 * Whether a process runs, under any user: EPERM means that it does, and may not be signalled.
 *
 * @param {number} pid
 */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** @typedef {{ platform: NodeJS.Platform, spawn: typeof spawn, kill: (pid: number, signal: NodeJS.Signals) => void }} System */

/** @type {System} */
const SYSTEM = { platform: process.platform, spawn, kill: (pid, signal) => process.kill(pid, signal) };

/**
 * Ends a process and everything that it started.
 *
 * @param {number | undefined} pid the leader of a process group
 * @param {'SIGTERM' | 'SIGKILL'} signal
 * @param {System} [system]
 */
export function killTree(pid, signal, system = SYSTEM) {
  if (pid === undefined) return;
  if (system.platform === 'win32') {
    // Windows has no SIGTERM: a process without a window can only be ended by force.
    const killer = system.spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    killer.on('error', ignoreGone);
    return;
  }
  try {
    system.kill(-pid, signal);
  } catch (error) {
    // macOS reports so for a group whose processes have all ended, and wait for their parent to notice.
    if (system.platform === 'darwin' && errorCode(error) === 'EPERM') return;
    ignoreGone(error);
  }
}

/** @param {unknown} error */
function ignoreGone(error) {
  // It has ended by itself in the meantime, which is the aim.
  if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'ENOENT') throw error;
}

/**
 * Calls `onLine` for each line of a stream of text, without its line end.
 *
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} onLine
 */
export function readLines(stream, onLine) {
  let unfinished = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (unfinished + text).split(/\r?\n/);
    unfinished = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (unfinished !== '') onLine(unfinished);
  });
}

/**
 * The line of a program's output that names the error: the last one that looks like an error, else the last one.
 *
 * @param {string} output
 * @param {string} fallback the result for empty output
 */
export function findErrorLine(output, fallback) {
  const lines = output.split('\n').map((line) => line.trim());
  const errors = lines.filter((line) => /^(error|×)|\b(critical|error:)/i.test(line));
  return errors.at(-1) ?? lines.findLast((line) => line !== '') ?? fallback;
}

/**
 * Reads the output of a child until it ends.
 *
 * @param {ReturnType<typeof start>} child
 * @param {{ keep: number, onLine: (line: string) => void }} options `keep`: how many of the last lines are kept
 * @returns {{ lines: readonly string[], ended: Promise<string> }} `lines`: the last lines so far; `ended` resolves with a phrase
 *   once the child has ended
 */
export function followOutput(child, { keep, onLine }) {
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    readLines(stream, (line) => {
      lines.push(line);
      if (lines.length > keep) lines.shift();
      onLine(line);
    });
  }
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal === null ? `ended with code ${code}` : `ended by ${signal}`));
  });
  return { lines, ended };
}

/**
 * Runs programs without a timeout: on a busy machine everything takes longer. One is ended only once it hangs: it and all that it
 * started have used no processor for two minutes.
 *
 * Linux lists processes in /proc, macOS by `ps`. On Windows nothing is ended: there is no quick way to read the processor time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { run } from '../../process/processes.mjs';

const NO_LIMIT_MS = 2 ** 31 - 1;
const IDLE_MS = 120_000;
/** How often it must have been idle in succession. Times aren't compared: a machine may pause. */
const READINGS = 12;

/**
 * @typedef {object} Listed a process
 * @property {number} pid
 * @property {number} parent
 * @property {string} state its first letter, as `ps` prints it
 * @property {string} used its processor time so far, in any unit
 */

/**
 * Runs a program to its end, unless it hangs.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} options
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.idleMs] ended once idle for this time
 * @param {() => Promise<readonly Listed[] | undefined>} [options.list] lists all processes
 */
export async function runWatched(command, args, { idleMs = IDLE_MS, list = listProcesses, ...options }) {
  const hanging = new AbortController();
  const watch = new IdleWatch();
  /** @type {number | undefined} */
  let pid;
  let isReading = false;
  const timer = setInterval(async () => {
    // A reading that takes long must not be followed by several at once.
    if (isReading) return;
    isReading = true;
    const processes = await list();
    isReading = false;
    if (pid === undefined || processes === undefined || watch.read(treeOf(pid, processes)) < READINGS) return;
    hanging.abort(`used no processor for ${idleMs / 1000} s and was ended`);
  }, idleMs / READINGS);
  try {
    const { signal } = hanging;
    return await run(command, args, { ...options, timeoutMs: NO_LIMIT_MS, signal, onStart: (id) => (pid = id) });
  } finally {
    clearInterval(timer);
  }
}

/** Counts how often in succession processes were idle. */
export class IdleWatch {
  #before = '';
  #readings = 0;

  /**
   * @param {readonly Listed[]} tree
   * @returns {number} the readings since these processes, or others, last used a processor
   */
  read(tree) {
    const now = tree.map(({ pid, used }) => `${pid} ${used}`).join();
    // One that runs, or waits for a processor (R) or a disk (D, on macOS U), isn't idle.
    const isBusy = now !== this.#before || tree.some(({ state }) => /[RDU]/.test(state));
    this.#before = now;
    this.#readings = isBusy ? 0 : this.#readings + 1;
    return this.#readings;
  }
}

/**
 * @param {number} pid
 * @param {readonly Listed[]} processes
 * @returns {Listed[]} the process, and all that it and these started
 */
export function treeOf(pid, processes) {
  const tree = processes.filter((one) => one.pid === pid);
  // The loop also goes through those that it adds.
  for (const { pid: parent } of tree) tree.push(...processes.filter((one) => one.parent === parent));
  return tree;
}

/**
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<Listed[] | undefined>} all processes; `undefined` where they can't be listed
 */
export async function listProcesses(platform = process.platform) {
  if (platform === 'win32') return undefined;
  if (platform === 'linux') return readdirSync('/proc').flatMap(readProcess);
  const { stdout, failure } = await run('ps', ['-Ao', 'pid=,ppid=,state=,time=']);
  if (failure !== undefined) return undefined;
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, state = '', used = ''] = line.trim().split(/\s+/);
    return used === '' ? [] : [{ pid: Number(pid), parent: Number(parent), state, used }];
  });
}

/** @param {string} name in /proc */
function readProcess(name) {
  if (!/^\d+$/.test(name)) return [];
  try {
    // The program's name, in parentheses, may contain anything.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    const [state = '', parent] = fields;
    // Its own time and that of its ended children, each in user and system mode.
    return [{ pid: Number(name), parent: Number(parent), state, used: fields.slice(11, 15).join(' ') }];
  } catch {
    // It has just ended.
    return [];
  }
}

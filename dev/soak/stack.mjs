/**
 * Starts servers and callers, each a separate process on loopback.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../process/ports.mjs';
import { killTree, readLines, start, stop } from '../../process/processes.mjs';

/** The built server. */
export const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** The servers that only measurements start: the first argument chooses one. */
export const SERVERS = fileURLToPath(new URL('servers.mjs', import.meta.url));
/** A process that makes calls by endpoint.js-client. */
const LOAD = fileURLToPath(new URL('load.mjs', import.meta.url));

/**
 * @typedef {object} Program
 * @property {string} grpc where it speaks gRPC, `host:port`
 * @property {string | undefined} heap where it reports the bytes of its heap in use, a URL
 * @property {number} pid
 * @property {import('node:stream').Readable} output its log, which is read and dropped unless it is paused
 * @property {Promise<unknown[]>} ended with its exit code
 * @property {() => Promise<void>} stop SIGTERM, and SIGKILL after the grace
 * @property {() => Promise<void>} kill SIGKILL; resolved when it has ended
 */

/**
 * Starts a script which prints a line with its addresses as JSON.
 *
 * @param {string} script
 * @param {readonly string[]} [args]
 * @param {{ execArgv?: readonly string[], logFile?: string }} [options] `logFile` gets its output (by a shell)
 * @returns {Promise<Program>}
 * @throws {Error} when it ends before this line
 */
export async function startProgram(script, args = [], { execArgv = [], logFile } = {}) {
  const command = [process.execPath, ...execArgv, script, ...args];
  const [program = '', ...rest] =
    logFile === undefined ? command : ['sh', '-c', `exec "$@" > '${logFile}'`, 'sh', ...command];
  const child = start(program, rest, {});
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit');
  const { grpc, heap } = await new Promise((resolve, reject) => {
    if (logFile !== undefined) void readFirstLine(logFile).then((line) => resolve(JSON.parse(line)));
    readLines(child.stdout, (line) => {
      if (line.includes('"grpc":"')) resolve(JSON.parse(line));
    });
    void ended.then((how) => reject(new Error(`${script} ended with ${how.join(', ')} before it listened.`)));
  });
  const kill = async () => {
    killTree(child.pid, 'SIGKILL');
    await ended;
  };
  return { grpc, heap, pid: child.pid ?? 0, output: child.stdout, ended, stop: () => stop(child), kill };
}

/** Waits for the first line of a file. @param {string} path */
async function readFirstLine(path) {
  for (;;) {
    const [line, ...others] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    if (line !== undefined && others.length > 0) return line;
    await delay(20);
  }
}

/**
 * Starts two servers on fixed ports, so that each can restart on its port.
 *
 * @param {(port: string) => Promise<Program>} startOn
 */
export async function startPair(startOn) {
  const base = 25_000 + (process.pid % 15_000);
  const ports = [await freePort(base), await freePort(base + 1000)].map(String);
  const servers = await Promise.all(ports.map(startOn));
  return {
    servers,
    /** Starts one that has ended again. */
    restart: async (/** @type {number} */ index) => {
      servers[index] = await startOn(ports[index] ?? '');
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

const readNumbers = (/** @type {string} */ path) => readFileSync(path, 'utf8').split(' ').map(Number);

/**
 * Sums the processor time that the threads of a process have used so far, on Linux. The kernel counts it in nanoseconds for a thread, and
 * in ticks of 10 ms for a process.
 *
 * @param {number} pid
 */
export function readCpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readNumbers(`/proc/${pid}/task/${thread}/schedstat`)[0] ?? NaN);
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

/**
 * Reads the memory of a process, on systems that report it (Linux).
 *
 * @param {number} pid
 */
export const readRssBytes = (pid) =>
  process.platform === 'linux' ? (readNumbers(`/proc/${pid}/statm`)[1] ?? NaN) * 4096 : NaN;

/**
 * Starts a process that makes calls, one job after another.
 *
 * @param {{ authorities?: string }} [options] `authorities`: a file of certificates that its calls by HTTPS trust
 * @returns {{
 *   run: (job: import('./load.mjs').Job, onProgress?: (ended: number) => void) => Promise<import('./load.mjs').Result>,
 *   end: () => void,
 *   stop: () => Promise<void>,
 * }} `end` lets the job begin no more calls
 */
export function startLoad({ authorities } = {}) {
  const env = authorities === undefined ? process.env : { ...process.env, NODE_EXTRA_CA_CERTS: authorities };
  // Without this process's arguments: a test's import conditions are not for the built package.
  const child = fork(LOAD, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
  const exited = once(child, 'exit');
  return {
    run: (job, onProgress) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The process that makes calls ended before its result.'));
        const take = (/** @type {any} */ message) => {
          if ('progress' in message) return onProgress?.(message.progress);
          child.off('message', take).off('exit', failed);
          return resolve(message.result);
        };
        child.on('message', take).on('exit', failed).send(job);
      }),
    end: () => void child.send('end'),
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/**
 * Starts servers, bridges, their peers and load generators, each a separate process on loopback.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deriveConfig } from '../../envoy/config.mjs';
import { startWithConfig } from '../../envoy/launcher/envoy.mjs';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { errorCode } from '../../process/error-message.mjs';
import { freePort } from '../../process/ports.mjs';
import { killTree, readLines, start, stop } from '../../process/processes.mjs';
import { rounded } from '../commands/test/figures.mjs';

/** The built server. */
export const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** The servers that only measurements start: the first argument chooses one. */
export const SERVERS = fileURLToPath(new URL('servers.mjs', import.meta.url));

const ORIGIN = 'http://localhost:5173';

/**
 * @typedef {object} Program
 * @property {string} grpc where it speaks gRPC, `host:port`
 * @property {string | undefined} gateway where it speaks gRPC-Web, a URL
 * @property {string | undefined} heap where it reports the bytes of its heap in use, a URL
 * @property {number} pid
 * @property {Set<number>} workers the processes that it reports as its workers
 * @property {import('node:stream').Readable} output its log, which is read and dropped unless it is paused
 * @property {Promise<unknown>} ended
 * @property {(graceMs?: number) => Promise<void>} stop SIGTERM, and SIGKILL after the grace
 * @property {() => Promise<void>} kill SIGKILL to it and its workers; resolved when it has ended
 */

/**
 * Starts a script which prints a line with its addresses as JSON.
 *
 * @param {string} script
 * @param {readonly string[]} [args]
 * @param {{ execArgv?: readonly string[], env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<Program>}
 * @throws {Error} when it ends before this line
 */
export async function startProgram(script, args = [], { execArgv = [], env } = {}) {
  const child = start(process.execPath, [...execArgv, script, ...args], { env });
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit');
  /** @type {Set<number>} */
  const workers = new Set();
  const addresses = await new Promise((resolve, reject) => {
    // Its later lines are only read, except those of workers.
    readLines(child.stdout, (line) => {
      if (line.startsWith('{"event":"worker-')) {
        const { event, pid } = JSON.parse(line);
        if (event === 'worker-started') workers.add(pid);
        else workers.delete(pid);
      } else if (line.includes('"grpc":"')) resolve(JSON.parse(line));
    });
    void ended.then((how) => reject(new Error(`${script} ended with ${how.join(', ')} before it listened.`)));
  });
  const { grpc, gateway, heap } = addresses;
  const kill = async () => {
    killTree(child.pid, 'SIGKILL');
    await ended;
  };
  const stopIt = (/** @type {number | undefined} */ graceMs) => stop(child, graceMs);
  return { grpc, gateway, heap, pid: child.pid ?? 0, workers, output: child.stdout, ended, stop: stopIt, kill };
}

/**
 * Starts two servers on fixed ports, so that each can restart on its port.
 *
 * @param {readonly string[]} [flags] of both
 * @param {{ execArgv?: readonly string[] }} [options]
 */
export async function startPair(flags = [], options = {}) {
  const base = 25_000 + (process.pid % 15_000);
  const ports = [await freePort(base), await freePort(base + 1000)];
  const startOn = (/** @type {number | undefined} */ port) =>
    startProgram(SERVER, ['--port', String(port), ...flags], options);
  const servers = await Promise.all(ports.map(startOn));
  return {
    servers,
    /** Starts one that has ended again. */
    restart: async (/** @type {number} */ index) => {
      servers[index] = await startOn(ports[index]);
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

/**
 * Starts Envoy in front of servers.
 *
 * @param {readonly string[]} servers each `host:port`
 * @param {(config: string) => string} [change] changes envoy.yaml
 * @throws {Error} when no Envoy can be found or downloaded
 */
export async function startBridge(servers, change = (config) => config) {
  const found = await findEnvoy({ env: process.env, log: console.error });
  if ('missing' in found) throw new Error(`There is no Envoy to measure (${found.missing}).`);
  const base = 21_000 + (process.pid % 15_000);
  const port = await freePort(base);
  const adminPort = await freePort(base + 1000);
  const config = change(deriveConfig({ port, adminPort, servers, origins: [ORIGIN] }));
  return startWithConfig({ path: found.path, config, port, adminPort, log: () => undefined });
}

/**
 * Reads what a process has used so far, on systems that report it (Linux).
 *
 * @param {number} pid
 * @returns {{ cpuMs: number, rssBytes: number } | undefined}
 */
export function usage(pid) {
  if (process.platform !== 'linux') return undefined;
  // The name, in parentheses, may contain whitespace: count the fields after it. Times are in ticks of 10 ms, memory in pages.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const ticksMs = ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10;
  return { cpuMs: runTimeMs(pid) ?? ticksMs, rssBytes: (fields[21] ?? 0) * 4096 };
}

/**
 * The same time from the scheduler, to the nanosecond, where the kernel counts it.
 *
 * @param {number} pid
 */
function runTimeMs(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const times = tasks.map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
  } catch (error) {
    // A kernel without CONFIG_SCHEDSTATS, or a thread that has just ended.
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return undefined;
    throw error;
  }
}

/**
 * Reads what a process has used so far together with its workers: {@link usage}.
 *
 * @param {Pick<Program, 'pid' | 'workers'>} program
 */
export function usageOfAll({ pid, workers }) {
  const all = [pid, ...workers].map(usage).filter((each) => each !== undefined);
  if (all.length === 0) return undefined;
  const sum = (/** @type {'cpuMs' | 'rssBytes'} */ name) => all.reduce((total, each) => total + each[name], 0);
  return { cpuMs: sum('cpuMs'), rssBytes: sum('rssBytes') };
}

/** A process that generates load. */
const LOAD = fileURLToPath(new URL('load.mjs', import.meta.url));

/**
 * Starts a load generator, which runs one job after another.
 *
 * @param {{ authorities?: string }} [options] `authorities`: a file of certificates that its calls by HTTPS trust
 * @returns {{
 *   pid: number,
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
    pid: child.pid ?? 0,
    run: (job, onProgress) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The load generator ended before its result.'));
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

/**
 * Describes the outcome of calls.
 *
 * @param {import('./load.mjs').Result} result
 */
export function describeCalls({ answered, wrong, failed, lost, slow, errors, seconds }) {
  const frequent = Object.entries(errors)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2);
  const messages = frequent.map(([message, count]) => `${count} × ${message}`).join('; ');
  const figures = `${rounded(answered)} right, ${wrong} wrong, ${failed} with an error, ${lost} lost${slow === 0 ? '' : `, ${slow} slow`} in ${rounded(seconds)} s`;
  return messages === '' ? figures : `${figures} (${messages})`;
}

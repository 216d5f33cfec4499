/**
 * The Node server, as a process of its own.
 */
import { readLines } from './process/lines.mjs';
import { start, stop } from './process/processes.mjs';

const READY_MS = 60_000;
const KEPT_LINES = 20;

/**
 * @typedef {object} RunningServer
 * @property {string} grpc where gRPC is spoken, `host:port`
 * @property {string | undefined} gateway where the embedded gateway answers gRPC-Web, a URL
 * @property {string | undefined} metrics where Prometheus finds its metrics, a URL
 * @property {number} pid
 * @property {Promise<string>} ended resolved when it has ended, with what it said last
 * @property {() => Promise<void>} stop lets it finish its calls, then ends it
 */

/** @typedef {{ grpc: string, gateway?: string, metrics?: string }} Listening what it says when it listens */

/**
 * How the server is run.
 *
 * @typedef {object} ServerProgram
 * @property {string} script the built server
 * @property {readonly string[]} args its flags
 * @property {NodeJS.ProcessEnv} [env] its environment; this process's when left out
 * @property {number} graceMs when asked to stop, it is ended by force after this
 */

/**
 * Starts the server and waits until it listens.
 *
 * @param {ServerProgram & { log: import('./process/progress.mjs').Log }} options `log` takes what it says, a line each
 * @returns {Promise<RunningServer>}
 * @throws {Error} when it ends or doesn't listen in time, with what it said
 */
export async function startServer({ script, args, env, graceMs, log }) {
  const child = start(process.execPath, [script, ...args], { env });
  /** @type {string[]} */
  const lines = [];
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) =>
      resolve([signal === null ? `ended with code ${code}` : `ended by ${signal}`, ...lines].join('\n  ')),
    );
  });
  /** @type {Promise<Listening>} */
  const listening = new Promise((resolve) => {
    /** @param {string} line */
    const take = (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      log(line);
      const event = parseListening(line);
      if (event !== undefined) resolve(event);
    };
    readLines(child.stdout, take);
    readLines(child.stderr, take);
  });
  try {
    const event = await Promise.race([listening, failWhen(ended), failAfter(READY_MS)]);
    const { grpc, gateway, metrics } = event;
    return { grpc, gateway, metrics, pid: child.pid ?? 0, ended, stop: () => stop(child, graceMs) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/**
 * @param {string} line
 * @returns {Listening | undefined}
 */
function parseListening(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const event = JSON.parse(line);
    return event.event === 'listening' ? event : undefined;
  } catch {
    // Not a line of the server's log; it is shown where the server fails.
    return undefined;
  }
}

/**
 * @param {Promise<string>} ended
 * @returns {Promise<never>}
 */
async function failWhen(ended) {
  throw new Error(`The Node server ${await ended}`);
}

/**
 * @param {number} ms
 * @returns {Promise<never>}
 */
function failAfter(ms) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The Node server didn't listen after ${ms / 1000} s.`)), ms).unref();
  });
}

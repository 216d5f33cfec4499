/**
 * Starts the Node server as a separate process.
 */
import { followOutput } from './process/output.mjs';
import { start, stop } from './process/processes.mjs';

const READY_MS = 60_000;
const KEPT_LINES = 20;

/**
 * @typedef {object} RunningServer
 * @property {string} grpc the gRPC address, `host:port`
 * @property {string | undefined} gateway the URL where the embedded gateway answers gRPC-Web
 * @property {string | undefined} metrics the URL of the metrics for Prometheus
 * @property {number} pid
 * @property {Promise<string>} ended resolves with its last output once it has ended
 * @property {() => Promise<void>} stop lets it finish its calls, then ends it
 */

/** @typedef {{ grpc: string, gateway?: string, metrics?: string }} Listening the addresses in its event `listening` */

/**
 * How the server is run.
 *
 * @typedef {object} ServerProgram
 * @property {string} script the built server
 * @property {readonly string[]} args its flags
 * @property {NodeJS.ProcessEnv} [env] its environment; by default this process's
 * @property {number} graceMs the time from the request to stop until it is ended by force
 */

/**
 * Starts the server and waits until it listens.
 *
 * @param {ServerProgram & { log: import('./process/progress.mjs').Log }} options `log` receives each line of its output
 * @returns {Promise<RunningServer>}
 * @throws {Error} with its output, if it ends or doesn't listen in time
 */
export async function startServer({ script, args, env, graceMs, log }) {
  const child = start(process.execPath, [script, ...args], { env });
  /** @type {(event: Listening) => void} */
  let report = () => {};
  /** @type {Promise<Listening>} */
  const listening = new Promise((resolve) => (report = resolve));
  const output = followOutput(child, {
    keep: KEPT_LINES,
    onLine: (line) => {
      log(line);
      const event = parseListening(line);
      if (event !== undefined) report(event);
    },
  });
  const ended = output.ended.then((how) => [how, ...output.lines].join('\n  '));
  try {
    const { grpc, gateway, metrics } = await Promise.race([listening, failWhen(ended), failAfter(READY_MS)]);
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
    // Not a line of the server's log; it is shown if the server fails.
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

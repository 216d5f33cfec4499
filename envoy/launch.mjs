/**
 * Starts an Envoy in front of gRPC servers, and stops it again.
 */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readLines } from '../scripts/lines.mjs';
import { start, stop } from '../scripts/processes.mjs';
import { deriveConfig } from './config.mjs';
import { lastWords } from './install.mjs';

export { findEnvoy } from './find.mjs';

/** The first health check of a server that isn't there takes its timeout; the rest is milliseconds. */
const READY_MS = 15_000;
const POLL_MS = 50;
const KEPT_LINES = 40;

/**
 * @typedef {object} RunningEnvoy
 * @property {string} url where browsers reach it, `http://127.0.0.1:<port>`
 * @property {number} pid
 * @property {Promise<string>} ended resolved when it has ended, for whatever reason, with what it said last
 * @property {() => Promise<void>} stop ends it; resolved when it is gone and its ports are free
 */

/**
 * Starts Envoy with envoy.yaml for these ports and origins, and waits until it answers.
 *
 * @param {object} options
 * @param {string} options.path the program, as `findEnvoy` gives it
 * @param {number} options.port where it listens, on 127.0.0.1
 * @param {number} options.adminPort where its admin interface listens, on 127.0.0.1
 * @param {readonly string[]} options.servers the gRPC servers, each `host:port`
 * @param {readonly string[]} options.origins the origins of the pages that may call
 * @param {import('../scripts/progress.mjs').Log} options.log takes its warnings and errors, a line each
 * @returns {Promise<RunningEnvoy>}
 * @throws {TypeError} for a port, server or origin that isn't one
 * @throws {Error} when it ends or doesn't get ready, with what it said
 */
export function startEnvoy({ path, port, adminPort, servers, origins, log }) {
  const config = deriveConfig({ port, adminPort, servers, origins });
  return startWithConfig({ path, config, port, adminPort, log });
}

/**
 * Starts Envoy with any configuration.
 *
 * @param {{ path: string, config: string, port: number, adminPort: number, log: (line: string) => void }} options
 * @returns {Promise<RunningEnvoy>}
 */
export async function startWithConfig({ path, config, port, adminPort, log }) {
  // As an argument the configuration leaves no file behind, however the process ends. Hot restart would make two Envoys of
  // one user share memory, and refuse to start.
  const id = randomUUID();
  const node = ['--service-node', id, '--service-cluster', 'endpoint.js'];
  const args = [
    '--config-yaml',
    config,
    '--disable-hot-restart',
    '--log-level',
    'warning',
    '--concurrency',
    '2',
    ...node,
  ];
  const child = start(path, args);
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    readLines(stream, (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      log(line);
    });
  }
  let failure = '';
  child.once('error', (error) => {
    failure = error.message;
  });
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      const how = signal === null ? `ended with code ${code}` : `ended by ${signal}`;
      resolve(failure || [how, lastWords(lines.join('\n'), '')].filter(Boolean).join(': '));
    });
  });
  const envoy = { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, ended, stop: () => stop(child) };
  try {
    await ready({ id, port, adminPort }, ended);
    return envoy;
  } catch (error) {
    await envoy.stop();
    throw error;
  }
}

/**
 * @param {object} options
 * @param {string} options.id
 * @param {number} options.port
 * @param {number} options.adminPort
 * @param {Promise<string>} ended
 */
async function ready({ id, port, adminPort }, ended) {
  /** @type {string | undefined} */
  let lastSaid;
  void ended.then((said) => (lastSaid = said));
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (lastSaid !== undefined) throw new Error(`Envoy didn't start: ${lastSaid}`);
    // It is live a moment before it accepts connections.
    if ((await isLive(id, adminPort)) && (await accepts(port))) return;
    await delay(POLL_MS);
  }
  throw new Error(`Envoy wasn't ready after ${READY_MS / 1000} s.`);
}

/**
 * Whether the Envoy that answers at the admin port is live, and ours: another may have been quicker to take the port.
 *
 * @param {string} id
 * @param {number} adminPort
 */
async function isLive(id, adminPort) {
  try {
    const response = await fetch(`http://127.0.0.1:${adminPort}/server_info`, { signal: AbortSignal.timeout(1000) });
    /** @type {{ state?: string, node?: { id?: string } }} */
    const info = JSON.parse(await response.text());
    return info.state === 'LIVE' && info.node?.id === id;
  } catch {
    // Nothing listens yet, or not Envoy, which is what is being waited for.
    return false;
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Starts an Envoy in front of gRPC servers, and stops it again.
 */
import { randomUUID } from 'node:crypto';
import { connect, isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readLines } from './process/lines.mjs';
import { start, stop } from './process/processes.mjs';
import { deriveConfig } from '../config.mjs';
import { lastWords } from './last-words.mjs';

export { findEnvoy } from './find.mjs';

/** The first health check of a server that isn't there takes its timeout; the rest is milliseconds, unless the machine is busy. */
const READY_MS = 60_000;
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
 * @param {string | undefined} [options.address] where it listens; 127.0.0.1 when left out
 * @param {number} options.port
 * @param {number | undefined} [options.concurrency] how many threads it has, each with connections of its own
 * @param {number} options.adminPort where its admin interface listens, on 127.0.0.1
 * @param {readonly string[]} options.servers the gRPC servers, each `host:port`
 * @param {readonly string[]} options.origins the origins of the pages that may call
 * @param {import('./process/progress.mjs').Log} options.log takes its warnings and errors, a line each
 * @returns {Promise<RunningEnvoy>}
 * @throws {TypeError} for a port, server or origin that isn't one
 * @throws {Error} when it ends or doesn't get ready, with what it said
 */
export function startEnvoy({ path, address = '127.0.0.1', port, adminPort, servers, origins, concurrency, log }) {
  const config = deriveConfig({ address, port, adminPort, servers, origins });
  return startWithConfig({ path, config, address, port, adminPort, concurrency, log });
}

/**
 * Starts Envoy with any configuration.
 *
 * @param {object} options
 * @param {string} options.path
 * @param {string} options.config YAML
 * @param {string | undefined} [options.address] where the configuration lets it listen; 127.0.0.1 when left out
 * @param {number} options.port
 * @param {number | undefined} [options.concurrency]
 * @param {number} options.adminPort
 * @param {readonly string[]} [options.args] further arguments
 * @param {(line: string) => void} options.log takes whatever it says, a line each
 * @returns {Promise<RunningEnvoy>}
 */
export async function startWithConfig(options) {
  const { path, config, address = '127.0.0.1', port, adminPort, concurrency = 2, args: further = [], log } = options;
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
    String(concurrency),
    ...node,
    ...further,
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
  const envoy = {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${port}`,
    pid: child.pid ?? 0,
    ended,
    stop: () => stop(child),
  };
  try {
    await ready({ id, host: reachableHost(address), port, adminPort }, ended);
    return envoy;
  } catch (error) {
    await envoy.stop();
    throw error;
  }
}

/**
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.host
 * @param {number} options.port
 * @param {number} options.adminPort
 * @param {Promise<string>} ended
 */
async function ready({ id, host, port, adminPort }, ended) {
  /** @type {string | undefined} */
  let lastSaid;
  void ended.then((said) => (lastSaid = said));
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (lastSaid !== undefined) throw new Error(`Envoy didn't start: ${lastSaid}`);
    // It is live a moment before it accepts connections.
    if ((await isLive(id, adminPort)) && (await accepts(host, port))) return;
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
 * Where all addresses are listened on, loopback is one of them.
 *
 * @param {string} address
 */
function reachableHost(address) {
  return address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function accepts(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Starts an Envoy in front of gRPC servers, and stops it.
 */
import { randomUUID } from 'node:crypto';
import { connect, isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { deriveConfig } from '../config.mjs';
import { findErrorLine, followOutput, start, stop } from './process/processes.mjs';

/** The first health check of an absent server lasts until its timeout; a start needs milliseconds beyond that, unless the machine is busy. */
const READY_MS = 60_000;
const POLL_MS = 50;
const KEPT_LINES = 40;

/**
 * @typedef {object} RunningEnvoy
 * @property {string} url its address for browsers, `http://127.0.0.1:<port>`
 * @property {number} pid
 * @property {Promise<string>} ended resolves once it has ended, with the exit and its last error
 * @property {() => Promise<void>} stop ends it; resolves once it is gone and its ports are free
 */

/**
 * Starts Envoy with envoy.yaml for these ports and origins, and waits until it answers.
 *
 * @param {object} options
 * @param {string} options.path the program, as `findEnvoy` returns it
 * @param {string | undefined} [options.address] the address to listen on; by default 127.0.0.1
 * @param {number} options.port
 * @param {number | undefined} [options.concurrency] the number of its threads, each with its own connections; by default 2
 * @param {number} options.adminPort the port of its admin interface on 127.0.0.1
 * @param {readonly string[]} options.servers the gRPC servers, each `host:port`
 * @param {readonly string[]} options.origins the origins of the pages that may call
 * @param {import('./process/progress.mjs').Log} options.log receives its warnings and errors, line by line
 * @returns {Promise<RunningEnvoy>}
 * @throws {TypeError} if a port, server or origin isn't valid
 * @throws {Error} with its last error, if it ends or doesn't become ready
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
 * @param {string | undefined} [options.address] the address in the configuration to listen on; by default 127.0.0.1
 * @param {number} options.port
 * @param {number | undefined} [options.concurrency]
 * @param {number} options.adminPort
 * @param {readonly string[]} [options.args] more arguments
 * @param {(line: string) => void} options.log receives its output, line by line
 * @returns {Promise<RunningEnvoy>}
 */
export async function startWithConfig(options) {
  const { path, config, address = '127.0.0.1', port, adminPort, concurrency = 2, args = [], log } = options;
  const id = randomUUID();
  const flags = {
    // As an argument, the configuration leaves no file behind, however the process ends.
    '--config-yaml': config,
    '--log-level': 'warning',
    '--concurrency': String(concurrency),
    '--service-node': id,
    '--service-cluster': 'endpoint.js',
  };
  // With hot restart two Envoys of one user would share memory, and the second would refuse to start.
  const child = start(path, [...Object.entries(flags).flat(), '--disable-hot-restart', ...args]);
  const output = followOutput(child, { keep: KEPT_LINES, onLine: log });
  let failure = '';
  child.once('error', (error) => {
    failure = error.message;
  });
  const ended = output.ended.then(
    (how) => failure || [how, findErrorLine(output.lines.join('\n'), '')].filter(Boolean).join(': '),
  );
  const envoy = {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${port}`,
    pid: child.pid ?? 0,
    ended,
    stop: () => stop(child),
  };
  try {
    await waitUntilReady({ id, host: resolveWildcard(address), port, adminPort }, ended);
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
async function waitUntilReady({ id, host, port, adminPort }, ended) {
  /** @type {string | undefined} */
  let ending;
  void ended.then((how) => (ending = how));
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (ending !== undefined) throw new Error(`Envoy didn't start: ${ending}`);
    // Envoy is live a moment before it accepts connections.
    if ((await isLive(id, adminPort)) && (await accepts(host, port))) return;
    await delay(POLL_MS);
  }
  throw new Error(`Envoy wasn't ready after ${READY_MS / 1000} s.`);
}

/**
 * Whether the Envoy that answers at the admin port is live, and is this one: another may have taken the port first.
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
    // Nothing listens yet, or not Envoy: keep waiting.
    return false;
  }
}

/**
 * The host that reaches a listener from this machine: loopback for a listener on all addresses.
 *
 * @param {string} address
 */
function resolveWildcard(address) {
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

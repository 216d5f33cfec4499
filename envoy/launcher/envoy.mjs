/** Starts an Envoy in front of gRPC servers, and stops it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deriveConfig } from '../config.mjs';
import { accepts } from '../../process/ports.mjs';
import { findErrorLine, followOutput, start, stop } from '../../process/processes.mjs';

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
 * @typedef {object} EnvoyOptions
 * @property {string} path the program, as `findEnvoy` returns it
 * @property {string | undefined} [address] the address to listen on; by default 127.0.0.1
 * @property {number} port
 * @property {number} adminPort the port of its admin interface on 127.0.0.1
 * @property {number | undefined} [concurrency] the number of its threads, each with its own connections; by default 2
 * @property {readonly string[]} [args] more arguments
 * @property {(line: string) => void} log receives its output, line by line
 */

/**
 * Starts Envoy with envoy.yaml for these ports and origins, and waits until it responds.
 *
 * @param {EnvoyOptions & { servers: readonly string[], origins: readonly string[] }} options `servers`: the gRPC servers, each
 *   `host:port`; `origins`: the origins of the pages that may call
 * @returns {Promise<RunningEnvoy>}
 * @throws {TypeError} if a port, server or origin isn't valid
 * @throws {Error} with its last error, if it ends or doesn't become ready
 */
export function startEnvoy({ servers, origins, ...options }) {
  const { address, port, adminPort } = options;
  return startWithConfig({ ...options, config: deriveConfig({ address, port, adminPort, servers, origins }) });
}

/**
 * Starts Envoy with any configuration, which names the same address and ports.
 *
 * @param {EnvoyOptions & { config: string }} options `config`: YAML
 * @returns {Promise<RunningEnvoy>}
 */
export async function startWithConfig(options) {
  const { path, config, address = '127.0.0.1', port, adminPort, concurrency = 2, args = [], log } = options;
  const id = randomUUID();
  // As an argument, the configuration would fill the lists of processes.
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-envoy-'));
  const file = join(folder, 'envoy.yaml');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    writeFileSync(file, config);
    const flags = {
      '-c': file,
      '--log-level': 'warning',
      '--concurrency': String(concurrency),
      '--service-node': id,
      '--service-cluster': 'endpoint.js',
    };
    // With hot restart two Envoys of one user would share memory, and the second would refuse to start.
    const child = start(path, [...Object.entries(flags).flat(), '--disable-hot-restart', ...args]);
    const output = followOutput(child, { keep: KEPT_LINES, onLine: log });
    const ended = output.ended.then((how) =>
      [how, findErrorLine(output.lines.join('\n'), '')].filter((text) => text !== '').join(': '),
    );
    const envoy = {
      url: `http://${isIPv6(address) ? `[${address}]` : address}:${port}`,
      pid: child.pid ?? 0,
      ended,
      stop: () => stop(child),
    };
    await waitUntilReady({ id, host: resolveWildcard(address), port, adminPort }, ended).catch(async (error) => {
      await envoy.stop();
      throw error;
    });
    return envoy;
  } finally {
    // Envoy has read it: however the processes end from now on, no file is left.
    process.off('exit', remove);
    remove();
  }
}

/**
 * @param {{ id: string, host: string, port: number, adminPort: number }} options
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
    if ((await isLive(id, adminPort)) && (await accepts(port, host))) return;
    await delay(POLL_MS);
  }
  throw new Error(`Envoy wasn't ready after ${READY_MS / 1000} s.`);
}

/**
 * Whether the Envoy that responds at the admin port is live, and is this one: another may have taken the port first.
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
 * The address that reaches a listener from this machine: loopback for a listener on all addresses.
 *
 * @param {string} address with or without a port
 */
export function resolveWildcard(address) {
  return address.replace(/^0\.0\.0\.0(?=:|$)/, '127.0.0.1').replace(/^::$|(?<=^\[)::(?=\])/, '::1');
}

/**
 * The Node server, as a process of its own.
 */
import { join } from 'node:path';
import { ROOT } from '../build.mjs';
import { readLines } from '../lines.mjs';
import { start, stop } from '../processes.mjs';

const READY_MS = 20_000;
const KEPT_LINES = 20;
/** How long calls may run on when the server is stopped; less than it takes to be ended by force. */
const DRAIN_MS = 3000;

/**
 * @typedef {object} RunningServer
 * @property {string} grpc where gRPC is spoken, `host:port`
 * @property {string | undefined} gateway where the embedded gateway answers gRPC-Web, a URL
 * @property {number} pid
 * @property {Promise<string>} ended resolved when it has ended, with what it said last
 * @property {() => Promise<void>} stop lets it finish its calls, then ends it
 */

/**
 * Starts the server and waits until it listens.
 *
 * @param {object} options
 * @param {number} options.port for gRPC, on 127.0.0.1
 * @param {number} [options.gatewayPort] for the embedded gateway; without it there is none
 * @param {readonly string[]} options.origins of the pages that may call the gateway
 * @param {import('../progress.mjs').Log} options.log takes what it logs, a line each
 * @returns {Promise<RunningServer>}
 * @throws {Error} when it ends or doesn't listen in time, with what it said
 */
export async function startServer({ port, gatewayPort, origins, log }) {
  const gateway = gatewayPort === undefined ? [] : ['--gateway-port', String(gatewayPort)];
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    ...gateway,
    '--origins',
    origins.join(','),
    '--drain-grace-ms',
    String(DRAIN_MS),
  ];
  const child = start(process.execPath, [join(ROOT, 'dist', 'server-main.js'), ...args]);
  /** @type {string[]} */
  const lines = [];
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) =>
      resolve([signal === null ? `ended with code ${code}` : `ended by ${signal}`, ...lines].join('\n  ')),
    );
  });
  /** @type {Promise<{ grpc: string, gateway?: string }>} */
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
    return { grpc: event.grpc, gateway: event.gateway, pid: child.pid ?? 0, ended, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/**
 * @param {string} line
 * @returns {{ grpc: string, gateway?: string } | undefined}
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

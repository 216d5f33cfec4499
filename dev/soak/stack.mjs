/**
 * What the rows of the table are measured on: servers, bridges and their peers, each a process of its own on loopback.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deriveConfig } from '../../envoy/config.mjs';
import { startWithConfig } from '../../envoy/launcher/envoy.mjs';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { freePort } from '../../envoy/launcher/process/ports.mjs';
import { killTree, start, stop } from '../../envoy/launcher/process/processes.mjs';

/** The server as it is built. */
export const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** The server, and how much memory it uses. */
export const MEASURED = fileURLToPath(new URL('measured.mjs', import.meta.url));
/** An echo by grpc-js and nothing else. */
export const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url));
/** An echo by a Connect server, which speaks gRPC-Web as well. */
export const PEER = fileURLToPath(new URL('peer.mjs', import.meta.url));

const ORIGIN = 'http://localhost:5173';

/**
 * @typedef {object} Program
 * @property {string} grpc where it speaks gRPC, `host:port`
 * @property {string | undefined} gateway where it speaks gRPC-Web, a URL
 * @property {string | undefined} heap where it says how many bytes of its heap are in use, a URL
 * @property {number} pid
 * @property {Promise<unknown>} ended
 * @property {(graceMs?: number) => Promise<void>} stop SIGTERM, and SIGKILL after the grace
 * @property {() => Promise<void>} kill SIGKILL; resolved when it has ended
 */

/**
 * Starts a script that says in its first line of output, in JSON, where it listens.
 *
 * @param {string} script
 * @param {readonly string[]} [args]
 * @returns {Promise<Program>}
 * @throws {Error} when it ends before that
 */
export async function startProgram(script, args = []) {
  const child = start(process.execPath, [script, ...args]);
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended]);
  if (!(first[0] instanceof Buffer)) throw new Error(`${script} ended with ${first.join(', ')} before it listened.`);
  // Its log: read and dropped.
  child.stdout.resume();
  const { grpc, gateway, heap } = JSON.parse(first[0].toString().split('\n', 1)[0] ?? '');
  const kill = async () => {
    killTree(child.pid, 'SIGKILL');
    await ended;
  };
  return { grpc, gateway, heap, pid: child.pid ?? 0, ended, stop: (graceMs) => stop(child, graceMs), kill };
}

/**
 * Two servers on ports of their own, so that one can come back where it was.
 *
 * @param {readonly string[]} [flags] of both
 */
export async function startPair(flags = []) {
  const base = 25_000 + (process.pid % 15_000);
  const ports = [await freePort(base), await freePort(base + 1000)];
  const startOn = (/** @type {number | undefined} */ port) => startProgram(SERVER, ['--port', String(port), ...flags]);
  const servers = await Promise.all(ports.map(startOn));
  return {
    servers,
    /** Starts one anew that has ended. */
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
 * @param {(config: string) => string} [change] gives envoy.yaml with what is to be other
 * @throws {Error} when there is none to be had, saying how to leave out what needs it
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
 * What a process has used so far, where the system tells (Linux).
 *
 * @param {number} pid
 * @returns {{ cpuMs: number, rssBytes: number } | undefined}
 */
export function usage(pid) {
  if (process.platform !== 'linux') return undefined;
  // The name, in parentheses, may hold blanks: count from behind it. Times are in ticks of 10 ms, memory in pages.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return { cpuMs: ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10, rssBytes: (fields[21] ?? 0) * 4096 };
}

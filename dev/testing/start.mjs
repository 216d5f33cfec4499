/**
 * Runs `npm start` for tests, on separate ports, and checks that it leaves nothing behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, vi } from 'vitest';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { isRunning, readLines } from '../../process/processes.mjs';
import { freePort, isFree } from '../../process/ports.mjs';
import { prepare } from '../setup/install.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';

const SCRIPT = fileURLToPath(new URL('../commands/main.mjs', import.meta.url));
export const POSIX = process.platform !== 'win32';
export const noEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';

/** @typedef {{ url: string, bridge: string, bridgeKind: string, grpc: string, pids: { server: number, envoy: number | null } }} Ready */
/** @typedef {{ child: import('node:child_process').ChildProcess, stdout: string[], stderr: string[], exited: Promise<unknown[]> }} Started */

/** Prepares a start before the tests of a file; the processes of a test end with it. */
export function startProcesses() {
  /** @type {Started[]} */
  const started = [];
  const folder = makeTemporaryFolder();

  beforeAll(async () => {
    // So that no test spends its time on a build.
    await prepare(['lib', 'server', 'playground'], console.error);
    if (!noEnvoy) await findEnvoy({ env: process.env, log: console.error });
  }, 400_000);
  afterEach(async () => {
    for (const { child, exited } of started.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await exited;
    }
  });

  /** @param {readonly string[]} command @param {NodeJS.ProcessEnv} [env] @param {string} [cwd] */
  const spawnStart = ([program = '', ...rest], env = {}, cwd = '.') => {
    const child = spawn(program, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Started} */
    const result = { child, stdout: [], stderr: [], exited: once(child, 'exit') };
    readLines(child.stdout, (line) => result.stdout.push(line));
    readLines(child.stderr, (line) => result.stderr.push(line));
    started.push(result);
    return result;
  };
  /**
   * Runs `npm start`.
   *
   * @param {readonly string[]} args
   * @param {NodeJS.ProcessEnv} [env]
   * @param {readonly string[]} [command] runs Node instead of this process
   * @param {string} [cwd]
   */
  const start = (args, env, command = [], cwd) =>
    spawnStart([...command, process.execPath, SCRIPT, 'start', ...args], env, cwd);
  /**
   * Runs `npm start` on separate ports, until it is ready.
   *
   * @param {string} bridge
   * @param {readonly string[]} [command]
   */
  const startReady = async (bridge, command) => {
    const npm = start([...(await ownPorts()).args, '--bridge', bridge], {}, command);
    return { npm, info: await ready(npm) };
  };
  return { start, startReady, spawnStart, emptyFolder: () => folder };
}

/** @param {Started} process @returns {Promise<Ready>} */
export async function ready({ child, stdout, stderr }) {
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`ended: ${stderr.join('\n')}`);
      expect(stdout.length).toBeGreaterThan(0);
    },
    { timeout: 300_000, interval: 30 },
  );
  return JSON.parse(stdout[0] ?? '');
}

/** Chooses ports that a manual start beside the tests doesn't use, and below those that Linux gives to connections and port 0. */
export async function ownPorts() {
  const base = 20_000 + (process.pid % 10_000);
  const [page, bridge, server] = [await freePort(base), await freePort(base + 1000), await freePort(base + 2000)];
  return {
    page,
    bridge,
    server,
    args: ['--port', `${page}`, '--bridge-port', `${bridge}`, '--server-port', `${server}`, '--json'],
  };
}

/**
 * Lists the processes that still run, and the addresses still in use, a few seconds after the end.
 *
 * @param {Ready} info
 */
export async function leftOver({ url, bridge, grpc, pids }) {
  /** @type {string[]} */
  let left = [];
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await delay(50)) {
    left = Object.entries(pids).flatMap(([name, pid]) => (pid !== null && isRunning(pid) ? [`${name} ${pid}`] : []));
    for (const address of [url, bridge, `http://${grpc}`]) {
      if (!(await isFree(Number(new URL(address).port)))) left.push(address);
    }
    if (left.length === 0) break;
  }
  return left;
}

/**
 * Calls an operation over gRPC-Web.
 *
 * @param {Ready} info
 * @param {string} code
 * @param {string} [str1]
 * @returns {Promise<string>} the frames of the response as text, or the body of an error
 */
export async function callOperation({ url, bridge }, code, str1 = '') {
  // Fields 1 and 2, shorter than 128 bytes.
  const message = [0x0a, code.length, ...Buffer.from(code), 0x12, str1.length, ...Buffer.from(str1)];
  const response = await fetch(`${bridge}/api.ApiService/CallApi`, {
    method: 'POST',
    headers: { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1', origin: new URL(url).origin },
    body: new Uint8Array([0, 0, 0, 0, message.length, ...message]),
  });
  expect(response.headers.get('access-control-allow-origin')).toBe(new URL(url).origin);
  return response.text();
}

/**
 * Calls the operation `echo`.
 *
 * @param {Ready} info
 */
export const callEcho = (info) => callOperation(info, 'echo');

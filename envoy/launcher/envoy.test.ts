/** Envoy as a process: its start, its end, and the report of a failed start. */
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEnvoy } from './envoy.mjs';
import { isRunning, run } from '../../process/processes.mjs';
import { envoyPath, FIND_MS, noEnvoy, ORIGIN, port } from '../test/envoy.js';

const log = (): void => undefined;
let path: string;
beforeAll(async () => {
  if (!noEnvoy) path = await envoyPath();
}, FIND_MS);

const start = async (listen: number): ReturnType<typeof startEnvoy> =>
  startEnvoy({ path, port: listen, adminPort: await port(), servers: ['127.0.0.1:1'], origins: [ORIGIN], log });

describe.skipIf(noEnvoy)('startEnvoy', () => {
  test('frees its port when it stops', async () => {
    const listen = await port();
    const envoy = await start(listen);
    expect(isRunning(envoy.pid)).toBe(true);
    await envoy.stop();
    expect(isRunning(envoy.pid)).toBe(false);
    const again = await start(listen);
    await again.stop();
  });

  test('reports a port that is taken, also by another Envoy', async () => {
    const listen = await port();
    const envoy = await start(listen);
    await expect(start(listen)).rejects.toThrow(/Address already in use/);
    await envoy.stop();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(listen, '127.0.0.1', resolve));
    await expect(start(listen)).rejects.toThrow(/Address already in use/);
    taken.close();
  });

  test.skipIf(process.platform === 'win32')(
    'reads a file that is gone afterwards, so that lists of processes stay readable',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
      const { TMPDIR } = process.env;
      process.env['TMPDIR'] = folder;
      onTestFinished(() => {
        if (TMPDIR === undefined) delete process.env['TMPDIR'];
        else process.env['TMPDIR'] = TMPDIR;
        rmdirSync(folder);
      });
      const envoy = await start(await port());
      const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(envoy.pid)]);
      await envoy.stop();
      expect(stdout).toContain(` -c ${folder}`);
      expect(stdout.trim().split('\n')).toHaveLength(1);
      await expect(
        startEnvoy({ path: process.execPath, port: 1, adminPort: 1, servers: ['a:1'], origins: [ORIGIN], log }),
      ).rejects.toThrow(/didn't start/);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('reports that it ended by itself', async () => {
    const envoy = await start(await port());
    process.kill(envoy.pid, 'SIGKILL');
    expect(await envoy.ended).toBe('ended by SIGKILL');
  });
});

/** Envoy as a process: its start, its end, and the report of a failed start. */
import { createServer } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { startEnvoy } from './envoy.mjs';
import { isRunning } from '../../process/processes.mjs';
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

  test('reports that it ended by itself', async () => {
    const envoy = await start(await port());
    process.kill(envoy.pid, 'SIGKILL');
    expect(await envoy.ended).toBe('ended by SIGKILL');
  });
});

/** Envoy as a process: that it starts, and ends, and says why it doesn't. */
import { createServer } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { startEnvoy } from './launch.mjs';
import { envoyPath, FIND_MS, noEnvoy, port } from '../test/envoy.js';

const ORIGIN = 'http://localhost:5173';
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
    expect(() => process.kill(envoy.pid, 0)).not.toThrow();
    await envoy.stop();
    expect(() => process.kill(envoy.pid, 0)).toThrow('ESRCH');
    const again = await start(listen);
    await again.stop();
  });

  test('says when the port is taken, also by another Envoy', async () => {
    const listen = await port();
    const envoy = await start(listen);
    await expect(start(listen)).rejects.toThrow(/Address already in use/);
    await envoy.stop();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(listen, '127.0.0.1', resolve));
    await expect(start(listen)).rejects.toThrow(/Address already in use/);
    taken.close();
  });

  test('tells when it ends by itself', async () => {
    const envoy = await start(await port());
    process.kill(envoy.pid, 'SIGKILL');
    expect(await envoy.ended).toBe('ended by SIGKILL');
  });
});

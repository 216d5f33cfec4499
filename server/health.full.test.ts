import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { grpcCaller } from './test/callers.js';
import { startBusyServer } from './test/overload/start.js';

it('responds to probes while the serving thread hangs: first as before, after some seconds with 503, and with 200 once it responds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const server = await startBusyServer(0, 1000);
  const caller = grpcCaller(server.grpc);
  const probe = async (path: string) => (await fetch(new URL(path, server.health))).status;
  try {
    const file = join(folder, 'go on');
    const hanging = caller.call({ code: 'hang', str1: file });
    // A fetch that hangs would fail here: the thread of the port responds.
    expect([200, 503]).toContain(await probe('/livez'));
    await expect.poll(() => probe('/livez')).toBe(503);
    expect(await probe('/healthz')).toBe(503);
    writeFileSync(file, '');
    expect((await hanging).response?.message).toBe('done');
    await expect.poll(() => probe('/healthz')).toBe(200);
    expect(await probe('/livez')).toBe(200);
  } finally {
    caller.close();
    server.stop();
    rmSync(folder, { recursive: true });
  }
});

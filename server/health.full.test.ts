import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { grpcCaller } from './test/callers.js';
import { readFirstLine } from './test/processes.js';

it('responds to probes while the serving thread hangs: first as before, after some seconds with 503, and with 200 once it responds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const server = spawn(process.execPath, [fileURLToPath(new URL('test/hanging-server.mjs', import.meta.url))]);
  const { grpc, health } = await readFirstLine(server);
  const caller = grpcCaller(grpc);
  const probe = async (path: string) => (await fetch(new URL(path, health))).status;
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
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});

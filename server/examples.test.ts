/** Runs the servers of examples/ with the built package, as someone would who has installed it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type Caller, grpcCaller } from './test-callers.js';

const running: ChildProcessWithoutNullStreams[] = [];
const callers: Caller[] = [];
afterEach(() => {
  for (const caller of callers.splice(0)) caller.close();
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts a script of examples/ and reads the address that it prints. */
async function started(args: string[]): Promise<{ child: ChildProcessWithoutNullStreams; caller: Caller }> {
  const child = spawn(process.execPath, args, { cwd: fileURLToPath(new URL('../examples', import.meta.url)) });
  running.push(child);
  child.stderr.pipe(process.stderr);
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /Listening on (\S+);/.exec(line) ?? [];
    if (address !== undefined) {
      const caller = grpcCaller(address);
      callers.push(caller);
      return { child, caller };
    }
  }
  throw new Error(`${args.join(' ')} ended without an address.`);
}

describe('examples/custom-operation', () => {
  it('adds an operation', async () => {
    const { child, caller } = await started(['custom-operation/server.mjs', '0']);
    const cases = [
      [
        { code: 'slugify', str1: 'Crème brûlée, twice!' },
        { success: true, message: 'creme-brulee-twice' },
      ],
      [
        { code: 'slugify', str1: 'a b c', int_value: 3 },
        { success: true, message: 'a-b' },
      ],
      [
        { code: 'slugify', str1: '…' },
        { success: false, message: expect.stringContaining('str1 has no letter') },
      ],
      [{ code: 'operations' }, { success: true, message: expect.stringContaining('"name":"slugify"') }],
    ] as const;
    for (const [request, response] of cases) expect((await caller.call(request)).response).toEqual(response);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

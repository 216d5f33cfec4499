import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('finds the committed code equal to a fresh run, byte for byte', async () => {
  const generate = join(import.meta.dirname, 'generate.mjs');
  // Rejects with the names of the files that differ.
  const check = promisify(execFile)(process.execPath, [generate, '--check']);
  await expect(check).resolves.toEqual({ stdout: '', stderr: '' });
});

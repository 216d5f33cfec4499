import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { reservePorts } from './ports.js';
import { ROOT } from './stack.js';

/** Builds what is stale before any test runs: a build during the run would replace files in use. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const reservation = await reservePorts();
  await promisify(execFile)(process.execPath, ['dev/commands/build.mjs'], { cwd: ROOT });
  return async () => {
    reservation.close();
    await once(reservation, 'close');
  };
}

/**
 * Prepares this folder: installs packages and builds targets, never in two processes at once.
 */
import { join } from 'node:path';
import { build, ROOT } from '../commands/build.mjs';
import { installPackages } from './install.mjs';
import { withLock } from '../../envoy/launcher/process/lock.mjs';

/**
 * @param {readonly string[]} targets built where they are stale; may be empty
 * @param {import('../../envoy/launcher/process/progress.mjs').Log} log
 * @throws {Error} when npm or a build fails, with its output
 */
export async function prepare(targets, log) {
  await withLock(
    join(ROOT, '.cache', 'prepare.lock'),
    async () => {
      await installPackages(ROOT, log);
      await build(targets, log);
    },
    { onWait: (holder) => log(`Another start (${holder}) is preparing this folder; waiting for it …`) },
  );
}

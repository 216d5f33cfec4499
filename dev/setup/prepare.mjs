/**
 * Makes this folder ready: packages installed, targets built, nothing of it done twice by two processes at once.
 */
import { join } from 'node:path';
import { build, ROOT } from '../commands/build.mjs';
import { installPackages } from './install.mjs';
import { withLock } from '../../envoy/launcher/process/lock.mjs';

/**
 * @param {readonly string[]} targets what to build where it is stale; may be empty
 * @param {import('../../envoy/launcher/process/progress.mjs').Log} log
 * @throws {Error} when npm or a build fails, with what it said
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

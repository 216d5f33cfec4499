/**
 * Prepares what the site is made of: its packages, the builder that it runs, the playground, and the API reference.
 */
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { installPackages, prepare } from '../setup/install.mjs';
import { withLock } from '../../process/lock.mjs';
import { generateReference } from './reference.mjs';

/** The folder of the site's sources and of its packages, which no other command needs. */
export const DOCS = join(ROOT, 'docs');

/** VitePress' program. */
export const VITEPRESS = join(DOCS, 'node_modules', 'vitepress', 'bin', 'vitepress.js');

/** The environment variable with the base of a build. */
export const BASE = 'ENDPOINTJS_DOCS_BASE';

/**
 * Installs, builds and generates what is missing or stale.
 *
 * @param {import('../../process/progress.mjs').Log} log
 * @throws {Error} when npm, a build or the generation fails, with its output
 */
export async function prepareSite(log) {
  await prepare(['lib', 'playground'], log);
  await withLock(join(ROOT, '.cache', 'docs.lock'), async () => {
    await installPackages(DOCS, log, 'Installing the npm packages of docs');
    await generateReference(log);
  });
}

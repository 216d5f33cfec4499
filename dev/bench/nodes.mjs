/** Other versions of Node, for measurements: those with which the packages are tested. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { installPackages } from '../setup/install.mjs';

const FOLDER = join(ROOT, '.cache', 'nodes');

/**
 * Installs them.
 *
 * @param {import('../../process/progress.mjs').Log} log
 * @returns {Promise<(major: number) => string>} finds the program of a major version
 * @throws {Error} when npm fails, with its output
 */
export async function installNodes(log) {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(ROOT, 'e2e', 'consumers', 'runtimes', file), join(FOLDER, file));
  await installPackages(FOLDER, log, 'Installing other versions of Node');
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'win' : platform;
  return (major) => join(FOLDER, 'node_modules', `node-${major}-${system}-${arch}`, 'bin', 'node');
}

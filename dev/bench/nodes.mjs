/** Another version of Node, for measurements: one of those with which the packages are tested. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { installPackages } from '../setup/install.mjs';

const FOLDER = join(ROOT, '.cache', 'nodes');

/**
 * @param {number} major
 * @param {import('../../process/progress.mjs').Log} log
 * @returns {Promise<string>} the program of the version
 * @throws {Error} when npm fails, with its output
 */
export async function installNode(major, log) {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(ROOT, 'e2e', 'consumers', 'runtimes', file), join(FOLDER, file));
  await installPackages(FOLDER, log, 'Installing other versions of Node');
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'win' : platform;
  return join(FOLDER, 'node_modules', `node-${major}-${system}-${arch}`, 'bin', 'node');
}

/**
 * Packs the packages of this repository as npm would publish them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../envoy/launcher/process/processes.mjs';
import { npmCommand } from '../setup/install.mjs';
import { ROOT } from './build.mjs';

/** The folders of the published packages. */
export const PACKAGES = /** @type {const} */ (['lib', 'client', 'server']);

/** What must be built before they are packed. */
export const PACKAGE_TARGETS = ['lib', 'script-tag', 'cli', 'client', 'server', 'types', 'licenses'];

/**
 * @typedef {object} Packed
 * @property {(typeof PACKAGES)[number]} folder
 * @property {string} name
 * @property {string} version
 * @property {string} tarball its path
 * @property {string[]} files in it, as paths from the folder
 */

/**
 * Packs a package that is built.
 *
 * @param {(typeof PACKAGES)[number]} folder
 * @param {string} destination the folder for the tarball; it exists
 * @returns {Promise<Packed>}
 * @throws {Error} when npm fails, with its output
 */
export async function packPackage(folder, destination) {
  const { filename, files } = await npmPack(folder, ['--pack-destination', destination]);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return { folder, name, version, tarball: join(destination, filename), files };
}

/**
 * Lists the files of a package that is built.
 *
 * @param {(typeof PACKAGES)[number]} folder
 * @returns {Promise<string[]>} paths from the folder
 * @throws {Error} when npm fails, with its output
 */
export async function listPackageFiles(folder) {
  return (await npmPack(folder, ['--dry-run'])).files;
}

/**
 * @param {string} folder
 * @param {readonly string[]} flags
 */
async function npmPack(folder, flags) {
  const [npm, ...args] = npmCommand();
  const pack = [...args, 'pack', '--json', '--ignore-scripts', ...flags];
  const { stdout, output, failure } = await run(npm, pack, { cwd: join(ROOT, folder) });
  if (failure !== undefined) throw new Error(`npm pack in ${folder} ${failure}:\n${output}`);
  /** @type {[{ filename: string, files: { path: string }[] }]} */
  const [{ filename, files }] = JSON.parse(stdout);
  return { filename, files: files.map(({ path }) => path) };
}

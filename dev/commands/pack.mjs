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

/** @typedef {(typeof PACKAGES)[number]} PackageFolder */

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string | { 'endpoint.js-source': string, types: string }>} exports
 * @property {{ prepack: string }} scripts
 */

/**
 * @param {PackageFolder} folder
 * @returns {Manifest} its package.json
 */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

/**
 * Lists the targets that the `prepack` of a package builds: `node ../dev/commands/build.mjs <target> …`.
 *
 * @param {PackageFolder} folder
 */
export function listTargets(folder) {
  return readManifest(folder).scripts.prepack.split(' ').slice(2);
}

/** The targets of all packages. */
export const PACKAGE_TARGETS = [...new Set(PACKAGES.flatMap(listTargets))];

/**
 * @typedef {object} Packed
 * @property {PackageFolder} folder
 * @property {string} name
 * @property {string} tarball its path
 * @property {string[]} files in it, as paths from the folder
 */

/**
 * Packs a package that is built.
 *
 * @param {PackageFolder} folder
 * @param {string} destination the folder for the tarball; it exists
 * @returns {Promise<Packed>}
 * @throws {Error} when npm fails, with its output
 */
export async function packPackage(folder, destination) {
  const [npm, ...args] = npmCommand();
  const pack = [...args, 'pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const { stdout, output, failure } = await run(npm, pack, { cwd: join(ROOT, folder) });
  if (failure !== undefined) throw new Error(`npm pack in ${folder} ${failure}:\n${output}`);
  /** @type {[{ name: string, filename: string, files: { path: string }[] }]} */
  const [{ name, filename, files }] = JSON.parse(stdout);
  return { folder, name, tarball: join(destination, filename), files: files.map(({ path }) => path) };
}

/**
 * The packages that only `npm run test:full` and the generators need, apart from the others because they are large.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPackages } from '../setup/install.mjs';
import { withLock } from '../../process/lock.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);

/**
 * Installs the packages where they aren't as `dev/full/package-lock.json` says.
 *
 * @param {import('../../process/progress.mjs').Log} log
 * @throws {Error} when npm fails, with its output
 */
export async function installFullPackages(log) {
  await withLock(join(FOLDER, '..', '..', '.cache', 'full.lock'), () =>
    installPackages(FOLDER, log, 'Installing the npm packages of dev/full'),
  );
}

/**
 * Finds a package of `dev/full/`, or a file of one.
 *
 * @param {string} specifier as in an import: `lighthouse`, `deno/bin.cjs`
 * @returns {string} the path of the file
 * @throws {Error} when the packages aren't installed
 */
export function resolveFull(specifier) {
  try {
    return require.resolve(specifier);
  } catch (error) {
    throw new Error(`${specifier} is not installed; run npm ci in dev/full, or npm run test:full`, { cause: error });
  }
}

/**
 * Imports a package of `dev/full/`. Its types aren't there without it, so the caller declares the types that it uses.
 *
 * @param {string} specifier
 * @returns {Promise<unknown>} the module
 * @throws {Error} when the packages aren't installed
 */
export function importFull(specifier) {
  return import(pathToFileURL(resolveFull(specifier)).href);
}

/**
 * Imports a package of `dev/full/`, or of the repository where it isn't there, as a module.
 *
 * @param {string} specifier
 * @returns {Promise<any>}
 */
export const importPackage = (specifier) => import(specifier);

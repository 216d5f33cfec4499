/**
 * Packs the packages of this repository as npm would publish them; `npm run pack` puts them into `packages/`.
 * `npm pack` does the work; by hand are what it leaves alone: modes, and modules for older resolvers.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { errorMessage } from '../../process/error-message.mjs';
import { run } from '../../process/processes.mjs';
import { npmCommand, prepare } from '../setup/install.mjs';
import { requireNode } from '../setup/node-version.mjs';
import { ROOT } from './build.mjs';
import { isStarted } from './started.mjs';

/** The folders of the published packages. */
export const PACKAGES = /** @type {const} */ (['lib', 'client', 'server']);

/** @typedef {(typeof PACKAGES)[number]} PackageFolder */

/** @typedef {{ 'endpoint.js-source': string, require: { types: string, default: string }, types: string, default: string }} Entry */

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string | Entry>} exports
 * @property {Record<string, string>} [dependencies]
 * @property {string} [unpkg] the file that a CDN serves
 * @property {string} [jsdelivr] likewise
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

/**
 * The modules that lead a resolver to those of the build:
 *
 * - for `require`, a CommonJS module: TypeScript before 5.8 lets no CommonJS file import an ES module;
 * - for resolvers that don't read `exports` (Parcel's defaults, webpack 4, `resolve`), which look for `endpoint.js/fetch` in `fetch.js`.
 *   TypeScript's `node10` finds the types by `typesVersions` of package.json.
 *
 * @param {Pick<Manifest, 'exports'>} manifest
 * @returns {Map<string, string>} the text of each by its path in the package's folder
 * @throws {Error} for an entry without "require"
 */
export function resolutionModules({ exports }) {
  /** @type {Map<string, string>} */
  const modules = new Map();
  for (const [subpath, entry] of Object.entries(exports)) {
    if (typeof entry === 'string') continue;
    if (!entry.require) throw new Error(`exports, ${subpath}: no "require"; add its "types" and "default" (….cjs).`);
    const required = posix.normalize(entry.require.default);
    modules.set(required, `module.exports = require('./${posix.relative(posix.dirname(required), entry.default)}');\n`);
    if (subpath !== '.') modules.set(`${posix.normalize(subpath)}.js`, `export * from '${entry.default}';\n`);
  }
  return modules;
}

/** The mode of a file that everyone may read. */
const READABLE = 0o444;

/** The targets of all packages. */
export const PACKAGE_TARGETS = [...new Set(PACKAGES.flatMap(listTargets))];

/**
 * @typedef {object} Packed
 * @property {PackageFolder} folder
 * @property {string} name
 * @property {string} tarball its path
 * @property {string} digest of its bytes: the first eight digits of npm's `shasum`
 * @property {string[]} files in it, as paths from the folder
 */

/**
 * Packs a package that is built. Its files become readable for everyone first, as on a machine with the usual settings: a tarball has
 * the modes of its files, and the same commit must give the same bytes.
 *
 * @param {PackageFolder} folder
 * @param {string} destination the folder for the tarball; it exists
 * @returns {Promise<Packed>}
 * @throws {Error} when npm fails, with its output
 */
export async function packPackage(folder, destination) {
  const root = join(ROOT, folder);
  const packed = await runPack(root, destination);
  const hidden = packed.files
    .map((path) => join(root, path))
    .filter((path) => (statSync(path).mode & READABLE) !== READABLE);
  for (const path of hidden) chmodSync(path, statSync(path).mode | READABLE);
  const isFinal = process.platform === 'win32' || hidden.length === 0;
  return { folder, ...(isFinal ? packed : await runPack(root, destination)) };
}

/**
 * @param {string} path of a package's folder
 * @param {string} destination
 * @returns {Promise<Omit<Packed, 'folder'>>}
 */
export async function runPack(path, destination) {
  const [npm, ...args] = npmCommand();
  const pack = [...args, 'pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const { stdout, output, failure } = await run(npm, pack, { cwd: path });
  if (failure !== undefined) throw new Error(`npm pack in ${path} ${failure}:\n${output}`);
  /** @type {[{ name: string, filename: string, shasum: string, files: { path: string }[] }]} */
  const [{ name, filename, shasum, files }] = JSON.parse(stdout);
  const digest = shasum.slice(0, 8);
  return { name, tarball: join(destination, filename), digest, files: files.map((file) => file.path) };
}

/**
 * Gives a packed file a name that other bytes don't have: `endpoint.js-0.1.0-<commit>-<digest>.tgz`. When a file is packed again under the
 * same name, `npm ci` installs the earlier bytes from its cache, or fails where the cache lacks them. The commit alone would stay the same
 * after a change that isn't committed, and an archive of the repository has none.
 *
 * @param {Pick<Packed, 'tarball' | 'digest'>} packed
 * @returns {Promise<string>} the path
 */
export async function renameUniquely({ tarball, digest }) {
  const { stdout, failure } = await run('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: ROOT });
  const commit = failure === undefined ? `-${stdout.trim()}` : '';
  const file = tarball.replace(/(?=\.tgz$)/, `${commit}-${digest}`);
  renameSync(tarball, file);
  return file;
}

/**
 * Installs and builds what is missing, and packs all packages. Files of earlier runs stay, because a project may name them.
 *
 * @param {string} folder for the tarballs; `latest/` in it has those of the last run, under the fixed names that the examples need
 * @param {import('../../process/progress.mjs').Log} log
 * @returns {Promise<Map<string, string>>} the path of each tarball by the package's name
 * @throws {Error} when npm or a build fails, with its output
 */
export async function packAll(folder, log) {
  await prepare(PACKAGE_TARGETS, log);
  mkdirSync(join(folder, 'latest'), { recursive: true });
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const each of PACKAGES) {
    const packed = await packPackage(each, folder);
    const file = await renameUniquely(packed);
    copyFileSync(file, join(folder, 'latest', `${packed.name}.tgz`));
    files.set(packed.name, file);
  }
  return files;
}

/**
 * @param {ReadonlyMap<string, string>} files as {@link packAll} returns them
 * @returns {string[]} for each package, the command that installs it in another folder, with the packages that it depends on
 */
function listInstallations(files) {
  return PACKAGES.map((folder) => {
    const { name, dependencies = {} } = readManifest(folder);
    const needed = [...files].filter(([each]) => each === name || each in dependencies);
    return ['npm install', ...needed.map(([, file]) => `"${file}"`)].join(' ');
  });
}

/** The lock file has the path of a packed file, which only this machine has. */
const COMMITTED = `For a colleague's \`npm ci\`, copy the files into your project first (vendor/), install them from there, and commit them
with package.json and package-lock.json.`;

if (isStarted(import.meta.url)) {
  requireNode();
  try {
    const files = await packAll(join(ROOT, 'packages'), console.error);
    const commands = listInstallations(files).join('\n');
    console.log(`Packed. In the folder of your project, run one of these:\n\n${commands}\n\n${COMMITTED}`);
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}

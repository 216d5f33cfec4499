/**
 * Copies only the files that the server needs to run into a folder: `node deploy/collect.mjs <folder>`, after `npm ci` and
 * `node dev/commands/build.mjs lib server`. The packages are those of package-lock.json.
 */
import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatNotices, NOTICES } from '../dev/commands/third-party-notices.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Built files for pages and shells, not for the server. */
const NOT_SERVED = /\/dist\/(cli|endpoint\.min|envoy|guard|launch)[^/]*$|\.map$|\.d\.ts$/;
const BUILDER = 'endpoint.js';

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new TypeError('The target folder is missing; write node deploy/collect.mjs <folder>');
  collect(folder);
}

/** @param {string} folder */
function collect(folder) {
  /** @param {string} path @param {{ target?: string, filter?: (path: string) => boolean }} [options] */
  const copy = (path, { target = path, filter = () => true } = {}) =>
    cpSync(join(ROOT, path), join(folder, target), {
      recursive: true,
      filter: (source) => filter(source.slice(ROOT.length).replaceAll('\\', '/')),
    });
  const isServed = (/** @type {string} */ path) => !NOT_SERVED.test(path);
  copy('LICENSE');
  copy('deploy/healthcheck.mjs');
  copy('server/package.json');
  copy('server/dist', { filter: isServed });
  copy('lib/package.json', { target: `node_modules/${BUILDER}/package.json` });
  copy('lib/dist', { target: `node_modules/${BUILDER}/dist`, filter: isServed });

  const lock = readJson('package-lock.json');
  const names = Object.keys(readJson('server/package.json').dependencies).filter((name) => name !== BUILDER);
  // Of packages for other platforms npm installs none.
  const isInstalled = (/** @type {string} */ path) =>
    lock.packages[path].optional !== true || existsSync(join(ROOT, path));
  const paths = [...findClosure(names, lock)].filter(isInstalled);
  for (const path of paths) {
    // Packages in its own node_modules are paths of the lock file, too.
    copy(path, { filter: (source) => !source.slice(path.length).includes('/node_modules') });
  }
  writeFileSync(join(folder, NOTICES), formatNotices(paths.map((path) => join(ROOT, path))));
}

/** @typedef {{ link?: boolean, resolved?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} LockedPackage */

/** @typedef {{ packages: Record<string, LockedPackage> }} Lock package-lock.json */

/**
 * All packages that packages need. Those of this repository are followed, and aren't among the result.
 *
 * @param {readonly string[]} names of packages in the project's own node_modules
 * @param {Lock} lock
 * @returns {Set<string>} paths in the lock file, which are also those in the project's folder
 */
export function findClosure(names, { packages }) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} from @param {Iterable<string>} needed */
  const visit = (from, needed) => {
    for (const name of needed) {
      const path = resolve(from, name, packages);
      const entry = path === undefined ? undefined : packages[path];
      if (path === undefined || entry === undefined || found.has(path)) continue;
      found.add(path);
      const folder = entry.link ? (entry.resolved ?? '') : path;
      const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
      visit(folder, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  };
  visit('', names);
  return new Set([...found].filter((path) => !packages[path]?.link));
}

/**
 * Finds a package as Node does: in the importer's folder, or in the nearest one above it.
 *
 * @param {string} from
 * @param {string} name
 * @param {Lock['packages']} packages
 */
function resolve(from, name, packages) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

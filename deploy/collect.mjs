/**
 * Copies only the files that the server needs to run into a folder: `node deploy/collect.mjs <folder>`, after `npm ci` and
 * `node dev/commands/build.mjs lib server`. The packages are those of package-lock.json.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findClosure } from '../dev/setup/locked-packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Built files for pages and shells, not for the server. */
const NOT_SERVED = /\/dist\/(cli|endpoint\.min|envoy|guard|launch)[^/]*$|\.map$|\.d\.ts$/;
const BUILDER = 'endpoint.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('The target folder is missing; write node deploy/collect.mjs <folder>');

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/**
 * @param {string} path
 * @param {{ target?: string, filter?: (path: string) => boolean }} [options]
 */
function copy(path, { target = path, filter = () => true } = {}) {
  cpSync(join(ROOT, path), join(folder ?? '', target), {
    recursive: true,
    filter: (source) => filter(source.slice(ROOT.length).replaceAll('\\', '/')),
  });
}

/** @param {string} path */
const isServed = (path) => !NOT_SERVED.test(path);

copy('deploy/healthcheck.mjs');
copy('server/package.json');
copy('server/dist', { filter: isServed });
copy('lib/package.json', { target: `node_modules/${BUILDER}/package.json` });
copy('lib/dist', { target: `node_modules/${BUILDER}/dist`, filter: isServed });

const lock = readJson('package-lock.json');
const names = Object.keys(readJson('server/package.json').dependencies).filter((name) => name !== BUILDER);
for (const path of findClosure(names, lock)) {
  // Of packages for other platforms npm installs none.
  if (lock.packages[path].optional === true && !existsSync(join(ROOT, path))) continue;
  // Packages in its own node_modules are paths of the lock file, too.
  copy(path, { filter: (source) => !source.slice(path.length).includes('/node_modules') });
}

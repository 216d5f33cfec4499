/**
 * Copies what the server needs to run, and nothing else, into a folder: `node deploy/collect.mjs <folder>`, after
 * `npm ci` and `npm run build`. The packages are those of package-lock.json.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findClosure } from '../dev/setup/locked-packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Of what is built: for pages and shells, not for the server. */
const NOT_SERVED = /^dist\/(playground|types|cli|guard|client|endpoint\.min|envoy)|\.map$/;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('Say where to: node deploy/collect.mjs <folder>');

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const copy = (/** @type {string} */ path, /** @type {(path: string) => boolean} */ filter = () => true) =>
  cpSync(join(ROOT, path), join(folder, path), {
    recursive: true,
    filter: (source) => filter(source.slice(ROOT.length).replaceAll('\\', '/')),
  });

copy('package.json');
copy('deploy/healthcheck.mjs');
copy('dist', (path) => !NOT_SERVED.test(path));
for (const path of findClosure(['endpoint.js-server'], lock)) {
  // Of packages for other platforms npm installs none.
  if (lock.packages[path].optional === true && !existsSync(join(ROOT, path))) continue;
  // What lies in its own node_modules comes by itself, where it is needed.
  copy(path, (source) => !source.slice(path.length).includes('/node_modules'));
}

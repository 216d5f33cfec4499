/**
 * Copies only the files that the server needs to run into a folder: `node deploy/collect.mjs <folder>`, after `npm ci` and
 * `node dev/commands/build.mjs lib server`. The packages are those of package-lock.json.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Built files for pages and shells, not for the server. */
const NOT_SERVED = /\/dist\/(cli|endpoint\.min|envoy|guard|launch)[^/]*$|\.map$|\.d\.ts$/;
const BUILDER = 'endpoint.js';
const LICENCE = /^licen[cs]e(?:-\w+)?(?:\.(?:md|txt))?$/i;

/**
 * For packages that ship no licence file: those whose files have the same texts, of the same authors. The Apache License 2.0 is one text
 * of all; files of Protocol Buffers have Google's as well.
 *
 * @type {readonly (readonly [package: RegExp, same: readonly string[]])[]}
 */
const SAME_TEXTS = [
  [/^@napi-rs\/nice-/, ['@napi-rs/nice']],
  [/^@connectrpc\/connect(?:-node)?$/, ['@grpc/grpc-js']],
  [/^@bufbuild\/protobuf$/, ['@grpc/grpc-js', 'google-protobuf']],
];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('The target folder is missing; write node deploy/collect.mjs <folder>');
collect(folder);

/** @param {string} target */
function collect(target) {
  /** @param {string} from @param {{ to?: string, filter?: (path: string) => boolean }} [options] */
  const copy = (from, { to = from, filter = () => true } = {}) =>
    cpSync(join(ROOT, from), join(target, to), {
      recursive: true,
      filter: (source) => filter(source.slice(ROOT.length).replaceAll('\\', '/')),
    });
  const isServed = (/** @type {string} */ path) => !NOT_SERVED.test(path);
  copy('LICENSE');
  copy('deploy/healthcheck.mjs');
  copy('server/package.json');
  copy('server/dist', { filter: isServed });
  copy('lib/package.json', { to: `node_modules/${BUILDER}/package.json` });
  copy('lib/dist', { to: `node_modules/${BUILDER}/dist`, filter: isServed });
  const packages = listPackages();
  // A package in the node_modules of another one is in the list as well.
  for (const path of packages) copy(path, { filter: (source) => !source.slice(path.length).includes('/node_modules') });
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.txt'), formatNotices(packages));
}

/**
 * Lists the packages of others that the server needs, by the lock file.
 *
 * @returns {string[]} their paths in the repository
 */
function listPackages() {
  const args = ['ls', '--package-lock-only', '--workspace', 'server', '--omit=dev', '--all', '--parseable'];
  const [repository = '', ...found] = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const own = new Set(['node_modules/endpoint.js-server', `node_modules/${BUILDER}`]);
  const paths = found.map((path) => relative(repository, path)).filter((path) => !own.has(path));
  // Of packages for other platforms npm installs none.
  return paths.filter((path) => existsSync(join(ROOT, path)));
}

/**
 * Formats the licences of packages.
 *
 * @param {readonly string[]} packages their paths
 * @returns {string}
 */
function formatNotices(packages) {
  const notices = packages.map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
    return [`${name} ${version} (${license})\n`, ...readLicences(path, name)].join('\n');
  });
  return [...new Set(notices)].toSorted().join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * @param {string} path
 * @param {string} name
 * @returns {string[]} the texts
 * @throws {Error} where there is no licence file
 */
function readLicences(path, name) {
  const [, same] = SAME_TEXTS.find(([pattern]) => pattern.test(name)) ?? [];
  const sources = same?.map((other) => join(path.slice(0, -name.length), other)) ?? [path];
  return sources.flatMap((source) => {
    const files = readdirSync(join(ROOT, source)).filter((file) => LICENCE.test(file));
    if (files.length === 0)
      throw new Error(`${name}: has no licence file; name a package with its text in SAME_TEXTS.`);
    return files.map((file) => `${readFileSync(join(ROOT, source, file), 'utf8').trim()}\n`);
  });
}

/**
 * Builds what is stale: `node dev/commands/build.mjs [--force] [target …]`.
 *
 * A target is fresh when its sources are those of its last build, its outputs are what that build wrote, and beside them are no others.
 * By hand: each builder knows its own files, and none knows which of ten targets are stale.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStarted } from './started.mjs';
import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '../../process/error-message.mjs';
import { withLock } from '../../process/lock.mjs';
import { run } from '../../process/processes.mjs';
import { withProgress } from '../../process/progress.mjs';
import { listOwnFiles, removeStaleFiles } from './written-files.mjs';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const VITE = join('node_modules', 'vite', 'bin', 'vite.js');
/** The file for script tags. */
export const SCRIPT_TAG = 'lib/dist/endpoint.min.js';
/** Those of the packages. */
const FOLDERS = ['lib', 'client', 'server'];
/** A program that takes so long hangs: on a busy machine everything takes longer. */
export const HANGING_MS = 7_200_000;
/** The sources of every build. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const IGNORED =
  /(^|\/)(node_modules|dist|\.cache|coverage|test)$|\/LICENSE$|^(lib|client|server)\/[^/]+\.js$|\.test(-d)?\.[a-z]+$|\.(md|tsbuildinfo)$/;

/**
 * @typedef {object} Target
 * @property {readonly string[]} command Node's arguments, run in the project's folder
 * @property {readonly string[]} sources files and folders, relative to the project's folder
 * @property {readonly string[]} outputs files that show by their presence that it was built
 */

/** @type {Readonly<Record<string, Target>>} */
export const TARGETS = {
  lib: vite('lib/vite.config.ts', ['lib'], ['lib/dist/index.js']),
  'script-tag': vite('lib/vite.config.ts', ['lib'], [SCRIPT_TAG], ['--mode', 'script-tag']),
  cli: vite('lib/cli/vite.config.ts', ['lib'], ['lib/dist/cli.js', 'lib/dist/THIRD-PARTY-NOTICES.txt']),
  client: vite('client/vite.config.ts', ['client', 'proto', 'lib/strict.ts'], ['client/dist/index.js']),
  'client-esm': vite(
    'client/vite.config.ts',
    ['client', 'proto', 'lib/strict.ts'],
    ['client/dist/endpoint-client.esm.js', 'client/dist/THIRD-PARTY-NOTICES.txt'],
    ['--mode', 'esm'],
  ),
  server: vite(
    'server/vite.config.ts',
    ['server', 'proto', 'process', 'envoy', 'lib/strict.ts'],
    ['index.js', 'main.js', 'launch.js', 'guard.js', 'pool-worker.js', 'health-thread.js', 'envoy.yaml'].map(
      (name) => `server/dist/${name}`,
    ),
  ),
  playground: vite(
    'vite.config.ts',
    ['vite.config.ts', 'playground', 'lib', 'client', 'proto'],
    ['playground/dist/index.html', 'playground/dist/THIRD-PARTY-NOTICES.txt'],
  ),
  types: {
    command: [join('dev', 'commands', 'declarations.mjs')],
    sources: [
      ...FOLDERS,
      'proto',
      ...['declarations', 'required-declarations'].map((name) => `dev/commands/${name}.mjs`),
      ...COMMON,
    ],
    outputs: FOLDERS.flatMap((folder) => [`${folder}/dist/index.d.ts`, `${folder}/dist/index.d.cts`]),
  },
  licenses: {
    // npm packs nothing from outside of a package's folder.
    command: [
      '--eval',
      `for (const folder of ${JSON.stringify(FOLDERS)}) fs.copyFileSync('LICENSE', folder + '/LICENSE')`,
    ],
    sources: ['LICENSE'],
    outputs: FOLDERS.map((folder) => `${folder}/LICENSE`),
  },
  resolution: {
    command: [join('dev', 'commands', 'resolution.mjs')],
    sources: [
      ...FOLDERS.map((folder) => `${folder}/package.json`),
      'dev/commands/resolution.mjs',
      'dev/commands/pack.mjs',
    ],
    outputs: [...listSubpaths(), ...FOLDERS.map((folder) => `${folder}/dist/index.cjs`)],
  },
};

/** @returns {string[]} the modules for resolvers that don't read `exports` */
function listSubpaths() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'lib', 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([subpath, entry]) =>
    typeof entry === 'string' || subpath === '.' ? [] : `lib/${subpath.slice(2)}.js`,
  );
}

/**
 * @param {string} config
 * @param {readonly string[]} sources
 * @param {readonly string[]} outputs
 * @param {readonly string[]} [args] more arguments for Vite
 * @returns {Target}
 */
function vite(config, sources, outputs, args = []) {
  return {
    command: [VITE, 'build', '--logLevel', 'error', '--config', config, ...args],
    sources: [...sources, ...COMMON],
    outputs,
  };
}

/**
 * Builds the stale ones among the targets, in parallel.
 *
 * @param {readonly string[]} names
 * @param {import('../../process/progress.mjs').Log} log
 * @param {{ force?: boolean }} [options] `force` builds fresh ones too
 * @throws {Error} for an unknown target, and when a build fails, with its output
 */
export async function build(names, log, { force = false } = {}) {
  const chosen = names.map((name) => {
    const target = TARGETS[name];
    if (target === undefined)
      throw new Error(`There is no target "${name}"; use one of ${Object.keys(TARGETS).join(', ')}.`);
    return { name, target };
  });
  const staleTargets = () => chosen.filter(({ name, target }) => force || !isFresh(ROOT, name, target));
  if (staleTargets().length === 0) return;
  await withLock(join(ROOT, '.cache', 'build.lock'), async () => {
    // Another process may have built them in the meantime.
    const stale = staleTargets();
    if (stale.length === 0) return;
    await withProgress(log, `Building ${stale.map(({ name }) => name).join(', ')}`, async () => {
      const results = await Promise.allSettled(stale.map(({ name, target }) => buildTarget(ROOT, name, target)));
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [errorMessage(result.reason)] : []));
      if (failures.length > 0) throw new Error(failures.join('\n\n'));
    });
  });
}

/**
 * Builds a target, and removes those of its files that the build has not written.
 *
 * @param {string} root
 * @param {string} name
 * @param {Target} target
 * @throws {Error} when the build fails, with its output
 */
export async function buildTarget(root, name, target) {
  // Taken before the build: a source that changes while it runs makes the result stale.
  const sources = fingerprint(root, target.sources);
  const start = Date.now();
  rmSync(stampPath(root, name), { force: true });
  const { failure, output } = await run(process.execPath, target.command, { cwd: root, timeoutMs: HANGING_MS });
  if (failure !== undefined) throw new Error(`Building ${name} failed (${failure}):\n${mistakesIn(output)}`);
  const missing = target.outputs.find((path) => !existsSync(join(root, path)));
  if (missing !== undefined) throw new Error(`Building ${name} succeeded, but ${missing} is missing.`);
  removeStaleFiles(root, name, target.outputs, start);
  writeStamp(root, name, target, sources);
}

/**
 * The output of a failed command from the mistake on, without the stack of its tool.
 *
 * @param {string} output
 */
function mistakesIn(output) {
  return stripVTControlCharacters(output)
    .replace(/^[^]*\nerror during build:\n/, '')
    .replaceAll(/^ +at .*\n?|^ +errors: \[Getter\/Setter\]\n\}/gm, '')
    .trim();
}

/**
 * Computes the `integrity` of a script tag for a file (Subresource Integrity).
 *
 * @param {string} path
 */
export function computeIntegrity(path) {
  return `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;
}

/**
 * Whether the outputs of a target are those of its current sources.
 *
 * @param {string} root
 * @param {string} name
 * @param {Target} target
 */
export function isFresh(root, name, target) {
  const path = stampPath(root, name);
  return existsSync(path) && readFileSync(path, 'utf8') === stamp(root, name, target);
}

/**
 * Records that the outputs were built from these sources.
 *
 * @param {string} root
 * @param {string} name
 * @param {Target} target
 * @param {string} [sources] the fingerprint of the sources
 */
export function writeStamp(root, name, target, sources) {
  mkdirSync(dirname(stampPath(root, name)), { recursive: true });
  writeFileSync(stampPath(root, name), stamp(root, name, target, sources));
}

/** @param {string} root @param {string} name */
function stampPath(root, name) {
  return join(root, '.cache', 'build', `${name}.json`);
}

/** @param {string} root @param {string} name @param {Target} target */
function stamp(root, name, target, sources = fingerprint(root, target.sources)) {
  const outputs = target.outputs.map((path) => {
    // No build records a missing one.
    const { size, mtimeMs } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
    return `${path} ${size} ${mtimeMs}`;
  });
  const written = listOwnFiles(root, name, target.outputs);
  return JSON.stringify({ node: process.versions.node, sources, outputs, written });
}

/**
 * Hashes the names and contents of files. By contents and not by time, because a checkout of an older state makes files newer.
 *
 * @param {string} root
 * @param {readonly string[]} paths files and folders relative to `root`; missing ones count as empty
 */
function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((source) => files(root, source)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Whether a file is a source of a target. Dependencies, results and tests aren't.
 *
 * @param {string} path from the project's folder, with `/`
 * @param {readonly string[]} names of targets
 */
export function isSource(path, names) {
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const sources = new Set(names.flatMap((name) => TARGETS[name]?.sources ?? []));
  return folders.some((folder) => sources.has(folder)) && !folders.some((folder) => IGNORED.test(folder));
}

/**
 * Reads the stamps of targets: they differ when a build has written other files since.
 *
 * @param {readonly string[]} names
 */
export function readStamps(names) {
  return names.map((name) => readFileSync(stampPath(ROOT, name), 'utf8')).join('\n');
}

/** @param {string} root @param {string} path @returns {string[]} */
function files(root, path) {
  if (IGNORED.test(path) || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => files(root, `${path}/${name}`));
}

if (isStarted(import.meta.url)) {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => arg !== '--force');
  try {
    const targets = names.length > 0 ? names : Object.keys(TARGETS);
    await build(targets, console.error, { force: args.includes('--force') });
    if (targets.includes('script-tag'))
      console.log(`${SCRIPT_TAG} integrity="${computeIntegrity(join(ROOT, SCRIPT_TAG))}"`);
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}

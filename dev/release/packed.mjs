/** The tarballs of a release: their files, the notices in them, and how users install them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { build, computeIntegrity, ROOT, SCRIPT_TAG, TARGETS } from '../commands/build.mjs';
import { PACKAGES, packPackage } from '../commands/pack.mjs';
import { NOTICES } from '../commands/third-party-notices.mjs';
import { errorMessage } from '../../process/error-message.mjs';

/** Written by a release, and ignored by git. */
export const RELEASE = join(ROOT, '.cache', 'release');
const CONTENTS = join(ROOT, 'dev', 'release', 'contents.json');

/** Files that must ship, whatever the list says. */
const LEGAL = { lib: ['LICENSE', `dist/${NOTICES}`], client: ['LICENSE', `dist/${NOTICES}`], server: ['LICENSE'] };

/** @typedef {Record<import('../commands/pack.mjs').PackageFolder, string[]>} Contents the files of each package, sorted */

/** @returns {Promise<string[]>} the problems */
export async function buildEverything() {
  try {
    await build(Object.keys(TARGETS), console.error);
    return [];
  } catch (error) {
    return [errorMessage(error)];
  }
}

/**
 * Builds the file for script tags.
 *
 * @returns {Promise<string>} its integrity
 */
export async function buildScriptTag() {
  await build(['script-tag'], console.error);
  return computeIntegrity(join(ROOT, SCRIPT_TAG));
}

/**
 * Packs all packages into the folder of the release.
 *
 * @returns {Promise<Contents>}
 */
export async function packAll() {
  const folder = join(RELEASE, 'packages');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build(Object.keys(TARGETS), console.error);
  const packed = await Promise.all(PACKAGES.map((name) => packPackage(name, folder)));
  const contents = packed.map((each) => [each.folder, each.files.toSorted((a, b) => (a < b ? -1 : 1))]);
  return /** @type {Contents} */ (Object.fromEntries(contents));
}

/** @returns {Contents} the committed list */
export function readContents() {
  return JSON.parse(readFileSync(CONTENTS, 'utf8'));
}

/** Writes the list, for `npm run generate -- contents`. */
export async function writeContents() {
  writeFileSync(CONTENTS, `${JSON.stringify(await packAll(), undefined, 2)}\n`);
}

/**
 * Compares packed files with the list.
 *
 * @param {Contents} packed
 * @param {Contents} expected
 * @returns {string[]} one sentence for each difference
 */
export function compareContents(packed, expected) {
  return PACKAGES.flatMap((folder) => {
    const [files, listed] = [new Set(packed[folder]), new Set(expected[folder])];
    const added = packed[folder].filter((path) => !listed.has(path));
    const lost = expected[folder].filter((path) => !files.has(path));
    const missing = LEGAL[folder].filter((path) => !files.has(path));
    return added
      .map((path) => `${folder}: ${path} is packed, and isn't in dev/release/contents.json.`)
      .concat(lost.map((path) => `${folder}: ${path} isn't packed.`))
      .concat(missing.map((path) => `${folder}: ${path} must be packed.`));
  });
}

/** @returns {Promise<string[]>} */
export async function checkPacked() {
  const differences = compareContents(await packAll(), readContents());
  return differences.length === 0 ? [] : [...differences, 'Run npm run generate -- contents if that is right.'];
}

/**
 * Runs a script of this repository.
 *
 * @param {string} title
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string[]>}
 */
async function runScript(title, args, env = {}) {
  const { failure, output } = await run(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    timeoutMs: 3_600_000,
  });
  return failure === undefined ? [] : [`${title} ${failure}:\n${output.trim().split('\n').slice(-30).join('\n')}`];
}

export const runTests = () => runScript('npm test', [join('dev', 'commands', 'main.mjs'), 'test']);

/** Installs the tarballs as users do. */
export const checkConsumers = () =>
  runScript(
    'The installation of the tarballs',
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project=apart', 'dev/commands/installation.full.test.mjs'],
    { ENDPOINTJS_FULL: '1' },
  );

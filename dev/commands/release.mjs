/**
 * `npm run release -- <version>`: writes a version wherever the current one is, the integrity of its file into the script tags, and its
 * section into CHANGELOG.md. By hand, because `npm version` knows manifests alone. The same version again changes nothing, which is how the
 * workflow compares a tag with the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { writeStatus } from '../generate/status.mjs';
import { build, computeIntegrity, ROOT, SCRIPT_TAG } from './build.mjs';
import { PACKAGES } from './pack.mjs';
import { isStarted } from './started.mjs';
import { listFiles } from './tracked-files.mjs';

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const OXFMT = join(ROOT, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
/** What precedes the packages' version in texts and manifests. */
const QUOTED =
  /(?<before>\bendpoint\.js(?:-client|-server)?(?:[/@]|": ")|\bcalls:|\bnewTag: |'service\.version': ')\d+\.\d+\.\d+(?:-[\w.-]*\w)?/g;
/** The tag that loads the builder from a CDN, as the formatter leaves it. It has no integrity before the first release. */
const SCRIPT =
  /<script\s+src="(?<address>https:\/\/unpkg\.com\/endpoint\.js@[\w.-]+\/dist\/endpoint\.min\.js)"(?:\s+integrity="[^"]*"\s+crossorigin="anonymous"\s*)?>/g;
/** Files that name other versions, or those of other projects. */
const EXCLUDED = /^CHANGELOG\.md$|(^|\/)fixtures\/|^e2e\/consumers\/|\.test\.mjs$|\.(png|ico|sum)$/;

/**
 * Replaces text in the tracked files of a repository.
 *
 * @param {string} root
 * @param {RegExp} pattern
 * @param {string} replacement
 */
function replaceEverywhere(root, pattern, replacement) {
  for (const path of listFiles(root).filter((name) => !EXCLUDED.test(name))) {
    const text = readFileSync(join(root, path), 'utf8');
    const replaced = text.replaceAll(pattern, replacement);
    if (replaced !== text) writeFileSync(join(root, path), replaced);
  }
}

/** @typedef {{ version: string, packages: Record<string, { version: string } | undefined> }} Manifest a package's, or the lock's */

/** @param {string} path @param {(json: Manifest) => void} change */
function editJson(path, change) {
  const json = JSON.parse(readFileSync(path, 'utf8'));
  change(json);
  writeFileSync(path, `${JSON.stringify(json, undefined, 2)}\n`);
}

/**
 * @param {string} root
 * @param {string} version
 */
export function writeVersion(root, version) {
  const folders = ['', ...PACKAGES];
  for (const folder of folders) editJson(join(root, folder, 'package.json'), (json) => (json.version = version));
  editJson(join(root, 'package-lock.json'), (lock) => {
    lock.version = version;
    for (const folder of folders) Object.assign(lock.packages[folder] ?? {}, { version });
  });
  replaceEverywhere(root, QUOTED, `$<before>${version}`);
}

/**
 * @param {string} root
 * @param {string} integrity of the file for script tags
 */
export function writeIntegrity(root, integrity) {
  replaceEverywhere(root, SCRIPT, `<script src="$<address>" integrity="${integrity}" crossorigin="anonymous">`);
}

/**
 * Formats what was written: longer versions and integrities break lines elsewhere.
 *
 * @param {string} root
 * @throws {Error} when the formatter fails, with its output
 */
export async function formatFiles(root) {
  const { failure, output } = await run(process.execPath, [OXFMT], { cwd: root });
  if (failure !== undefined) throw new Error(`oxfmt ${failure}:\n${output}`);
}

/**
 * Makes what is unreleased the section of a version, unless there is one.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date as in 2026-01-31
 */
export function writeSection(changelog, version, date) {
  if (changelog.includes(`\n## ${version} - `)) return changelog;
  return changelog.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} - ${date}\n`);
}

/**
 * Writes everything that names the version.
 *
 * @param {string} version
 */
async function writeRelease(version) {
  writeVersion(ROOT, version);
  const changelog = readFileSync(CHANGELOG, 'utf8');
  writeFileSync(CHANGELOG, writeSection(changelog, version, new Date().toISOString().slice(0, 10)));
  writeStatus(ROOT);
  await build(['script-tag'], console.error);
  writeIntegrity(ROOT, computeIntegrity(join(ROOT, SCRIPT_TAG)));
  await formatFiles(ROOT);
}

if (isStarted(import.meta.url)) {
  const [version = '', ...others] = process.argv.slice(2);
  if (VERSION.test(version) && others.length === 0) {
    await writeRelease(version);
    console.log(`${version} is written everywhere.`);
  } else {
    console.error(`version: "${[version, ...others].join(' ')}" isn't a version; use one such as 1.2.3 or 1.2.3-rc.1.`);
    process.exitCode = 2;
  }
}

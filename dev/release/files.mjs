/** The files that name the version: manifests, the lock file, and texts that quote it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../commands/pack.mjs';
import { listFiles } from '../commands/tracked-files.mjs';

const LOCK = 'package-lock.json';
const MANIFESTS = ['package.json', ...PACKAGES.map((folder) => `${folder}/package.json`)];
/** Each depends on the packages, at their version; it has none of its own. */
const EXAMPLE = /^examples\/[^/]+\/package\.json$/;
/** In each of them the version is the packages', and no other package's. */
const QUOTES =
  /(?<before>\bendpoint\.js(?:-client|-server)?[/@]|\bcalls:|\bnewTag: |'service\.version': ')(?<version>\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/g;
/** Earlier versions stay in it. */
const HISTORY = new Set(['CHANGELOG.md', LOCK]);
/** Other projects' files and projects of tests. */
const FOREIGN = /(^|\/)(fixtures|node_modules)\/|^e2e\/consumers\/|^dev\/release\/|\.(png|ico|sum)$/;

/** @typedef {{ name: string, version?: string, dependencies?: Record<string, string> }} Manifest */

/** @param {string} root @param {string} path */
const readJson = (root, path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** @param {string} root @param {string} path @param {unknown} value */
const writeJson = (root, path, value) => writeFileSync(join(root, path), `${JSON.stringify(value, undefined, 2)}\n`);

/**
 * Lists the versions that files state.
 *
 * @param {string} root
 * @returns {{ path: string, version: string }[]} those of the manifests first
 */
export function listVersions(root) {
  const lock = readJson(root, LOCK);
  const locked = ['', ...PACKAGES].map((folder) => ({ path: LOCK, version: String(lock.packages[folder]?.version) }));
  const manifests = [...MANIFESTS, ...listExamples(root)].flatMap((path) => {
    /** @type {Manifest} */
    const { version, dependencies = {} } = readJson(root, path);
    const own = Object.entries(dependencies).filter(([name]) => /^endpoint\.js(-\w+)?$/.test(name));
    return [version ?? [], ...own.map(([, range]) => range)].flat().map((text) => ({ path, version: text }));
  });
  const quotes = listTexts(root).flatMap(({ path, text }) =>
    [...text.matchAll(QUOTES)].map(({ groups }) => ({ path, version: groups?.['version'] ?? '' })),
  );
  return [...manifests, ...locked, { path: LOCK, version: lock.version }, ...quotes];
}

/**
 * Writes a version into every file that states the current one.
 *
 * @param {string} root
 * @param {string} version
 * @returns {string[]} the paths of the files that changed
 */
export function writeVersion(root, version) {
  for (const path of MANIFESTS) {
    const manifest = readJson(root, path);
    writeJson(root, path, setVersion(manifest, version));
  }
  const examples = listExamples(root);
  for (const path of examples) writeJson(root, path, setDependencies(readJson(root, path), version));
  const lock = readJson(root, LOCK);
  lock.version = version;
  for (const folder of ['', ...PACKAGES]) setVersion(lock.packages[folder], version);
  writeJson(root, LOCK, lock);
  const changed = listTexts(root).flatMap(({ path, text }) => {
    const replaced = text.replaceAll(QUOTES, `$<before>${version}`);
    if (replaced === text) return [];
    writeFileSync(join(root, path), replaced);
    return [path];
  });
  return [...MANIFESTS, ...examples, LOCK, ...changed];
}

/** @param {Manifest} manifest @param {string} version */
function setVersion(manifest, version) {
  manifest.version = version;
  return setDependencies(manifest, version);
}

/** @param {Manifest} manifest @param {string} version */
function setDependencies(manifest, version) {
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (/^endpoint\.js(-\w+)?$/.test(name)) Object.assign(manifest.dependencies ?? {}, { [name]: version });
  return manifest;
}

/** @param {string} root @returns {string[]} */
const listExamples = (root) => listFiles(root).filter((path) => EXAMPLE.test(path));

/** @param {string} root @returns {{ path: string, text: string }[]} the tracked files that may quote the version */
function listTexts(root) {
  return listFiles(root)
    .filter((path) => !HISTORY.has(path) && !MANIFESTS.includes(path) && !FOREIGN.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/**
 * The files in a package's `dist`: several targets write into it, each its own, and what an earlier build left behind must not be packed.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The files of the targets that write beside the main one of a package, by their paths from the project's folder. */
const SEVERAL = {
  'script-tag': /^lib\/dist\/endpoint\.min\.js(\.map)?$/,
  cli: /^lib\/dist\/(cli(-[^/]*)?\.js|THIRD-PARTY-NOTICES\.txt)$/,
  'client-esm': /^client\/dist\/(endpoint-client\.esm\.js(\.map)?|THIRD-PARTY-NOTICES\.txt)$/,
  types: /^(lib|client|server)\/dist\/.*\.d\.c?ts$/,
  resolution: /^(lib|client|server)\/dist\/.*\.cjs$/,
};

/** The main target of each folder writes all others. */
const MAIN = {
  lib: /^lib\/dist\//,
  client: /^client\/dist\//,
  server: /^server\/dist\//,
  playground: /^playground\/dist\//,
};

/**
 * Finds the target to which a file in the `dist` of a package belongs, whether or not it still writes it.
 *
 * @param {string} path from the project's folder, with `/`
 * @returns {string | undefined} its name
 */
function ownerOf(path) {
  const owner = [...Object.entries(SEVERAL), ...Object.entries(MAIN)].find(([, pattern]) => pattern.test(path));
  return owner?.[0];
}

/**
 * Lists the files of a target in the folders `dist` of its outputs.
 *
 * @param {string} root
 * @param {string} name of the target
 * @param {readonly string[]} outputs of the target
 * @returns {string[]} paths from `root`, with `/`, sorted
 */
export function listOwnFiles(root, name, outputs) {
  const folders = new Set(outputs.map((path) => dirname(path)).filter((folder) => basename(folder) === 'dist'));
  const paths = [...folders].flatMap((folder) => listFolder(root, folder));
  return paths.filter((path) => ownerOf(path) === name).sort();
}

/** @param {string} root @param {string} folder @returns {string[]} */
function listFolder(root, folder) {
  const entry = statSync(join(root, folder), { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (!entry.isDirectory()) return [folder];
  return readdirSync(join(root, folder)).flatMap((name) => listFolder(root, `${folder}/${name}`));
}

/** A file system may record a time some ms before the clock's. No build is as short. */
const CLOCK_MS = 20;

/**
 * Removes the files of a target that a build has not written. After the build: a broken one leaves the files of the last whole, from
 * which a running server may still load a module.
 *
 * @param {string} root
 * @param {string} name of the target
 * @param {readonly string[]} outputs of the target
 * @param {number} start of the build that has just ended, in ms since the epoch
 */
export function removeStaleFiles(root, name, outputs, start) {
  for (const path of listOwnFiles(root, name, outputs)) {
    if (statSync(join(root, path)).mtimeMs < start - CLOCK_MS) rmSync(join(root, path));
  }
}

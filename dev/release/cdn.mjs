/**
 * The tags that load the builder from a CDN, in texts. Each names a version; a release writes the integrity of that version's file, which
 * exists from then on. Before the first release, the tags have none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../commands/tracked-files.mjs';

/** The builder's file, by a public CDN that keeps versions. */
const TAG =
  /<script src="(?<address>https:\/\/unpkg\.com\/endpoint\.js(?<version>@[\w.-]+)?\/dist\/endpoint\.min\.js)"(?: integrity="(?<integrity>[^"]*)" crossorigin="anonymous")?>/g;
const TEXT = /\.(md|html)$/;

/**
 * @typedef {object} CdnTag
 * @property {string} path of the file, from the root
 * @property {string | undefined} version
 * @property {string | undefined} integrity
 */

/** @param {string} root */
const listTexts = (root) =>
  listFiles(root)
    .filter((path) => TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/**
 * Lists the tags in the texts of a repository.
 *
 * @param {string} root
 * @returns {CdnTag[]}
 */
export function listCdnTags(root) {
  return listTexts(root).flatMap(({ path, text }) =>
    [...text.matchAll(TAG)].map(({ groups }) => ({
      path,
      version: groups?.['version']?.slice(1),
      integrity: groups?.['integrity'],
    })),
  );
}

/**
 * Writes the integrity of the built file into all tags.
 *
 * @param {string} root
 * @param {string} integrity
 * @returns {string[]} the paths of the files that changed
 */
export function writeIntegrity(root, integrity) {
  return listTexts(root).flatMap(({ path, text }) => {
    const written = text.replaceAll(TAG, `<script src="$<address>" integrity="${integrity}" crossorigin="anonymous">`);
    if (written === text) return [];
    writeFileSync(join(root, path), written);
    return [path];
  });
}

/**
 * Compares the tags with the built file, as it must be at a tag of git.
 *
 * @param {string} root
 * @param {string} integrity of the built file
 * @returns {string[]} a sentence for each difference
 */
export function compareIntegrity(root, integrity) {
  const differing = listCdnTags(root).filter((tag) => tag.integrity !== integrity);
  return differing.map(
    (tag) => `${tag.path} states the integrity ${tag.integrity}, and the built file has ${integrity}.`,
  );
}

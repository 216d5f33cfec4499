/**
 * What a packed package must and must not contain.
 */
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

const ALLOWED =
  /^(dist\/.*\.(js|d\.ts|js\.map)|dist\/(envoy\.yaml|THIRD-PARTY-NOTICES\.txt)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
const UNWANTED = /^dist\/playground\/|\.test(-d)?\./;
const DECLARATION = /\.d\.ts$/;
const IMPORTED = /\bfrom '(\.[^']+)\.js'/g;

/**
 * @param {ReadonlyMap<string, string>} files the text of each by its path in the package
 * @param {{ exports: Record<string, unknown> }} manifest package.json
 * @param {number} ceiling of the packed size without source maps, in bytes
 * @returns {string[]} what is wrong with it, a sentence each
 */
export function packageProblems(files, manifest, ceiling) {
  const exported = Object.values(manifest.exports).flatMap(exportedFiles);
  const required = new Set(['package.json', 'README.md', 'LICENSE', ...exported]);
  const declared = importedDeclarations(exported, files);
  const size = packedSize(files);
  return [
    ...[...required].filter((path) => !files.has(path)).map((path) => `${path} is missing`),
    ...[...files.keys()]
      .filter((path) => !ALLOWED.test(path) || UNWANTED.test(path))
      .map((path) => `${path} doesn't belong in it`),
    ...[...files.keys()]
      .filter((path) => DECLARATION.test(path) && !declared.has(path))
      .map((path) => `${path} declares nothing that an entry exports`),
    ...(size > ceiling ? [`${size} bytes packed without source maps, over the ceiling of ${ceiling}`] : []),
  ];
}

/**
 * The files that an entry of "exports" names, except for the sources, which only this repository has.
 *
 * @param {unknown} entry
 * @returns {string[]}
 */
function exportedFiles(entry) {
  if (typeof entry === 'string') return [entry.replace(/^\.\//, '')];
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.entries(entry).flatMap(([condition, value]) =>
    condition.endsWith('-source') ? [] : exportedFiles(value),
  );
}

/**
 * The declarations among `paths`, and all that these import.
 *
 * @param {readonly string[]} paths
 * @param {ReadonlyMap<string, string>} files
 */
function importedDeclarations(paths, files) {
  const found = new Set(paths.filter((path) => DECLARATION.test(path)));
  // A set also goes through what is added on the way.
  for (const path of found) {
    for (const [, imported = ''] of (files.get(path) ?? '').matchAll(IMPORTED))
      found.add(posix.join(posix.dirname(path), `${imported}.d.ts`));
  }
  return found;
}

/**
 * About the size of the tarball: one stream of the files, without the tarball's headers.
 *
 * @param {ReadonlyMap<string, string>} files
 */
function packedSize(files) {
  const texts = [...files].filter(([path]) => !path.endsWith('.map')).map(([, text]) => text);
  return gzipSync(texts.join('\n'), { level: 9 }).length;
}

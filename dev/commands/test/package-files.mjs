/**
 * What the packed package must and must not contain.
 */

/**
 * @param {readonly string[]} files paths in the package
 * @param {{ exports: Record<string, unknown> }} manifest package.json
 * @returns {string[]} what is wrong with it, a sentence each
 */
export function packageProblems(files, manifest) {
  const present = new Set(files);
  const required = new Set([
    'package.json',
    'README.md',
    'LICENSE',
    ...Object.values(manifest.exports).flatMap(exportedFiles),
  ]);
  const allowed = /^(dist\/.*\.(js|d\.ts|js\.map)|dist\/envoy\.yaml|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
  const unwanted = /^dist\/playground\/|\.test(-d)?\./;
  return [
    ...[...required].filter((path) => !present.has(path)).map((path) => `${path} is missing`),
    ...files.filter((path) => !allowed.test(path) || unwanted.test(path)).map((path) => `${path} doesn't belong in it`),
  ];
}

/**
 * The files that an entry of "exports" names, but for the sources, which only this repository has.
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

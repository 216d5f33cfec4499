/**
 * The steps of `npm test` that check each package as npm would publish it.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../build.mjs';
import { PACKAGES, packPackage, resolutionModules } from '../pack.mjs';
import { runTool } from './tools.mjs';

const TARBALLS = join(ROOT, '.cache', 'packed');

/**
 * The ceilings of the packed sizes without source maps and READMEs, in bytes. The builder's includes its command
 * with the parser of OpenAPI documents, the client's 35,000 bytes of the module with its dependencies.
 */
const CEILINGS = { lib: 250_000, client: 67_000, server: 92_000 };

/** @type {Promise<import('../pack.mjs').Packed[]> | undefined} the packages, packed once for all steps */
let packing;

/**
 * Checks each package; the result counts them.
 *
 * @param {(packed: import('../pack.mjs').Packed) => Promise<{ failure: string | undefined, output: string }>} check
 * @returns {Promise<import('./tools.mjs').StepResult>}
 */
async function checkEach(check) {
  mkdirSync(TARBALLS, { recursive: true });
  packing ??= Promise.all(PACKAGES.map((folder) => packPackage(folder, TARBALLS)));
  const packages = await packing;
  const results = await Promise.all(
    packages.map(async (packed) => {
      const { failure, output } = await check(packed);
      return { name: packed.name, failure, output };
    }),
  );
  const failed = results.filter(({ failure }) => failure !== undefined);
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    notes: failed.map(({ name, failure }) => `${name}: ${failure}`),
    output: failed.map(({ name, output }) => `${name}\n${output}`).join('\n'),
  };
}

/** package.json and the files that it names. */
export function checkManifests() {
  return checkEach(({ tarball }) => runTool('publint', ['run', tarball, '--strict']));
}

/** The types as each way to import them finds them. To attw a package without types has no wrong ones; the step `pack` misses them. */
export function checkTypesOfPackages() {
  // The files that CDNs serve have no types: the entries that they contain have.
  return checkEach(({ tarball }) =>
    runTool('attw', [
      tarball,
      '--profile',
      'strict',
      '--exclude-entrypoints',
      './endpoint.min.js',
      './endpoint-client.esm.js',
    ]),
  );
}

/** The files and their size. */
export function checkFiles() {
  return checkEach(async ({ folder, files }) => {
    /** @param {string} path */
    const read = (path) => readFileSync(join(ROOT, folder, path), 'utf8');
    const texts = new Map(files.map((path) => [path, read(path)]));
    const problems = packageProblems(texts, JSON.parse(read('package.json')), CEILINGS[folder]);
    return { failure: problems.length === 0 ? undefined : `${problems.length} problems`, output: problems.join('\n') };
  });
}

const ALLOWED =
  /^(dist\/.*\.(c?js|d\.c?ts|js\.map)|dist\/(envoy\.yaml|THIRD-PARTY-NOTICES\.txt)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
const UNWANTED = /^dist\/playground\/|\.test(-d)?\./;
const DECLARATION = /\.d\.c?ts$/;
const IMPORTED = /\bfrom '(\.[^']+)\.js'/g;

/**
 * @param {ReadonlyMap<string, string>} files the text of each by its path in the package
 * @param {Pick<import('../pack.mjs').Manifest, 'exports' | 'unpkg' | 'jsdelivr'>} manifest package.json
 * @param {number} ceiling of the packed size without source maps, in bytes
 * @returns {string[]} what is wrong with it, a sentence each
 */
export function packageProblems(files, manifest, ceiling) {
  const exported = Object.values(manifest.exports).flatMap(exportedFiles);
  const resolution = resolutionModules(manifest);
  const ofCdns = [manifest.unpkg, manifest.jsdelivr].flatMap(exportedFiles);
  const required = new Set(['package.json', 'README.md', 'LICENSE', ...exported, ...ofCdns, ...resolution.keys()]);
  const declared = importedDeclarations(exported, files);
  const size = packedSize(files);
  return [
    ...[...required].filter((path) => !files.has(path)).map((path) => `${path} is missing`),
    ...[...files.keys()]
      .filter((path) => (!ALLOWED.test(path) && !resolution.has(path)) || UNWANTED.test(path))
      .map((path) => `${path} doesn't belong in it`),
    ...[...resolution]
      .filter(([path, text]) => files.has(path) && files.get(path) !== text)
      .map(([path]) => `${path} isn't what dev/commands/resolution.mjs writes`),
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
 * About the size of the tarball: one stream of the files, without the tarball's headers. A README is for the package's page.
 *
 * @param {ReadonlyMap<string, string>} files
 */
function packedSize(files) {
  const texts = [...files].filter(([path]) => !path.endsWith('.map') && path !== 'README.md').map(([, text]) => text);
  return gzipSync(texts.join('\n'), { level: 9 }).length;
}

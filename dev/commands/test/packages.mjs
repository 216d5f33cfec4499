/**
 * The steps of `npm test` that look at each package as npm would publish it.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build.mjs';
import { PACKAGES, packPackage } from '../pack.mjs';
import { packageProblems } from './package-files.mjs';
import { runTool } from './tools.mjs';

const TARBALLS = join(ROOT, '.cache', 'packed');

/**
 * The ceilings of the packed sizes without source maps, in bytes. The builder's has its command in it, with the parser of
 * OpenAPI documents; each is what its package has today and a fifth.
 */
const CEILINGS = { lib: 250_000, client: 30_000, server: 80_000 };

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

/** The types as each way to import them finds them. */
export function checkTypesOfPackages() {
  return checkEach(async ({ tarball }) => {
    const { failure, output } = await runTool('attw', [tarball]);
    // To attw a package without types has no wrong ones; to us it has.
    const untyped = /does not contain types/.test(output) ? 'there are no types in the package' : undefined;
    return { failure: failure ?? untyped, output };
  });
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

/** What no file of the repository may contain. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';
import { checkDigest } from '../generate/digest.mjs';

const files = listFiles(ROOT, { untracked: true });
/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** A line that git leaves in a file that it couldn't merge, also as a formatter of Markdown rewrites it. */
const MARK = /^(?:<{7}|>{7}|(?:> ){6}>)(?: |$)/m;

test('no file has a conflict that was never resolved', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => MARK.test(readFileSync(join(ROOT, file), 'latin1')))).toEqual([]);
});

/** Ranges are for what a package lets its users install. */
const OF_USERS = /^(?:client|server)\/package\.json$/;
const EXACT = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$|^file:/;

/** @param {string} path @param {Record<string, Record<string, string>>} manifest */
function findRanges(path, manifest) {
  const kinds = ['devDependencies', ...(OF_USERS.test(path) ? [] : ['dependencies', 'optionalDependencies'])];
  const entries = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
  return entries.filter(([, version]) => !EXACT.test(version)).map(([name, version]) => `${path}: ${name} ${version}`);
}

test('every version of a package.json is exact', () => {
  expect(
    findRanges('package.json', { devDependencies: { a: '^1.2.3', b: '1.2.3', c: 'npm:d@1.2.3', e: '*' } }),
  ).toEqual(['package.json: a ^1.2.3', 'package.json: e *']);
  const manifests = files.filter((path) => /(?:^|\/)package\.json$/.test(path));
  expect(manifests.length).toBeGreaterThan(10);
  expect(manifests.flatMap((path) => findRanges(path, JSON.parse(read(path))))).toEqual([]);
});

/** A bound of a time that was measured, or such a time itself, except where time is a fake. */
const CLOCK =
  /\b(?:const|let) (\w+) = (?:performance|Date)\.now\(\)\s*-[^]*?\bexpect\([^;]*\b\1\b|\b(?:performance|Date)\.now\(\)(?:\s*-\s*[\w.]+)?\s*[<>]=?\s*[\d_]+|\bexpect\([^;]*?\b(?:performance|Date)\.now\(\)\s*-|\bexpect\([^;]*?\bperformance\.now\(\)|\bprocess\.hrtime\b/;
const TEST = /(?<!\.(?:full|quiet))\.test\.(?:tsx?|mjs)$|(?<!figures)\.spec\.ts$/;

test('no assertion of npm test reads a clock', () => {
  expect('const elapsed = Date.now() - begun;\nexpect(elapsed).toBe(5)').toMatch(CLOCK);
  const found = files
    .filter((path) => TEST.test(path) && path !== 'dev/lint/repository.test.mjs')
    .filter((path) => CLOCK.test(read(path)) && !read(path).includes('useFakeTimers'));
  expect(found).toEqual([]);
});

test('the generated files are those of the last `npm run generate`', () => {
  expect(checkDigest()).toEqual([]);
});

test('every style sheet is imported', () => {
  const sources = files.filter((path) => /\.(?:tsx?|m?js|css|html|vue)$/.test(path) && !/\.test\./.test(path));
  const imported = new Set(
    sources.flatMap((path) =>
      Array.from(read(path).matchAll(/['"]([\w./-]+\.css)['"]/g), ([, name = '']) =>
        posix.join(posix.dirname(path), name),
      ),
    ),
  );
  expect(imported.size).toBeGreaterThan(10);
  expect(files.filter((path) => path.endsWith('.css') && !imported.has(path))).toEqual([]);
});

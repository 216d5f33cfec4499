/** Every file, folder, script and identifier that CONTRIBUTING.md names exists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';
import { QUERY_STYLES } from '../../lib/options.js';

const files = listFiles(ROOT, { untracked: true });
/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const { scripts, devDependencies, workspaces } = JSON.parse(read('package.json'));
/** @type {string[]} */
const packages = [
  ...Object.keys(devDependencies),
  ...workspaces.map((/** @type {string} */ folder) => JSON.parse(read(`${folder}/package.json`)).name),
];
const SOURCE = /\.(?:tsx?|mjs|json)$/;
/** Words that the text explains itself. */
const EXPLAINED = /^(?:exports|js|text)$/;

/** @type {Set<string>} */
const words = new Set();
for (const path of files.filter((name) => SOURCE.test(name) && !/lock\.json$|recipes\.test/.test(name)))
  for (const [word] of read(path).matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);

/**
 * @param {string} name in backticks
 * @returns {boolean} whether it exists; also for a version, and for text that isn't a name
 */
function exists(name) {
  const script = /^npm run ([\w:]+)/.exec(name)?.[1];
  if (script !== undefined) return script in scripts;
  const tests = /\bnpx vitest run ([\w/.-]+)/.exec(name)?.[1];
  if (tests !== undefined) return files.some((path) => path.includes(tests));
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return EXPLAINED.test(name) || words.has(name);
  if (packages.includes(name) || /^\d+\.\d+\.\d+/.test(name)) return true;
  if (!/^[\w.@<>*-]+(?:\/[\w.@<>*-]*)*$/.test(name) || !/\/|\.\w+$/.test(name)) return true;
  // `<name>` and `*` stand for any name. The page omits a folder that it has named.
  const pattern = name.replaceAll(/[.+@]/g, String.raw`\$&`).replaceAll(/<\w+>|\*/g, '[^/]+');
  const path = new RegExp(`(?:^|/)${pattern}${name.endsWith('/') ? '' : '(?:$|/)'}`);
  return files.some((file) => path.test(file));
}

test.each([
  ['lib/options.ts', true],
  ['lib/option.ts', false],
  ['dev/release/', false],
  ['QUERY_STYLES', true],
  ['QUERY_LISTS', false],
  ['npm run generate -- picture', true],
  ['npm run mend', false],
  ['ENDPOINTJS_FULL=1 npx vitest run dev/execution', true],
  ['npx vitest run dev/release', false],
  ['permissions: contents: read', true],
])('`%s` exists: %s', (name, expected) => {
  expect(exists(name)).toBe(expected);
});

const page = read('CONTRIBUTING.md').replaceAll(/^```[^]*?^```$/gm, '');

test('every name exists', () => {
  const names = Array.from(page.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !exists(name))).toEqual([]);
});

test('each list is in the file that its recipe links', () => {
  const lists = Array.from(page.matchAll(/`([A-Z_]+)` in\s+\[[^\]]+\]\(([^)]+)\)/g), ([, list = '', file = '']) => ({
    list,
    file,
  }));
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter(({ list, file }) => !read(file).includes(`const ${list}`))).toEqual([]);
});

test('the recipe of a query style links each file that has all styles', () => {
  const styles = QUERY_STYLES.arrays.map((style) => new RegExp(String.raw`\b${style}\b`));
  const lists = files.filter(
    (path) =>
      /\.(?:tsx?|mjs|md)$/.test(path) &&
      !/\.test\.|^CONTRIBUTING/.test(path) &&
      styles.every((style) => style.test(read(path))),
  );
  const [recipe = ''] = /^- \*\*A query style\*\*[^]*?\n(?=- )/m.exec(page) ?? [];
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter((path) => !recipe.includes(`(${path})`))).toEqual([]);
});

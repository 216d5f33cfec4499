/** Every file, folder, script and identifier that a recipe of CONTRIBUTING.md names exists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';

const files = listFiles(ROOT, { untracked: true });
const { scripts, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const SOURCE = /\.(?:tsx?|mjs|json)$/;
/** Members and values that the text explains itself, and names of other projects. */
const EXPLAINED = /^(?:default|exports|permissions|require|types|sh|js|ts|text|calls|name|title|icon|label|shown)$/;

/** @type {Set<string>} */
const words = new Set();
for (const path of files.filter((name) => SOURCE.test(name) && !/lock\.json$|recipes\.test/.test(name)))
  for (const [word] of readFileSync(join(ROOT, path), 'utf8').matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);

/**
 * @param {string} name in backticks
 * @returns {boolean} whether it exists; also for what isn't a name
 */
function exists(name) {
  const script = /^npm run ([\w:]+)/.exec(name)?.[1];
  if (script !== undefined) return script in scripts;
  const tests = /\bnpx vitest run ([\w/.-]+)/.exec(name)?.[1];
  if (tests !== undefined) return files.some((path) => path.includes(tests));
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return EXPLAINED.test(name) || words.has(name);
  if (name in devDependencies) return true;
  if (!/^[\w.@<>*-]+(?:\/[\w.@<>*-]*)*$/.test(name) || !/\/|\.\w+$/.test(name)) return true;
  // `<name>` and `*` stand for any name. Recipes omit a folder that they have named.
  const pattern = name.replaceAll(/[.+@]/g, String.raw`\$&`).replaceAll(/<\w+>|\*/g, '[^/]+');
  const path = new RegExp(`(?:^|/)${pattern}${name.endsWith('/') ? '' : '(?:$|/)'}`);
  return files.some((file) => path.test(file));
}

test.each([
  ['lib/options.ts', true],
  ['lib/option.ts', false],
  ['dev/release/', false],
  ['QUERY_STYLES', true],
  ['QUERY_KINDS', false],
  ['npm run generate -- picture', true],
  ['npm run mend', false],
  ['ENDPOINTJS_FULL=1 npx vitest run dev/execution', true],
  ['npx vitest run dev/release', false],
  ['permissions: contents: read', true],
])('`%s` exists: %s', (name, expected) => {
  expect(exists(name)).toBe(expected);
});

test('every name in a recipe exists', () => {
  const [, recipes = ''] = /^## Recipes\n([^]*?)^## /m.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  const names = Array.from(recipes.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !exists(name))).toEqual([]);
});

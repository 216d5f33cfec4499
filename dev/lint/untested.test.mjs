/** What no test would miss otherwise: options, flags, and the tabs and views of the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';

const files = listFiles(ROOT, { untracked: true }).filter((path) => /\.(?:tsx?|mjs)$/.test(path));
const isTest = (/** @type {string} */ path) => /\.(?:test|test-d|spec|cases)\.|\/test\//.test(path);
/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
/** @param {string} text @param {RegExp} pattern */
const findNames = (text, pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name);
const tests = files.filter((path) => isTest(path) && !path.startsWith('dev/lint/'));

test('each option of the builder is in one of its tests', () => {
  const names = new Set(findNames(read('lib/options.ts'), /^ {2}(\w+)\?: /gm));
  const texts = tests.filter((path) => path.startsWith('lib/')).map(read);
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !texts.some((text) => new RegExp(String.raw`\b${name}\b`).test(text)))).toEqual(
    [],
  );
});

test('each flag of a command is in a test', () => {
  const help = /^(?:\$\{\w+\})? {2,}(?:-\w, )?--([a-z][a-z-]*)\b/gm;
  const flags = files.filter((path) => !isTest(path)).flatMap((path) => findNames(read(path), help));
  const text = tests.map(read).join('\n');
  expect(flags.length).toBeGreaterThan(50);
  expect(flags.filter((flag) => !text.includes(`--${flag}`))).toEqual([]);
});

test('the page has these tabs and views, and its guide names the tabs', () => {
  const tabs = (/** @type {string} */ path, /** @type {RegExp} */ pattern) =>
    findNames(read(`playground/src/${path}`), pattern);
  const outputs = tabs('features/request-builder/outputs/Outputs.tsx', /^ +(?:\{ )?label: '([^']+)'/gm);
  const views = tabs('app/views.ts', /\{ name: '\w+', title: '([^']+)'/g);
  expect([outputs, views]).toEqual([
    ['Request', 'Response', 'Code', 'Why'],
    ['Build', 'Result', 'Call'],
  ]);
  const guide = read('docs/guides/playground.md');
  expect(outputs.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(guide))).toEqual([]);
});

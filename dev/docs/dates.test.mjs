import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLastChange, hasHistory } from './dates.mjs';

/** @type {string} */
let root;
const DATES = ['2026-01-02T03:04:05Z', '2026-02-03T04:05:06Z'];

/** @param {string} folder @param {readonly string[]} args @param {string} [date] */
const git = (folder, args, date) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: join(root, folder),
    env: { ...process.env, ...(date && { GIT_AUTHOR_DATE: date }) },
    stdio: 'pipe',
  });

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'dates-'));
  git('', ['init', '-q', 'whole']);
  for (const [index, name] of ['a', 'b'].entries()) {
    writeFileSync(join(root, 'whole', name), name);
    git('whole', ['add', name]);
    git('whole', ['commit', '-qm', name], DATES[index]);
  }
  writeFileSync(join(root, 'whole', 'new'), '');
  git('', ['clone', '-q', '--depth', '1', `file://${join(root, 'whole')}`, 'shallow']);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['whole', 'a', DATES[0]],
  ['whole', 'b', DATES[1]],
  ['whole', 'new', undefined],
  ['shallow', 'a', undefined],
  ['shallow', 'b', undefined],
  ['.', 'whole/a', undefined],
  ['missing', 'a', undefined],
])('%s: %s last changed at %s', (folder, file, date) => {
  expect(findLastChange(file, join(root, folder))).toBe(date && Date.parse(date));
});

test.each([
  ['whole', true],
  ['shallow', false],
  ['.', false],
])('%s has a history: %s', (folder, expected) => {
  expect(hasHistory(join(root, folder))).toBe(expected);
});

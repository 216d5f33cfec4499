import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';

/** A line that git leaves in a file that it couldn't merge, also as a formatter of Markdown rewrites it. */
const MARK = /^(?:<{7}|>{7}|(?:> ){6}>)(?: |$)/m;

test('a mark of git is found, however it was formatted', () => {
  expect(['<'.repeat(7), '>'.repeat(7), `${'> '.repeat(6)}> `].map((mark) => MARK.test(`a\n${mark} b`))).toEqual([
    true,
    true,
    true,
  ]);
});

test('no file has a conflict that was never resolved', () => {
  const files = listFiles(ROOT);
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => MARK.test(readFileSync(join(ROOT, file), 'latin1')))).toEqual([]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBadAddresses } from './built-pages.mjs';

test('a missing file, a missing heading and a file of another host are found', () => {
  const html = '<a href="./x.html">x</a><a href="#y">y</a><a href="/z">z</a><script src="https://h/s.js"></script>';
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), html);
  expect(findBadAddresses(folder, '/a/b/', ['index.html'])).toStrictEqual([
    'index.html: ./x.html leads to no file',
    'index.html: #y leads to no heading',
    'index.html: /z leads out of the site',
    'index.html loads https://h/s.js',
  ]);
});

import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listOwnFiles, ownerOf, removeStaleFiles } from './written-files.mjs';

test.each([
  ['lib/dist/index.js', 'lib'],
  ['lib/dist/shared/errors.js.map', 'lib'],
  ['lib/dist/removed.txt', 'lib'],
  ['lib/dist/endpoint.min.js.map', 'script-tag'],
  ['lib/dist/cli-command.js', 'cli'],
  ['lib/dist/THIRD-PARTY-NOTICES.txt', 'cli'],
  ['lib/dist/types/errors.d.ts', 'types'],
  ['server/dist/index.d.cts', 'types'],
  ['server/dist/index.cjs', 'resolution'],
  ['server/dist/playground/index.html', 'server'],
  ['client/dist/index.js', 'client'],
  ['client/dist/endpoint-client.esm.js', 'client-esm'],
  ['client/dist/THIRD-PARTY-NOTICES.txt', 'client-esm'],
  ['playground/dist/assets/index.js', 'playground'],
  ['lib/index.ts', undefined],
])('%s belongs to %s', (path, owner) => {
  expect(ownerOf(path)).toBe(owner);
});

test('removeStaleFiles removes the older files of a target, and nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const start = Date.now();
  /** @type {[path: string, stays: boolean, old: boolean][]} */
  const files = [
    ['lib/dist/index.js', true, false],
    ['lib/dist/removed.js', false, true],
    ['lib/dist/shared/new.js', true, false],
    ['lib/dist/shared/removed.js', false, true],
    ['lib/dist/index.d.ts', true, true],
    ['lib/dist/cli.js', true, true],
    ['lib/index.ts', true, true],
    ['client/dist/index.js', true, true],
  ];
  for (const [path, , old] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
    if (old) utimesSync(join(root, path), new Date(), new Date(start - 1000));
  }
  removeStaleFiles(root, 'lib', ['lib/dist/index.js'], start);
  expect(files.filter(([path, stays]) => existsSync(join(root, path)) !== stays)).toEqual([]);
  expect(listOwnFiles(root, 'lib', ['lib/dist/index.js'])).toEqual(['lib/dist/index.js', 'lib/dist/shared/new.js']);
});

/** The version in a copy of the whole repository, which the workflow of a release compares as well. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { writeStatus } from '../generate/status.mjs';
import { ROOT } from './build.mjs';
import { formatFiles, writeIntegrity, writeVersion } from './release.mjs';
import { listFiles } from './tracked-files.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

const git = (/** @type {string} */ root, /** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' });

test('writes the version everywhere, formatted, and the same one again changes nothing', async () => {
  const root = makeTemporaryFolder();
  for (const path of listFiles(ROOT)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(ROOT, path), join(root, path));
  }
  git(root, 'init', '--quiet');
  git(root, 'add', '.');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'lib', 'package.json'), 'utf8'));
  writeVersion(root, version);
  expect(git(root, 'diff', '--stat')).toBe('');

  writeVersion(root, '98.76.54-rc.1');
  const changed = git(root, 'diff', '--name-only').trim().split('\n');
  expect(changed).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'server/package.json']));
  // Nothing but the version has changed, and no file of the packages names the former one.
  const lines = git(root, 'diff', '--unified=0', '--no-color').split('\n');
  const added = lines.filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1));
  const removed = lines.filter((line) => /^-(?!--)/.test(line)).map((line) => line.slice(1));
  expect(added.map((line) => line.replaceAll('98.76.54-rc.1', version))).toEqual(removed);
  for (const folder of ['lib', 'client', 'server'])
    expect(readFileSync(join(root, folder, 'package.json'), 'utf8')).not.toMatch(
      /"endpoint\.js[\w-]*": "(?=\d)(?!98)|"version": "(?!98)/,
    );

  writeStatus(root, true);
  writeIntegrity(root, `sha384-${'a'.repeat(64)}`);
  await formatFiles(root);
  git(root, 'add', '.');
  // As the workflow compares them.
  writeVersion(root, '98.76.54-rc.1');
  writeStatus(root, true);
  writeIntegrity(root, `sha384-${'a'.repeat(64)}`);
  await formatFiles(root);
  expect(git(root, 'diff', '--stat')).toBe('');
  writeIntegrity(root, 'sha384-b');
  expect(readFileSync(join(root, 'examples/plain-page/README.md'), 'utf8')).toContain(
    '<script src="https://unpkg.com/endpoint.js@98.76.54-rc.1/dist/endpoint.min.js" integrity="sha384-b" crossorigin="anonymous">',
  );
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PACKAGES } from '../commands/pack.mjs';
import { ROOT } from '../commands/build.mjs';
import { checkProject, readAddresses, readSetting, writeProject } from './project.mjs';

/** @param {string} folder @param {readonly string[]} args */
const git = (folder, args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });

test('every file has the addresses of the root package.json; else run `npm run generate -- project`', () => {
  expect(checkProject(ROOT)).toStrictEqual([]);
});

test.each([
  ['git+https://host.example/an-owner/a.name.git', 'https://site.example/', 'https://host.example/an-owner/a.name'],
  ['git+https://github.com/o/n.git', 'https://o.github.io/n/', 'https://github.com/o/n'],
])('%s and %s are addresses', (url, homepage, repository) => {
  expect(readAddresses({ repository: { type: 'git', url }, homepage })).toStrictEqual({ repository, homepage });
});

test.each([
  [{ homepage: 'https://site.example/' }, 'repository.url is undefined; use git+https://<host>/<owner>/<name>.git.'],
  [{ repository: { type: 'git', url: 'https://github.com/o/n' } }, 'repository.url is https://github.com/o/n; use'],
  [{ repository: { type: 'git', url: 'git+https://github.com/o/n.git' } }, 'homepage is undefined; use'],
  [
    { repository: { type: 'git', url: 'git+https://github.com/o/n.git' }, homepage: 'https://o.github.io/n' },
    'homepage is https://o.github.io/n; use https://<host>/…/, with a slash at its end.',
  ],
])('%o is refused', (manifest, message) => {
  expect(() => readAddresses(manifest)).toThrow(message);
});

// In pieces: this file is among those that are checked.
const HOST = ['github', 'com'].join('.');
const other = {
  repository: `https://${HOST}/somebody/else.js`,
  homepage: `https://${['endpoint-docs', 'example'].join('.')}/`,
};
const former = [`https://${HOST}/former/endpoint.js`, `https://former.${HOST.replace('com', 'io')}/endpoint.js`];

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Copies the files of this repository that name one of its addresses. */
function copyTree() {
  const { repository, homepage } = readSetting(ROOT);
  const patterns = [repository, homepage.slice(0, -1)].flatMap((address) => ['-e', address.slice('https://'.length)]);
  const paths = git(ROOT, ['grep', '--untracked', '--name-only', '-z', '--fixed-strings', ...patterns]).split('\0');
  for (const path of paths) if (path !== '') cpSync(join(ROOT, path), join(root, path), { force: true });
  git(root, ['init', '--quiet']);
  git(root, ['add', '--all']);
}

/** @param {string} repository @param {string} homepage */
function changeSetting(repository, homepage) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  Object.assign(manifest, { homepage, repository: { type: 'git', url: `git+${repository}.git` } });
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

test('another setting changes every file, and back again none', () => {
  copyTree();
  const tree = git(root, ['write-tree']);
  const before = readSetting(root);
  writeFileSync(
    join(root, 'forms.md'),
    `${before.homepage}guides/a.html ${before.repository}.git ${before.repository}-other my${before.homepage.slice(8)}\n`,
  );
  git(root, ['add', '--all']);
  changeSetting(other.repository, other.homepage);
  expect(checkProject(root)).toContain('lib/package.json: differs from a fresh run.');
  const changed = writeProject(root);
  expect(changed).toEqual(
    expect.arrayContaining(['lib/README.md', 'package.json', ...PACKAGES.map((f) => `${f}/package.json`)]),
  );
  expect(changed.at(-1)).toBe('lib/package.json');
  expect(readFileSync(join(root, 'forms.md'), 'utf8')).toBe(
    `${other.homepage}guides/a.html ${other.repository}.git ${before.repository}-other my${before.homepage.slice(8)}\n`,
  );
  rmSync(join(root, 'forms.md'));
  // No file has the former ones: neither in full nor without the scheme.
  const addresses = [before.homepage.slice(0, -1), before.repository].map((address) => address.slice(8));
  const found = addresses.flatMap((text) => grep(text));
  expect(found).toStrictEqual([]);
  expect(checkProject(root)).toStrictEqual([]);
  changeSetting(before.repository, before.homepage);
  expect(writeProject(root)).toStrictEqual(changed.filter((path) => path !== 'forms.md'));
  git(root, ['add', '--all']);
  expect(git(root, ['write-tree'])).toBe(tree);
});

/** @param {string} text */
function grep(text) {
  try {
    return git(root, ['grep', '--name-only', '--fixed-strings', text]).split('\n');
  } catch {
    // 1: no file has it.
    return [];
  }
}

test('an address of a former owner is found', () => {
  for (const path of ['package.json', ...PACKAGES.map((folder) => `${folder}/package.json`)])
    cpSync(join(ROOT, path), join(root, path));
  const { repository } = readSetting(ROOT);
  writeFileSync(
    join(root, 'a.md'),
    [`${former[0]}/issues`, `${former[1]}/`, 'https://github.com/octokit/endpoint.js', repository].join('\n'),
  );
  git(root, ['init', '--quiet']);
  git(root, ['add', '--all']);
  expect(checkProject(root)).toStrictEqual(former.map((address) => `a.md: has ${address}, which isn't the setting's.`));
});

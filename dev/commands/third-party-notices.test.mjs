import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './build.mjs';
import { PACKAGES, readManifest } from './pack.mjs';
import { formatNotices, NOTICES, parseNotices } from './third-party-notices.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param {string} name @param {Readonly<Record<string, string>>} [files] @param {string} [folder] */
function writePackage(name, files = {}, folder = `node_modules/${name}`) {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', license: 'MIT' }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, folder, path), text);
  return join(root, folder);
}

test('notices have the licences of packages by name, copies once', () => {
  const folders = [
    writePackage('b', { 'licence.md': 'The licence of b.', 'README.md': 'About b.' }),
    writePackage('b', { 'licence.md': 'The licence of b.' }, 'node_modules/a/node_modules/b'),
    writePackage('a', { LICENSE: 'The licence of a.\n', 'LICENSE-MIT.txt': 'Another one.' }),
  ];
  const notices = formatNotices(folders);
  expect(notices).toBe(
    `a 1.2.3 (MIT)\n\nThe licence of a.\n\nAnother one.\n\n${'-'.repeat(80)}\n\nb 1.2.3 (MIT)\n\nThe licence of b.\n`,
  );
  expect(parseNotices(notices)).toStrictEqual([
    { name: 'a', version: '1.2.3', license: 'MIT' },
    { name: 'b', version: '1.2.3', license: 'MIT' },
  ]);
});

test('a package without a licence file has the text of its neighbour, or is refused', () => {
  writePackage('@grpc/grpc-js', { LICENSE: 'Apache License' });
  expect(formatNotices([writePackage('@connectrpc/connect')])).toContain('Apache License');
  expect(() => formatNotices([writePackage('bare')])).toThrow('bare: has no licence file');
});

/** The packages of others whose code a file with a source map contains. @param {string} path */
function bundled(path) {
  /** @type {{ sources: string[] }} */
  const { sources } = JSON.parse(readFileSync(path, 'utf8'));
  return sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
}

// Those that aren't built yet are built by the step that checks the packed files.
test.each(PACKAGES)('every package of others in the bundles of %s is in its notices', (folder) => {
  const dist = join(ROOT, folder, 'dist');
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const maps = names.filter((name) => name.endsWith('.js.map'));
  const notices = names.includes(NOTICES) ? parseNotices(readFileSync(join(dist, NOTICES), 'utf8')) : [];
  const known = new Set(notices.map(({ name }) => name));
  expect(maps.flatMap((map) => bundled(join(dist, map))).filter((name) => !known.has(name))).toStrictEqual([]);
  // The builder and its script tag have no code of others.
  if (folder === 'lib') expect(bundled(join(dist, 'endpoint.min.js.map'))).toStrictEqual([]);
  if (folder === 'client') expect(known).toEqual(new Set(['@improbable-eng/grpc-web', 'google-protobuf']));
  expect(Object.keys(readManifest(folder).exports).length).toBeGreaterThan(1);
});

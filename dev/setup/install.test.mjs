import { createServer } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { explainStall, installPackages, npmCommand, staleReason } from './install.mjs';
import { run } from '../../process/processes.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

/** @type {string} */
let root;
beforeEach(() => {
  root = makeTemporaryFolder();
});

const A = { version: '1.0.0', integrity: 'sha512-a' };
const B = { version: '2.0.0', integrity: 'sha512-b', optional: true };

/** @param {object | string} value */
const text = (value) => (typeof value === 'string' ? value : JSON.stringify({ packages: value }));

/**
 * @param {Record<string, object> | string | undefined} locked
 * @param {Record<string, object> | string | undefined} installed
 * @param {readonly string[]} folders
 */
function project(locked, installed, folders) {
  mkdirSync(join(root, 'node_modules'));
  if (locked !== undefined) writeFileSync(join(root, 'package-lock.json'), text(locked));
  if (installed !== undefined) writeFileSync(join(root, 'node_modules', '.package-lock.json'), text(installed));
  for (const folder of folders) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), '{}');
  }
}

const a = 'node_modules/a';
const b = 'node_modules/b';
/** A package of the repository: its folder, and the link to it. */
const W = { name: 'w', version: '1.0.0' };
const LINK = { resolved: 'lib', link: true };
const w = 'node_modules/w';
/** @typedef {Record<string, object>} Packages */
/** @type {[string, Packages | undefined, Packages | string | undefined, string[], string | undefined][]} */
const CASES = [
  ['a complete installation', { '': {}, [a]: A, [b]: B }, { [a]: A, [b]: B }, [a, b], undefined],
  ['a missing optional package, of another platform', { '': {}, [a]: A, [b]: B }, { [a]: A }, [a], undefined],
  ['an optional package that isn’t locked', { '': {} }, { [b]: B }, [b], undefined],
  ['a linked folder', { '': {}, lib: W, [w]: LINK }, { lib: W, [w]: LINK }, ['lib', w], undefined],
  ['nothing', { '': {}, [a]: A }, undefined, [], 'nothing is installed yet'],
  ['an interrupted installation', { '': {}, [a]: A }, '{"packages": {', [], 'nothing is installed yet'],
  ['a missing package', { '': {}, [a]: A }, {}, [], 'node_modules/a is missing'],
  ['a removed folder', { '': {}, [a]: A }, { [a]: A }, [], 'node_modules/a is missing'],
  ['another version', { '': {}, [a]: A }, { [a]: { ...A, version: '0.9.0' } }, [a], 'node_modules/a is 0.9.0 instead of 1.0.0'],
  ['other contents', { '': {}, [a]: A }, { [a]: { ...A, integrity: 'sha512-x' } }, [a], 'node_modules/a differs from the contents in package-lock.json'],
  ['a package that isn’t locked', { '': {} }, { [a]: A }, [a], 'node_modules/a is installed but not in package-lock.json'],
  ['a package in place of a link', { '': {}, lib: W, [w]: LINK }, { lib: W, [w]: A }, ['lib', w], 'node_modules/w is not a link to a folder of this repository'],
  ['no lock file', undefined, {}, [], 'there is no package-lock.json'],
]; // prettier-ignore

test.each(CASES)('staleReason of %s', (_, locked, installed, folders, expected) => {
  project(locked, installed, folders);
  expect(staleReason(root)).toBe(expected);
});

test('explainStall', () => {
  const fetched = 'npm http fetch GET 200 https://registry.test/a.tgz 285ms (cache miss)\n';
  const refused = 'npm http fetch GET https://registry.test/b.tgz attempt 1 failed with ECONNREFUSED\n';
  expect(explainStall(fetched + refused)).toMatch(/^; the network may be missing \(GET .* failed with ECONNREFUSED\)/);
  expect(explainStall(refused + fetched)).toBe('');
  expect(explainStall('npm http cache a@https://registry.test/a.tgz 0ms (cache hit)\n')).toBe('');
});

describe('an installation without network', () => {
  test('says so while it waits, and fails with npm’s reason alone', async () => {
    // A registry that accepts connections and answers nothing, until the message has come.
    const server = createServer();
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const entry = { version: '1.0.0', resolved: `http://127.0.0.1:${port}/a.tgz` };
    const dependencies = { a: '1.0.0' };
    const packages = { '': { name: 'p', version: '1.0.0', dependencies }, [a]: entry };
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'p', version: '1.0.0', dependencies }));
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ name: 'p', version: '1.0.0', lockfileVersion: 3, packages }),
    );
    writeFileSync(join(root, '.npmrc'), 'fetch-retries=0\n');
    /** @type {string[]} */
    const lines = [];
    const log = (/** @type {string} */ line) => {
      lines.push(line);
      if (!line.includes('the network may be missing') || !server.listening) return;
      server.close();
      server.closeAllConnections();
    };
    const installing = installPackages(root, log, 'Installing', 50);
    await expect(installing).rejects.toThrow(/^npm ci ended with code 1:\n(?!npm http)npm error/);
    expect(lines).toContainEqual(expect.stringMatching(/^Installing \(.*\) … .* s; the network may be missing/));
  });
});

test('npm runs without a shell', async () => {
  const [command, ...args] = npmCommand({});
  expect((await run(command, [...args, '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+/);
  // Another package manager sets it, too.
  expect(npmCommand({ npm_execpath: '/somewhere/yarn.js' })).not.toContain('/somewhere/yarn.js');
});

test.each(
  /** @type {const} */ ([
    ['beside node.exe', 'win32', 'node/node_modules'],
    ['on the PATH of Windows', 'win32', 'path/node_modules'],
    ['in lib/ elsewhere', 'darwin', 'lib/node_modules'],
  ]),
)('npm is found %s', (_, platform, folder) => {
  const script = join(root, folder, 'npm', 'bin', 'npm-cli.js');
  mkdirSync(join(script, '..'), { recursive: true });
  writeFileSync(script, '');
  const node = join(root, 'node', 'node');
  expect(npmCommand({ Path: join(root, 'path') }, { platform, node })).toEqual([node, script]);
});

test('the message of Windows without npm', () => {
  expect(() => npmCommand({}, { platform: 'win32', node: join(root, 'node') })).toThrow(
    'not on PATH; install Node with npm',
  );
});

// npm leaves out what its registry lacks, and refuses the lock file then: "npm ci" fails everywhere.
test.each(['', 'docs/', 'dev/full/'])('%spackage-lock.json has the packages of all systems', (folder) => {
  /** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync(new URL(`../../${folder}package-lock.json`, import.meta.url), 'utf8'));
  const installed = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  expect(optional.filter((name) => !installed.has(name))).toEqual([]);
});

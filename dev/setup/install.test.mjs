import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { npmCommand, staleReason } from './install.mjs';
import { run } from '../../envoy/launcher/process/processes.mjs';

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

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
/** @typedef {Record<string, object>} Packages */
/** @type {[string, Packages | undefined, Packages | string | undefined, string[], string | undefined][]} */
const CASES = [
  ['all is as it should be', { '': {}, [a]: A, [b]: B }, { [a]: A, [b]: B }, [a, b], undefined],
  ['an optional one for another platform isn’t there', { '': {}, [a]: A, [b]: B }, { [a]: A }, [a], undefined],
  ['nothing was ever installed', { '': {}, [a]: A }, undefined, [], 'nothing is installed yet'],
  ['an installation was interrupted', { '': {}, [a]: A }, '{"packages": {', [], 'nothing is installed yet'],
  ['one is missing', { '': {}, [a]: A }, {}, [], 'node_modules/a is missing'],
  ['a folder was removed', { '': {}, [a]: A }, { [a]: A }, [], 'node_modules/a is missing'],
  [
    'a version differs',
    { '': {}, [a]: A },
    { [a]: { ...A, version: '0.9.0' } },
    [a],
    'node_modules/a is 0.9.0 instead of 1.0.0',
  ],
  [
    'the contents differ',
    { '': {}, [a]: A },
    { [a]: { ...A, integrity: 'sha512-x' } },
    [a],
    'node_modules/a has other contents than package-lock.json says',
  ],
  ['an optional one is too many', { '': {} }, { [b]: B }, [b], undefined],
  ['one is too many', { '': {} }, { [a]: A }, [a], 'node_modules/a is there but not in package-lock.json'],
  ['there is no lock file', undefined, {}, [], 'there is no package-lock.json'],
];

describe('staleReason', () => {
  test.each(CASES)('%s', (_, locked, installed, folders, expected) => {
    project(locked, installed, folders);
    expect(staleReason(root)).toBe(expected);
  });
});

describe('npmCommand', () => {
  test('runs npm without a shell', async () => {
    const [command, ...args] = npmCommand({});
    expect((await run(command, [...args, '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('doesn’t take another package manager for npm', () => {
    expect(npmCommand({ npm_execpath: '/somewhere/yarn.js' })).not.toContain('/somewhere/yarn.js');
  });
});

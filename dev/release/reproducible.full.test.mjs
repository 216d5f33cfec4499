/** The same sources give the same bytes: built and packed in two folders, at other times, in other zones, by users of other habits. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../process/processes.mjs';
import { ROOT } from '../commands/build.mjs';
import { listFiles } from '../commands/tracked-files.mjs';

const FOLDER = join(ROOT, '.cache', 'reproducible');
const PACKED = join('.cache', 'release', 'packages');

/** Where each copy differs from the other. */
const COPIES = [
  {
    folder: join(FOLDER, 'a'),
    umask: '022',
    mode: 0o644,
    changed: new Date('2001-02-03T04:05:06Z'),
    env: { TZ: 'UTC', LC_ALL: 'C' },
  },
  {
    folder: join(FOLDER, 'another place', 'below', 'b'),
    umask: '077',
    mode: 0o600,
    changed: new Date('2026-06-07T08:09:10Z'),
    env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', HOME: FOLDER, USERPROFILE: FOLDER },
  },
];
const [first, second] = COPIES;

/**
 * Repeats a folder with links to its files, so that paths in it are those of the copy.
 *
 * @param {string} from
 * @param {string} to
 */
function linkTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target, 'junction');
    else linkSync(source, target);
  }
}

/** @param {(typeof COPIES)[number]} copy */
function createCopy({ folder, mode, changed }) {
  for (const path of listFiles(ROOT, { untracked: true })) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(ROOT, path), target);
    chmodSync(target, mode);
    utimesSync(target, changed, changed);
  }
  linkTree(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** @param {(typeof COPIES)[number]} copy */
async function packCopy({ folder, umask, env }) {
  const script = `process.umask(0o${umask}); await (await import('./dev/release/packed.mjs')).packAll();`;
  const { failure, output } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  if (failure !== undefined) throw new Error(`Packing in ${folder} ${failure}:\n${output}`);
}

/** @param {Buffer} bytes */
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads the entries of a tarball.
 *
 * @param {string} path
 * @returns {Record<string, string>} mode, time and hash of each by its name
 */
function readTarball(path) {
  const tar = gunzipSync(readFileSync(path));
  /** @param {number} at @param {number} length */
  const text = (at, length) => tar.toString('utf8', at, at + length).replace(/\0.*$/, '');
  /** @type {Record<string, string>} */
  const entries = {};
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const content = tar.subarray(at + 512, at + 512 + size);
    entries[text(at, 100)] = `${text(at + 100, 8)} ${text(at + 136, 12)} ${hash(content)}`;
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

/** @param {string} folder @returns {Record<string, string>} the hash of each file by its path */
function hashFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length),
      hash(readFileSync(join(parentPath, name))),
    ]),
  );
}

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const copy of COPIES) {
    createCopy(copy);
    await packCopy(copy);
  }
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test.each(['endpoint.js', 'endpoint.js-client', 'endpoint.js-server'])('%s is the same in both', (name) => {
  const [one, other] = COPIES.map(({ folder }) => {
    const names = readdirSync(join(folder, PACKED)).filter((file) => file.replace(/-\d.*$/, '') === name);
    expect(names).toHaveLength(1);
    return join(folder, PACKED, names[0] ?? '');
  });
  const entries = readTarball(one ?? '');
  expect(Object.keys(entries).length).toBeGreaterThan(5);
  // First by entry, for a message that names the file.
  expect(readTarball(other ?? '')).toEqual(entries);
  expect(hash(readFileSync(other ?? ''))).toBe(hash(readFileSync(one ?? '')));
});

test('the playground is the same in both', () => {
  const [one, other] = [first, second].map((copy) => hashFiles(join(copy?.folder ?? '', 'playground', 'dist')));
  expect(Object.keys(one ?? {}).length).toBeGreaterThan(10);
  expect(other).toEqual(one);
});

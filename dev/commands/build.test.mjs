import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { build, computeIntegrity, isFresh, isSource, removeOldChunks, writeStamp } from './build.mjs';

const TARGET = { command: [], sources: ['src', 'config.json', 'not-there'], outputs: ['dist/out.js'] };
/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  mkdirSync(join(root, 'dist'));
  write('src/a.ts', 'a');
  write('src/deep/b.ts', 'b');
  write('config.json', '{}');
  write('dist/out.js', 'built');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {string} path @param {string} text */
function write(path, text) {
  writeFileSync(join(root, path), text);
}

const fresh = () => isFresh(root, 'target', TARGET);

describe('isFresh', () => {
  test('is true only after a build', () => {
    expect(fresh()).toBe(false);
    writeStamp(root, 'target', TARGET);
    expect(fresh()).toBe(true);
  });

  /** @type {[string, boolean, () => void][]} */
  const changes = [
    ['a changed source', false, () => write('src/deep/b.ts', 'c')],
    ['a new source', false, () => write('src/c.ts', '')],
    ['a removed source', false, () => rmSync(join(root, 'src/a.ts'))],
    ['a changed configuration', false, () => write('config.json', '{ }')],
    ['a source that was missing', false, () => write('not-there', '')],
    ['a removed output', false, () => rmSync(join(root, 'dist/out.js'))],
    ['a changed output', false, () => write('dist/out.js', 'built by hand')],
    ['a touched source', true, () => utimesSync(join(root, 'src/a.ts'), new Date(), new Date())],
    ['a changed test', true, () => write('src/a.test.ts', 'test')],
  ];
  test.each(changes)('after %s is %s', (_, expected, change) => {
    writeStamp(root, 'target', TARGET);
    change();
    expect(fresh()).toBe(expected);
  });
});

test.each([
  ['server/operations/echo.ts', true],
  ['lib/request/query.ts', true],
  ['proto/gen/node/api.js', true],
  ['package.json', true],
  ['server/operations/echo.test.ts', false],
  ['server/test/processes.ts', false],
  ['server/dist/main.js', false],
  ['server/node_modules/a/index.js', false],
  ['lib/README.md', false],
  ['servers/a.ts', false],
  ['playground/src/main.tsx', false],
  ['', false],
])('of the server, %j is a source: %s', (path, expected) => {
  expect(isSource(path, ['lib', 'server'])).toBe(expected);
});

test('removeOldChunks removes what the build didn’t write, and nothing else', () => {
  const target = { ...TARGET, chunks: /^shared/ };
  const start = Date.now();
  mkdirSync(join(root, 'dist', 'shared'));
  const old = ['shared-old.js', 'shared/old.js', 'shared-old.d.ts', 'other.js'];
  for (const name of old) {
    write(`dist/${name}`, '');
    utimesSync(join(root, 'dist', name), new Date(), new Date(start - 1000));
  }
  for (const name of ['shared-new.js', 'shared/new.js']) write(`dist/${name}`, '');
  removeOldChunks(root, target, start);
  const left = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).sort();
  expect(left).toEqual(
    ['other.js', 'out.js', 'shared', join('shared', 'new.js'), 'shared-new.js', 'shared-old.d.ts'].sort(),
  );
});

test('build rejects an unknown target and names the known ones', async () => {
  await expect(build(['libs'], () => {})).rejects.toThrow(/^There is no target "libs"; use one of lib, script-tag, /);
});

test('computeIntegrity agrees with browsers', () => {
  write('src/a.ts', 'abc');
  // The SHA-384 of "abc" (FIPS 180-4).
  const hash = 'ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn';
  expect(computeIntegrity(join(root, 'src/a.ts'))).toBe(`sha384-${hash}`);
});

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { build, buildTarget, computeIntegrity, isFresh, isSource, writeStamp } from './build.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

const TARGET = { command: [], sources: ['src', 'config.json', 'not-there'], outputs: ['dist/out.js'] };
/** @type {string} */
let root;
beforeEach(() => {
  root = makeTemporaryFolder();
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  mkdirSync(join(root, 'dist'));
  write('src/a.ts', 'a');
  write('src/deep/b.ts', 'b');
  write('config.json', '{}');
  write('dist/out.js', 'built');
});

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
  ['package.json', true],
  ['server/operations/echo.test.ts', false],
  ['server/dist/main.js', false],
  ['lib/README.md', false],
])('of the server, %j is a source: %s', (path, expected) => {
  expect(isSource(path, ['lib', 'server'])).toBe(expected);
});

describe('buildTarget', () => {
  const target = {
    command: ['--eval', "fs.writeFileSync('lib/dist/index.js', 'built')"],
    sources: ['src'],
    outputs: ['lib/dist/index.js'],
  };
  beforeEach(() => mkdirSync(join(root, 'lib/dist'), { recursive: true }));

  test('removes a file that it has not written, which makes the target stale', async () => {
    await buildTarget(root, 'lib', target);
    expect(isFresh(root, 'lib', target)).toBe(true);
    write('lib/dist/removed.js', 'left by an earlier build');
    utimesSync(join(root, 'lib/dist/removed.js'), new Date(0), new Date(0));
    expect(isFresh(root, 'lib', target)).toBe(false);
    await buildTarget(root, 'lib', target);
    expect(readdirSync(join(root, 'lib/dist'))).toEqual(['index.js']);
    expect(isFresh(root, 'lib', target)).toBe(true);
  });

  test('leaves the files of the last whole build where one fails', async () => {
    await buildTarget(root, 'lib', target);
    const broken = { ...target, command: ['--eval', 'process.exit(1)'] };
    await expect(buildTarget(root, 'lib', broken)).rejects.toThrow(/^Building lib failed/);
    expect(readdirSync(join(root, 'lib/dist'))).toEqual(['index.js']);
    expect(isFresh(root, 'lib', target)).toBe(false);
  });
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

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { build, integrity, isFresh, writeStamp } from './build.mjs';

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

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  writeFileSync(join(root, path), text);
}

const fresh = () => isFresh(root, 'target', TARGET);

describe('isFresh', () => {
  test('only what was built is fresh', () => {
    expect(fresh()).toBe(false);
    writeStamp(root, 'target', TARGET);
    expect(fresh()).toBe(true);
  });

  /** @type {[string, boolean, () => void][]} */
  const changes = [
    ['a source changed', false, () => write('src/deep/b.ts', 'c')],
    ['a source came', false, () => write('src/c.ts', '')],
    ['a source went', false, () => rmSync(join(root, 'src/a.ts'))],
    ['the configuration changed', false, () => write('config.json', '{ }')],
    ['a source that wasn’t there came', false, () => write('not-there', '')],
    ['the output went', false, () => rmSync(join(root, 'dist/out.js'))],
    ['the output is another', false, () => write('dist/out.js', 'built by hand')],
    ['a source was only touched', true, () => utimesSync(join(root, 'src/a.ts'), new Date(), new Date())],
    ['a test changed', true, () => write('src/a.test.ts', 'test')],
  ];
  test.each(changes)('%s: %s', (_, expected, change) => {
    writeStamp(root, 'target', TARGET);
    change();
    expect(fresh()).toBe(expected);
  });
});

test('an unknown target is an error that names the known ones', async () => {
  await expect(build(['libs'], () => {})).rejects.toThrow(
    /^There is no target "libs" to build; there are lib, script-tag, /,
  );
});

test('integrity is what a browser computes', () => {
  write('src/a.ts', 'abc');
  // The SHA-384 of "abc" (FIPS 180-4).
  const hash = 'ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn';
  expect(integrity(join(root, 'src/a.ts'))).toBe(`sha384-${hash}`);
});

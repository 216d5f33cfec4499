import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findChromium, installedPlaces } from './chromium.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * @param {string} name
 * @param {number} code the exit code of `--version`
 */
function program(name, code = 0) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\nconsole.error('a stub, install the package'); process.exit(${code});`);
  chmodSync(path, 0o755);
  return path;
}

/** @param {NodeJS.ProcessEnv} env */
const find = (env) =>
  findChromium({
    env: { PATH: join(folder, 'bin'), ...env },
    log: () => {},
    findPlaywrights: async () => join(folder, 'playwright', 'chrome'),
    mayInstall: false,
  });

describe.runIf(process.platform === 'linux')('findChromium', () => {
  test('prefers the explicit path, then Playwright’s, then PATH', async () => {
    const onPath = program('bin/google-chrome');
    expect(await find({})).toBe(onPath);
    const playwrights = program('playwright/chrome');
    expect(await find({})).toBe(playwrights);
    const explicit = program('explicit');
    expect(await find({ CHROME_PATH: explicit })).toBe(explicit);
    const first = program('first');
    expect(await find({ ENDPOINTJS_CHROMIUM: first, CHROME_PATH: explicit })).toBe(first);
  });

  test('rejects a wrong explicit path and tries nothing else', async () => {
    program('bin/chromium');
    await expect(find({ CHROME_PATH: '/no/where' })).rejects.toThrow(
      `CHROME_PATH is "/no/where", which isn't a usable Chromium: no such program`,
    );
  });

  test('skips a stub that doesn’t run', async () => {
    program('bin/chromium', 1);
    const chrome = program('bin/google-chrome');
    expect(await find({})).toBe(chrome);
  });
});

/** @type {[NodeJS.Platform, NodeJS.ProcessEnv, string][]} */
const PLACES = [
  ['darwin', { HOME: '/h', PATH: '' }, '/h/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['win32', { PROGRAMFILES: '/p' }, join('/p', 'Google', 'Chrome', 'Application', 'chrome.exe')],
  ['win32', { LOCALAPPDATA: '/l' }, join('/l', 'Microsoft', 'Edge', 'Application', 'msedge.exe')],
  ['linux', { PATH: '/a' }, join('/a', 'chromium-browser')],
];
test.each(PLACES)('looks on %s with %j at %s', (platform, env, expected) => {
  expect(installedPlaces(env, platform)).toContain(expected);
});

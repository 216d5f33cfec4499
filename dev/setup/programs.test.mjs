import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { attempt, findCauses, findOnPath, installDebianPackages } from './programs.mjs';

test.runIf(process.platform === 'linux')(
  'finds a program by the first of its names, in the first of the folders',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const path of ['b/two', 'c/one', 'c/two']) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), '');
      chmodSync(join(folder, path), 0o755);
    }
    mkdirSync(join(folder, 'a', 'one'), { recursive: true });
    const env = { PATH: ['a', 'b', 'c'].map((name) => join(folder, name)).join(delimiter) };
    expect(await findOnPath(['one', 'two'], env)).toBe(join(folder, 'c', 'one'));
    expect(await findOnPath(['two'], env)).toBe(join(folder, 'b', 'two'));
    expect(await findOnPath(['three'], env)).toBeUndefined();
  },
);

test.each([
  ['win32', 'tool.exe'],
  ['darwin', 'tool'],
])('on %s a program is the file %s', async (platform, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['tool', 'tool.exe']) {
    writeFileSync(join(folder, file), '');
    chmodSync(join(folder, file), 0o755);
  }
  expect(await findOnPath(['tool'], { Path: folder }, /** @type {NodeJS.Platform} */ (platform))).toBe(
    join(folder, name),
  );
});

test('a failed installation is reported with its cause', async () => {
  /** @type {string[]} */
  const lines = [];
  const script = `console.error(${JSON.stringify(PLAYWRIGHT)}); process.exit(1)`;
  const installer = { name: 'npx install it', command: process.execPath, args: ['-e', script], env: process.env };
  expect(await attempt((line) => lines.push(line), 'Downloading it', installer)).toBe(
    'npx install it: ended with code 1: Error: getaddrinfo ENOTFOUND x.test',
  );
  expect(lines[0]).toBe('Downloading it …');
  expect(lines.at(-1)).toMatch(/^Downloading it: failed after /);
});

test('names the command that it can’t run', async () => {
  const packages = ['xvfb', 'firefox-esr'];
  const options = { log: () => {}, env: {}, platform: /** @type {const} */ ('darwin') };
  expect(await installDebianPackages(packages, '', options)).toBe(
    'apt-get install xvfb firefox-esr: only as root on Linux',
  );
});

const PLAYWRIGHT = `Downloading Chrome for Testing 1 (playwright chromium v1)\u001B[2m from http://x.test/linux64.zip\u001B[22m
Error: getaddrinfo ENOTFOUND x.test
    at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:122:26) {
  errno: -3008,
  code: 'ENOTFOUND'
}
Downloading Chrome for Testing 1 (playwright chromium v1) from http://x.test/linux64.zip
Error: getaddrinfo ENOTFOUND x.test
    at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:122:26)
Failed to install browsers
Error: Failed to download Chrome for Testing 1 (playwright chromium v1), caused by
Error: Download failure, code=1
    at ChildProcess._handle.onexit (node:internal/child_process:293:12)`;
/** As Node prints it where a host has several addresses. */
const AGGREGATE = `AggregateError [ETIMEDOUT]:
    at internalConnectMultiple (node:net:1139:18) {
  code: 'ETIMEDOUT',
  [errors]: [
    Error: connect ETIMEDOUT 192.0.2.1:80
        at createConnectionError (node:net:1652:14) {
    Error: connect ENETUNREACH 2001:db8::1:80
        at internalConnectMultiple (node:net:1135:16) {`;
const APT = `Err:1 http://deb.debian.org/debian bookworm InRelease
  Temporary failure resolving 'deb.debian.org'
Reading package lists...
E: Unable to locate package chromium`;

test.each([
  [PLAYWRIGHT, ['Error: getaddrinfo ENOTFOUND x.test']],
  [
    PLAYWRIGHT.replaceAll(/^Error: getaddrinfo.*$/gm, AGGREGATE),
    [
      'AggregateError [ETIMEDOUT]:',
      'Error: connect ETIMEDOUT 192.0.2.1:80',
      'Error: connect ENETUNREACH 2001:db8::1:80',
    ],
  ],
  [
    PLAYWRIGHT.replaceAll(/^Error: getaddrinfo.*$/gm, ''),
    [
      'Error: Failed to download Chrome for Testing 1 (playwright chromium v1), caused by',
      'Error: Download failure, code=1',
    ],
  ],
  [APT, ['Err:1 http://deb.debian.org/debian bookworm InRelease', 'E: Unable to locate package chromium']],
  ['Something\nelse\n', ['else']],
  ['', []],
])('finds the causes in %j', (output, expected) => {
  expect(findCauses(output)).toEqual(expected);
});

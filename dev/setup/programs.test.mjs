import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCauses, findOnPath, installDebianPackages } from './programs.mjs';

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
const APT = `Err:1 http://deb.debian.org/debian bookworm InRelease
  Temporary failure resolving 'deb.debian.org'
Reading package lists...
E: Unable to locate package chromium`;

test.each([
  [
    PLAYWRIGHT,
    [
      'Error: getaddrinfo ENOTFOUND x.test',
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

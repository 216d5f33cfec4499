/** The image's contents: built by the commands of the Containerfile, from its context alone. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { run } from '../process/processes.mjs';
import { grpcCaller } from '../server/test/callers.js';
import {
  listContextFiles,
  copyContext,
  containerfile,
  dockerignore,
  entryFlags,
  nodeFlags,
  program,
} from './test/descriptions.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
let folder = '';
const running: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  // As in the build: by its commands, from its context alone.
  const [, commands = ''] = /^RUN (node .*)$/m.exec(containerfile) ?? [];
  const source = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  copyContext(ROOT, listContextFiles(ROOT, dockerignore), source);
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'), 'junction');
  for (const step of commands.split(' && ')) {
    const [, ...args] = step.split(' ').map((word) => (word === '/app' ? folder : word));
    const { failure, output } = await run(process.execPath, args, { cwd: source });
    if (failure !== undefined) throw new Error(output);
  }
  rmSync(source, { recursive: true });
}, 200_000);
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Listening {
  readonly grpc: string;
  readonly metrics: string;
  readonly health: string;
}

/** Starts it as the image does, on free ports of loopback. */
async function start(args: readonly string[]): Promise<{ child: ChildProcessWithoutNullStreams } & Listening> {
  const free = ['--host', '127.0.0.1', '--port', '0', '--health-port', '0', '--health-host', '127.0.0.1'];
  const child = spawn(process.execPath, [...nodeFlags, program, ...entryFlags, ...args, ...free], { cwd: folder });
  running.push(child);
  const [line] = await once(child.stdout, 'data');
  const listening: Listening = JSON.parse(String(line));
  return { child, ...listening };
}

const health = (url: string): Promise<{ code: number | null; output: string }> =>
  run(process.execPath, ['deploy/healthcheck.mjs', url], { cwd: folder });

test('serves, reports its health, and stops', async () => {
  const { child, grpc, metrics, health: url } = await start(['--metrics-port', '0']);
  const caller = grpcCaller(grpc);
  const { response } = await caller.call({ code: 'build', str1: 'GET /users/{id}', str2: '{"id":7}' });
  expect(response?.success).toBe(true);
  expect((await fetch(metrics)).status).toBe(200);
  expect(await health(url)).toMatchObject({ code: 0, output: '' });
  caller.close();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await health(url)).toMatchObject({ code: 1, output: expect.stringContaining('ECONNREFUSED') });
});

test('has the licences of all its packages', () => {
  const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const manifests = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|node_modules[\\/])(?:@[^\\/]+[\\/])?[^\\/]+[\\/]package\.json$/.test(path),
  );
  const shipped = manifests.map((path) => JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8')));
  const named = Array.from(notices.matchAll(/^(\S+ \d\S*) \(.+\)$/gm), ([, name]) => name);
  const names = shipped
    .map(({ name, version }) => `${name} ${version}`)
    .filter((name) => !name.startsWith('endpoint.js '));
  expect(manifests.length).toBeGreaterThan(40);
  expect(new Set(named)).toEqual(new Set(names));
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('endpoint.js contributors');
});

test('has none of the tools', () => {
  for (const path of [
    'node_modules/vite',
    'node_modules/typescript',
    'playground',
    'dist',
    'dev',
    'envoy',
    'server/process',
    'server/dist/launch.js',
    'server/dist/index.d.ts',
    'node_modules/endpoint.js/index.ts',
    'node_modules/endpoint.js/dist/cli.js',
  ]) {
    expect([path, existsSync(join(folder, path))]).toEqual([path, false]);
  }
});

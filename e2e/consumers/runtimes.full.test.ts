/** The packed packages in every runtime of servers: what each finds is, byte for byte, what this Node finds. */
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../dev/commands/build.mjs';
import { recordSupport } from '../../dev/support/tables.mjs';
import { resolveFull } from '../../dev/full/packages.mjs';
import { collectCleanups, FIND_MS } from '../../envoy/test/envoy.js';
import { freePort } from '../../process/ports.mjs';
import { run, start, stop } from '../../process/processes.mjs';
import { startSendServer, type SendServer } from '../../lib/test/send-server.js';
import { installProject } from './project.js';
import { ask, runProgram, startServices, type Results, type Services } from './test/services.js';

const { platform, arch } = process;
const WORKS = { '`endpoint.js`': 'works', '`endpoint.js-client`': 'works' };
const NODES = { 'Node 20': 20, 'Node 22': 22, 'Node 24': 24, 'Node, current': 26 };

let folder: string;
let services: Services;
let reference: Results;
let sendServer: SendServer;
beforeAll(async () => {
  folder = await installProject('runtimes', ['lib', 'client']);
  const entryPoints = [join(ROOT, 'lib', 'test', 'send.cases.ts')];
  await build({ entryPoints, outfile: join(folder, 'send.cases.js'), bundle: true, format: 'esm' });
  writeFileSync(join(folder, 'send.js'), SEND);
  sendServer = await startSendServer();
  services = await startServices(['null']);
  reference = await runProgram([process.execPath, 'main.js'], folder, services.settings);
  return () => Promise.all([services.stop(), sendServer.stop()]);
}, FIND_MS);

/**
 * Finds a program in the packages that npm installed for this platform.
 *
 * @throws {Error} where npm has none for it: a runtime that was not run must not pass
 */
function findProgram(runtime: string, packageName: string, path: string): string {
  const file = join(folder, 'node_modules', packageName, platform === 'win32' ? `${path}.exe` : path);
  if (existsSync(file)) return file;
  throw new Error(`npm has no ${runtime} for ${platform} on ${arch} (${packageName}); it was not run.`);
}

async function readVersion(command: string, ...args: readonly string[]): Promise<string> {
  const { failure, stdout, output } = await run(command, [...args, '--version']);
  if (failure !== undefined) throw new Error(`${command} --version ${failure}:\n${output}`);
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? stdout.trim();
}

/** A program that prints the cases of `send` whose outcome isn't the expected one. */
const SEND = `import * as library from 'endpoint.js/send';
import { findWrongSends } from './send.cases.js';
console.log(JSON.stringify(await findWrongSends(library, process.argv[2])));`;

/** Runs the cases of `send` by a runtime. */
async function expectToSend([command = '', ...args]: readonly string[]): Promise<void> {
  const { failure, stdout, output } = await run(command, [...args, 'send.js', sendServer.url], { cwd: folder });
  expect([failure, failure ? output : JSON.parse(stdout)]).toEqual([undefined, {}]);
}

test.each(Object.entries(NODES))('%s, with import and require', async (row, major) => {
  const node = findProgram(row, `node-${major}-${platform === 'win32' ? 'win' : platform}-${arch}`, 'bin/node');
  const version = await readVersion(node);
  expect(version.split('.')[0]).toBe(String(major));
  for (const script of ['main.js', 'main.cjs']) {
    expect([script, await runProgram([node, script], folder, services.settings)]).toEqual([script, reference]);
  }
  await expectToSend([node]);
  recordSupport('runtimes', row, { version, ...WORKS });
});

test('Bun, with import and require', async () => {
  const system = platform === 'win32' ? 'windows' : platform;
  const bun = findProgram('Bun', `@oven/bun-${system}-${arch === 'arm64' ? 'aarch64' : arch}`, 'bin/bun');
  for (const script of ['main.js', 'main.cjs']) {
    expect([script, await runProgram([bun, script], folder, services.settings)]).toEqual([script, reference]);
  }
  await expectToSend([bun]);
  recordSupport('runtimes', 'Bun', { version: await readVersion(bun), ...WORKS });
});

test('Deno', async () => {
  const deno = [process.execPath, resolveFull('deno/bin.cjs')] as const;
  const command = [...deno, 'run', '--allow-all', '--no-prompt', '--quiet', '--node-modules-dir=manual'];
  const { same, relative, userAgents } = await runProgram([...command, 'main.js'], folder, services.settings);
  expect([same, relative]).toEqual([reference.same, reference.relative]);
  expect(userAgents).toEqual(reference.userAgents);
  await expectToSend(command);
  recordSupport('runtimes', 'Deno', { version: await readVersion(...deno), ...WORKS });
});

const { defer } = collectCleanups();

test('workerd', async () => {
  const bits = arch === 'arm64' ? 'arm64' : '64';
  const name = `@cloudflare/workerd-${platform === 'win32' ? 'windows' : platform}-${bits}`;
  const workerd = findProgram('workerd', name, 'bin/workerd');
  await build({
    absWorkingDir: folder,
    entryPoints: ['worker.js'],
    outfile: 'worker.bundle.js',
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
  });
  const port = await freePort(24_900);
  const child = start(workerd, ['serve', 'workerd.capnp', `--socket-addr=http=127.0.0.1:${port}`], { cwd: folder });
  defer(() => stop(child));
  let log = '';
  child.stdout?.on('data', (text) => (log += String(text)));
  child.stderr?.on('data', (text) => (log += String(text)));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`workerd ended:\n${log}`)));
  const body = JSON.stringify(services.settings);
  const answer = await Promise.race([ended, ask(`http://127.0.0.1:${port}`, { method: 'POST', body })]);
  const text = await answer.text();
  expect([answer.status, answer.ok ? '' : text + log]).toEqual([200, '']);
  const { same, relative, userAgents } = JSON.parse(text) as Results;
  expect([same, relative]).toEqual([reference.same, reference.relative]);
  expect(userAgents).toEqual(reference.userAgents);
  recordSupport('runtimes', 'workerd', { version: await readVersion(workerd), ...WORKS });
});

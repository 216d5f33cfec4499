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

async function readVersion(command = '', ...args: readonly string[]): Promise<string> {
  const { failure, stdout, output } = await run(command, [...args, '--version']);
  if (failure !== undefined) throw new Error(`${command} --version ${failure}:\n${output}`);
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? stdout.trim();
}

/** A program that prints the cases of `send` whose outcome isn't the expected one. */
const SEND = `import * as library from 'endpoint.js/send';
import { findWrongSends } from './send.cases.js';
console.log(JSON.stringify(await findWrongSends(library, process.argv[2])));`;

const findNode = (major: number) => (): Runtime => {
  const system = platform === 'win32' ? 'win' : platform;
  return { program: [findProgram(`Node ${major}`, `node-${major}-${system}-${arch}`, 'bin/node')], scripts: BOTH };
};

interface Runtime {
  readonly program: readonly string[];
  /** More arguments, which precede a script. */
  readonly args?: readonly string[];
  readonly scripts: readonly string[];
}

/** With import, and with require. */
const BOTH = ['main.js', 'main.cjs'];

/** The runtimes by their rows. */
const RUNTIMES: Readonly<Record<string, () => Runtime>> = {
  'Node 20': findNode(20),
  'Node 22': findNode(22),
  'Node 24': findNode(24),
  'Node, current': findNode(26),
  Bun: () => {
    const system = platform === 'win32' ? 'windows' : platform;
    const name = `@oven/bun-${system}-${arch === 'arm64' ? 'aarch64' : arch}`;
    return { program: [findProgram('Bun', name, 'bin/bun')], scripts: BOTH };
  },
  Deno: () => ({
    program: [process.execPath, resolveFull('deno/bin.cjs')],
    args: ['run', '--allow-all', '--no-prompt', '--quiet', '--node-modules-dir=manual'],
    scripts: ['main.js'],
  }),
};

test.each(Object.entries(RUNTIMES))('%s', async (row, find) => {
  const { program, args = [], scripts } = find();
  const [command = '', ...before] = [...program, ...args];
  for (const script of scripts) {
    const found = await runProgram([command, ...before, script], folder, services.settings);
    expect([script, found]).toEqual([script, reference]);
  }
  const { failure, stdout, output } = await run(command, [...before, 'send.js', sendServer.url], { cwd: folder });
  expect([failure, failure ? output : JSON.parse(stdout)]).toEqual([undefined, {}]);
  recordSupport('runtimes', row, { version: await readVersion(...program), ...WORKS });
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
  expect(JSON.parse(text)).toEqual(reference);
  recordSupport('runtimes', 'workerd', { version: await readVersion(workerd), ...WORKS });
});

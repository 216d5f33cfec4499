/** What ends `endpoint.js serve` when npm or npx has started it: whoever is told to stop, all of it does, in order. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { npmCommand } from '../../dev/setup/install.mjs';
import { SERVER_PACKAGES } from '../../dev/setup/server-packages.mjs';
import { full, sample } from '../../dev/testing/full.js';
import { grpcCaller } from '../test/callers.js';
import { install, packedFiles } from '../../lib/cli/test/installed.js';

const noEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';
const bridge = noEnvoy ? 'embedded' : 'envoy';

let folder = '';
let origin = '';
const started: ChildProcess[] = [];
/** Holds the answers of `send` until the test lets them go. */
const upstream = createServer();

beforeAll(async () => {
  if (!noEnvoy) await findEnvoy({ env: process.env, log: console.error });
  const files = await packedFiles();
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  const serve = `endpoint.js serve --port 0 --bridge-port 0 --json --bridge ${bridge} --send-origins ${origin}`;
  // The second one can't be replaced by its last command, as some shells do with the first one.
  install(folder, { files, packages: SERVER_PACKAGES, scripts: { serve, 'serve-and-more': `${serve} && true` } });
}, 400_000);
afterEach(() => {
  for (const { pid = 0 } of started.splice(0)) kill(-pid, 'SIGKILL');
});
afterAll(() => {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Signals a process, or a group by its negative number; false when there is none. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** The parent of a process; on Linux. */
const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1]); // prettier-ignore

const starters = {
  'npm run': ['run', '--silent', 'serve'],
  'npm run, with more to do': ['run', '--silent', 'serve-and-more'],
  npx: ['exec', '--no', '--', 'endpoint.js', 'serve', '--port', '0', '--bridge-port', '0', '--json', '--bridge', bridge],
} as const; // prettier-ignore

/** The processes, from the one that was started down. */
interface Tree {
  readonly npm: number;
  readonly shell: number;
  readonly command: number;
  readonly all: readonly number[];
  readonly grpc: string;
  readonly grpcWeb: string;
}

async function serving(starter: keyof typeof starters): Promise<Tree> {
  const [npm, ...args] = npmCommand();
  const more = starter === 'npx' ? ['--send-origins', origin] : [];
  const child = spawn(npm, [...args, ...starters[starter], ...more], {
    cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'inherit'],
  }); // prettier-ignore
  started.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { grpc, grpcWeb, pids }: Tree & { pids: { server: number; envoy: number | null } } = JSON.parse(String(line));
  const { pid = 0 } = child;
  const command = parentOf(pids.server);
  const shell = parentOf(command);
  const all = [pid, shell, command, pids.server, ...(pids.envoy === null ? [] : [pids.envoy])];
  return { npm: pid, shell, command, all, grpc, grpcWeb };
}

const targets = {
  npm: ({ npm }: Tree) => npm,
  shell: ({ shell }: Tree) => shell,
  command: ({ command }: Tree) => command,
  group: ({ npm }: Tree) => -npm,
};

type Case = readonly [starter: keyof typeof starters, signal: NodeJS.Signals, target: keyof typeof targets];
const quick: readonly Case[] = [['npx', 'SIGTERM', 'npm']];
// A shell that gets SIGINT waits for its command, which is to get it as well: a terminal sends it to the whole group. So npm, which
// passes it to its shell alone, and the shell itself are told in vain.
const inVain = (signal: string, target: string): boolean => signal === 'SIGINT' && ['npm', 'shell'].includes(target);
const all = Object.keys(starters).flatMap((starter) =>
  Object.keys(targets).flatMap((target) =>
    ['SIGTERM', 'SIGINT', 'SIGHUP']
      .filter((signal) => !inVain(signal, target))
      .map((signal) => [starter, signal, target] as unknown as Case),
  ),
);

describe.skipIf(process.platform !== 'linux')('started by', () => {
  test.each(full ? all : quick)('%s: %s to the %s ends all of it after its calls', async (starter, signal, target) => {
    const tree = await serving(starter);
    const caller = grpcCaller(tree.grpc);
    const arrived = once(upstream, 'request');
    const call = caller.call({ code: 'send', str1: `GET ${origin}/` });
    const [, response] = await arrived;
    kill(targets[target](tree), signal);
    // It takes no further calls, and has finished none.
    await expect.poll(async () => fetch(`http://${tree.grpc}`).then(() => 'open', (error) => error.cause?.code)).toBe('ECONNREFUSED'); // prettier-ignore
    response.end('done');
    expect((await call).response).toEqual({ success: true, message: expect.stringContaining('"body":"done"') });
    caller.close();
    await expect.poll(() => tree.all.filter((pid) => kill(pid, 0))).toEqual([]);
    await expect(fetch(tree.grpcWeb)).rejects.toThrow('fetch failed');
  });

  const killed: readonly Case[] = [
    ['npm run, with more to do', 'SIGKILL', 'npm'],
    ['npm run, with more to do', 'SIGKILL', 'shell'],
    ['npx', 'SIGKILL', 'npm'],
    ['npx', 'SIGKILL', 'command'],
    ['npx', 'SIGKILL', 'group'],
  ];
  test.each(sample(killed))('%s: after %s to the %s nothing is left', async (starter, signal, target) => {
    const tree = await serving(starter);
    kill(targets[target](tree), signal);
    await expect.poll(() => tree.all.filter((pid) => kill(pid, 0))).toEqual([]);
  });
});

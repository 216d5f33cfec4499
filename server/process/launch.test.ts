/** `endpoint.js-server`; in full installed from the packed package as npm would, beside its dependencies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { isRunning } from '../../process/processes.mjs';
import { sample, full } from '../../dev/testing/full.js';
import { grpcCaller, grpcWebCaller } from '../test/callers.js';
import { cert, key } from '../test/certificate.js';
import { type HeldIssuer, startHeldIssuer } from '../test/held-issuer.js';
import { version, dependencies } from '../package.json';
import { createInterface } from 'node:readline';
import { build } from '../../dev/commands/build.mjs';
import { npmCommand } from '../../dev/setup/install.mjs';
import { install } from '../../dev/testing/installed.js';

const noEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';
const npmBridge = noEnvoy ? 'embedded' : 'envoy';
const started: ChildProcess[] = [];
/** Leaders of process groups. */
const groups: ChildProcess[] = [];
let folder = '';
let program = '';

beforeAll(async () => {
  if (!noEnvoy) await findEnvoy({ env: process.env, log: console.error });
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  if (!full) {
    await build(['lib', 'server'], console.error);
    program = fileURLToPath(new URL('../dist/launch.js', import.meta.url));
    return;
  }
  const serve = `endpoint.js-server --port 0 --bridge-port 0 --json --bridge ${npmBridge} $MORE_FLAGS`;
  // A shell can't replace itself by the first command of the second script, as some do with an only one.
  await installServer({ serve, 'serve-and-more': `${serve} && true` });
  program = join(folder, 'node_modules', 'endpoint.js-server', 'dist', 'launch.js');
}, 400_000);
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const { pid = 0 } of groups.splice(0)) killGroup(pid);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Installs the packed server with its dependencies, and the packed builder as one of them. */
async function installServer(scripts: Readonly<Record<string, string>>): Promise<void> {
  const linked = Object.keys(dependencies).filter((name) => name !== 'endpoint.js');
  await install(folder, { packages: ['server', 'lib'], dependencies: linked, scripts });
}

/** Ends what a test left of a process group. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

interface Ready {
  readonly grpc: string;
  readonly grpcWeb: string;
  readonly bridge: string;
  readonly health?: string;
  readonly pids: { readonly server: number; readonly envoy: number | null };
}

function start(args: readonly string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** Serves on free ports; resolves with the line of its addresses. */
async function startServing(args: readonly string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = start(['--port', '0', '--bridge-port', '0', '--json', ...args]);
  const [line] = await once(child.stdout, 'data');
  return { child, ready: JSON.parse(String(line)) };
}

const running = ({ pids: { server, envoy } }: Ready): number[] =>
  [server, envoy].flatMap((pid) => (pid !== null && isRunning(pid) ? [pid] : []));

async function checkBoth({ grpc, grpcWeb }: Ready, metadata: Record<string, string> = {}): Promise<void> {
  const request = { code: 'expand', str1: '/users/{id}', str2: '{"id":7}' };
  const direct = grpcCaller(grpc);
  for (const caller of [direct, grpcWebCaller(grpcWeb)]) {
    expect((await caller.call(request, { metadata })).response).toEqual({ success: true, message: '/users/7' });
  }
  direct.close();
}

const bridges = noEnvoy ? ['embedded'] : ['envoy', 'embedded'];
describe.each(sample(bridges))('with the bridge %s', (bridge) => {
  test.each(sample(['SIGTERM', 'SIGINT', 'SIGHUP'] as const))('serves, and leaves nothing after %s', async (signal) => {
    const { child, ready } = await startServing(['--bridge', bridge, '--health-port', '0']);
    expect((await fetch(ready.health ?? '')).status).toBe(200);
    expect(ready).toMatchObject({ bridge, grpc: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
    expect(ready.grpcWeb).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await checkBoth(ready);
    expect(running(ready)).toHaveLength(bridge === 'envoy' ? 2 : 1);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(running(ready)).toEqual([]);
    await expect(fetch(ready.grpcWeb)).rejects.toThrow('fetch failed');
  });
});

async function run(args: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = start(args);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

const lan = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.filter(({ family, internal }) => family === 'IPv4' && !internal),
)[0]?.address;
const hosts = ['127.0.0.1', lan ?? '127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'];
const portFlags = { port: 'host', 'bridge-port': 'host', 'metrics-port': 'metrics-host', 'health-port': 'health-host' };
const takenPorts = hosts.flatMap((host) =>
  Object.entries(portFlags).map(([flag, hostFlag]) => [flag, host, hostFlag] as const),
);
test.each(full ? takenPorts : takenPorts.slice(2, 4))(
  'names the taken port of --%s on %s',
  async (flag, host, hostFlag) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, host, resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    try {
      const free = ['--port=0', '--bridge-port=0', '--metrics-port=0', '--health-port=0'];
      const message = `Port ${port} of ${host} is taken; choose another one with --${flag}, or 0 for any free port.\n`;
      expect(await run([...free, `--${flag}=${port}`, `--${hostFlag}=${host}`])).toEqual({
        code: 1,
        stdout: '',
        stderr: message,
      });
    } finally {
      other.close();
    }
  },
);

test.each(sample(['--help', '-h']))('%s prints the flags', async (flag) => {
  const { code, stdout, stderr } = await run([flag]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: endpoint\.js-server \[flags\]\n/);
  for (const name of ['--bridge ', '--bridge-port ', '--port ', '--verbose ', '--json ', '--version ']) {
    expect(stdout).toContain(`\n  ${name}`);
  }
  // No flag is listed after the text below them.
  expect(stdout.split('\nThe files of tokens')[1]).not.toContain('\n  --');
});

test('--check checks the flags and their files, and serves nothing', async () => {
  const tokens = join(folder, 'tokens');
  writeFileSync(tokens, 'shop 5f1c\n');
  const checked = 'The flags and their files can be used.\n';
  expect(await run(['--check', '--token-file', tokens])).toEqual({ code: 0, stdout: checked, stderr: '' });
  const { code, stdout, stderr } = await run(['--check', '--token-file', join(folder, 'none')]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^--token-file: ENOENT/)]);
});

test.each(sample(['-v', '--version']))('%s prints the version', async (flag) => {
  expect(await run([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('refuses what the launcher itself does not accept', async () => {
  for (const [args, message] of [
    [['--bridge-port', '65536'], "--bridge-port isn't an integer from 0 to 65535."],
    [['--bridge', 'nginx'], '--bridge must be envoy or embedded, not "nginx".'],
    [['--gateway-port', '1'], "--gateway-port isn't one of host, port,"],
    [['--port', '8080', '--check'], '--port and --bridge-port are both 8080;'],
    [['--bridge', 'envoy', '--tls-cert', 'a', '--tls-key', 'b'], 'With TLS the bridge is the embedded one'],
    [['--bridge', 'envoy', '--origins-file', 'o'], "Envoy doesn't follow the changes of --origins-file; use --bridge embedded, or --origins instead of the file."],
    // The server, which the launcher starts, reports this one.
    [['--port', '0', '--bridge-port', '0', '--bridge', 'embedded', '--token-file', 'none'], '--token-file: ENOENT'],
  ] as const) {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(stderr.match(/^See .*/gm)).toEqual(['See endpoint.js-server --help.']);
  } // prettier-ignore
});

describe.each(sample(bridges, 0))('in full, with the bridge %s', (bridge) => {
  test('leaves nothing when it is killed', async () => {
    const { child, ready } = await startServing(['--bridge', bridge]);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(running(ready)).toEqual([]), { timeout: 120_000, interval: 50 });
  });

  test('ends with 1 when one of its processes ends', async () => {
    const { child, ready } = await startServing(['--bridge', bridge]);
    const stderr = child.stderr ? text(child.stderr) : '';
    process.kill(ready.pids.server, 'SIGKILL');
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await stderr).toContain('The server has ended: ended by SIGKILL');
    expect(running(ready)).toEqual([]);
  });
});

describe.each(sample(['in full'], 0))('%s', () => {
  test('prints one line for people', async () => {
    const child = start(['--port', '0', '--bridge-port', '0', '--bridge', 'embedded', '--health-port', '0']);
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toMatch(
      /^Serving gRPC at 127\.0\.0\.1:\d+ and gRPC-Web at http:\/\/127\.0\.0\.1:\d+ by the embedded gateway, health at http:\/\/127\.0\.0\.1:\d+\/healthz\. Ctrl\+C stops\.\n$/,
    );
  });

  test('speaks TLS on both ports', async () => {
    const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(certPath, cert);
    writeFileSync(keyPath, key);
    const { ready } = await startServing(['--tls-cert', certPath, '--tls-key', keyPath]);
    expect(ready).toMatchObject({ bridge: 'embedded', grpcWeb: expect.stringMatching(/^https:/) });
  });
});

/** The parent of a process; on Linux. */
const findParent = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1]); // prettier-ignore

const starters = {
  'npm run': ['run', '--silent', 'serve'],
  'npm run, with another command': ['run', '--silent', 'serve-and-more'],
  npx: ['exec', '--no', '--', 'endpoint.js-server', '--port', '0', '--bridge-port', '0', '--json', '--bridge', npmBridge],
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

async function startByNpm(starter: keyof typeof starters, issuer?: HeldIssuer): Promise<Tree> {
  const [npm, ...args] = npmCommand();
  const flags = issuer?.flags ?? [];
  const child = spawn(npm, [...args, ...starters[starter], ...(starter === 'npx' ? flags : [])], {
    cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...issuer?.env, MORE_FLAGS: flags.join(' ') },
  }); // prettier-ignore
  groups.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { grpc, grpcWeb, pids }: Tree & { pids: { server: number; envoy: number | null } } = JSON.parse(String(line));
  const { pid = 0 } = child;
  const command = findParent(pids.server);
  const shell = findParent(command);
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
// A shell that gets SIGINT waits for its command, which should get it as well: a terminal sends it to the whole group. So SIGINT to
// npm, which passes it to its shell alone, or to the shell has no effect.
const hasNoEffect = (signal: string, target: string): boolean =>
  signal === 'SIGINT' && ['npm', 'shell'].includes(target);
const all = Object.keys(starters).flatMap((starter) =>
  Object.keys(targets).flatMap((target) =>
    ['SIGTERM', 'SIGINT', 'SIGHUP']
      .filter((signal) => !hasNoEffect(signal, target))
      .map((signal) => [starter, signal, target] as unknown as Case),
  ),
);

describe.each(sample(process.platform === 'linux' ? ['npm or npx'] : [], 0))('started by %s', () => {
  test.each(all)('by %s: %s to the %s ends all processes after their calls', async (starter, signal, target) => {
    const issuer = await startHeldIssuer(join(folder, 'held.mjs'));
    const tree = await startByNpm(starter, issuer);
    const caller = grpcCaller(tree.grpc);
    const call = caller.call({ code: 'expand', str1: '/a' }, { metadata: issuer.metadata });
    await issuer.asked;
    process.kill(targets[target](tree), signal);
    // It accepts no more calls, and has finished none.
    await expect.poll(async () => fetch(`http://${tree.grpc}`).then(() => 'open', (error) => error.cause?.code)).toBe('ECONNREFUSED'); // prettier-ignore
    issuer.release();
    expect((await call).response).toEqual({ success: true, message: '/a' });
    issuer.close();
    caller.close();
    await expect.poll(() => tree.all.filter(isRunning)).toEqual([]);
    await expect(fetch(tree.grpcWeb)).rejects.toThrow('fetch failed');
  });

  const killed: readonly Case[] = [
    ['npm run, with another command', 'SIGKILL', 'npm'],
    ['npm run, with another command', 'SIGKILL', 'shell'],
    ['npx', 'SIGKILL', 'npm'],
    ['npx', 'SIGKILL', 'command'],
    ['npx', 'SIGKILL', 'group'],
  ];
  test.each(killed)('by %s: %s to the %s leaves nothing', async (starter, signal, target) => {
    const tree = await startByNpm(starter);
    process.kill(targets[target](tree), signal);
    await expect.poll(() => tree.all.filter(isRunning)).toEqual([]);
  });
});

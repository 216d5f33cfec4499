/** `endpoint.js serve` out of the files of the package, as npm would install them, beside the packages that it needs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findEnvoy } from '../../envoy/launcher/find.mjs';
import { isRunning } from '../../envoy/launcher/process/processes.mjs';
import { SERVER_PACKAGES } from '../../dev/setup/server-packages.mjs';
import { sample } from '../../dev/testing/full.js';
import { grpcCaller, grpcWebCaller } from '../test/callers.js';
import { cert, key } from '../test/certificate.js';
import { install, packedFiles } from '../../lib/cli/test/installed.js';

const noEnvoy = process.env['ENDPOINTJS_NO_ENVOY'] === '1';
const started: ChildProcess[] = [];
let folder = '';
let files: readonly string[] = [];

/** Installs the package into a project of its own; the program. */
const installed = (name: string, packages: readonly string[]): string =>
  install(join(folder, name), { files, packages });

let cli = '';

beforeAll(async () => {
  if (!noEnvoy) await findEnvoy({ env: process.env, log: console.error });
  files = await packedFiles();
  folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  cli = installed('complete', SERVER_PACKAGES);
}, 400_000);
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ready {
  readonly grpc: string;
  readonly grpcWeb: string;
  readonly bridge: string;
  readonly pids: { readonly server: number; readonly envoy: number | null };
}

function start(args: readonly string[], program = cli): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, [program, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** Serves on free ports; resolves with the line that says where. */
async function serving(args: readonly string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = start(['--port', '0', '--bridge-port', '0', '--json', ...args]);
  const [line] = await once(child.stdout, 'data');
  return { child, ready: JSON.parse(String(line)) };
}

const running = ({ pids: { server, envoy } }: Ready): number[] =>
  [server, envoy].flatMap((pid) => (pid !== null && isRunning(pid) ? [pid] : []));

async function bothAnswer({ grpc, grpcWeb }: Ready, metadata: Record<string, string> = {}): Promise<void> {
  const request = { code: 'expand', str1: '/users/{id}', str2: '{"id":7}' };
  const direct = grpcCaller(grpc);
  for (const caller of [direct, grpcWebCaller(grpcWeb)]) {
    expect((await caller.call(request, { metadata })).response).toEqual({ success: true, message: '/users/7' });
  }
  direct.close();
}

const bridges = noEnvoy ? ['embedded'] : ['envoy', 'embedded'];
describe.each(sample(bridges))('with the bridge %s', (bridge) => {
  test.each(sample(['SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
    'it serves, and %s leaves nothing behind',
    async (signal) => {
      const { child, ready } = await serving(['--bridge', bridge]);
      expect(ready).toMatchObject({ bridge, grpc: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
      expect(ready.grpcWeb).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      await bothAnswer(ready);
      expect(running(ready)).toHaveLength(bridge === 'envoy' ? 2 : 1);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(running(ready)).toEqual([]);
      await expect(fetch(ready.grpcWeb)).rejects.toThrow('fetch failed');
    },
  );

  test('it serves by workers, with a token out of a file', async () => {
    const path = join(folder, 'token');
    writeFileSync(path, 'open-sesame\n');
    const { child, ready } = await serving(['--bridge', bridge, '--workers', '2', '--token-file', path]);
    await bothAnswer(ready, { authorization: 'Bearer open-sesame' });
    const stranger = grpcCaller(ready.grpc);
    expect((await stranger.call({ code: 'echo' })).code).toBe(16);
    stranger.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

async function outcome(args: readonly string[], program?: string): Promise<[code: unknown, stderr: string]> {
  const child = start(args, program);
  const [stderr, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')]);
  return [code, stderr];
}

test('a taken port is named', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  try {
    const bridge = await outcome(['--port', '0', '--bridge-port', port]);
    expect(bridge).toEqual([1, `Port ${port} is taken; choose another one by --bridge-port, 0 for any free one.\n`]);
    const [code, stderr] = await outcome(['--port', port, '--bridge-port', '0', '--bridge', 'embedded']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Can't listen on 127.0.0.1:${port}`)]);
  } finally {
    other.close();
  }
});

test('without its packages it says what to install', async () => {
  const [code, stderr] = await outcome([], installed('alone', SERVER_PACKAGES.slice(0, -2)));
  expect([code, stderr]).toEqual([
    1,
    'serve needs packages that are not installed beside endpoint.js: npm install @grpc/reflection@1 grpc-health-check@2\n' +
      'Without a project: npx -p endpoint.js -p @grpc/reflection@1 -p grpc-health-check@2 endpoint.js serve\n',
  ]);
});

const wrong: readonly (readonly [args: string[], stderr: string])[] = [
  [['--port', 'x'], '--port must be an integer from 0 to 65535, not "x".'],
  [['--bridge-port', '65536'], '--bridge-port must be an integer from 0 to 65535, not "65536".'],
  [['--bridge', 'nginx'], '--bridge must be envoy, embedded, not "nginx".'],
  [['--gateway-port', '1'], "Unknown option '--gateway-port'"],
  [['8080'], 'serve takes flags only, not "8080".'],
  [['--tls-cert', 'a'], 'TLS needs both --tls-cert and --tls-key'],
  [['--bridge', 'envoy', '--tls-cert', 'a', '--tls-key', 'b'], 'With TLS the bridge is the embedded one'],
];
test.each(sample(wrong, 3))('%j can not be understood', async (args, stderr) => {
  expect(await outcome(args)).toEqual([2, expect.stringContaining(stderr)]);
});

describe.each(sample(bridges, 0))('in full, with the bridge %s', (bridge) => {
  test('killed, it leaves nothing behind either', async () => {
    const { child, ready } = await serving(['--bridge', bridge]);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(running(ready)).toEqual([]), { timeout: 120_000, interval: 50 });
  });

  test('it ends with 1 when a part of it ends', async () => {
    const { child, ready } = await serving(['--bridge', bridge]);
    const said = child.stderr ? text(child.stderr) : '';
    process.kill(ready.pids.server, 'SIGKILL');
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await said).toContain('The server has ended: ended by SIGKILL');
    expect(running(ready)).toEqual([]);
  });
});

describe.each(sample(['in full'], 0))('%s', () => {
  test('people get one line', async () => {
    const child = start(['--port', '0', '--bridge-port', '0', '--bridge', 'embedded']);
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toMatch(
      /^Serving gRPC at 127\.0\.0\.1:\d+ and gRPC-Web at http:\/\/127\.0\.0\.1:\d+ by the embedded gateway\. Ctrl\+C stops\.\n$/,
    );
  });

  test('with TLS, both ports speak it', async () => {
    const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(certPath, cert);
    writeFileSync(keyPath, key);
    const { ready } = await serving(['--tls-cert', certPath, '--tls-key', keyPath]);
    expect(ready).toMatchObject({ bridge: 'embedded', grpcWeb: expect.stringMatching(/^https:/) });
  });
});

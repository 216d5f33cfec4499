/** docs/guides/envoy.md: the block that it adds to the files, and the figures that it quotes from them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createServer } from 'endpoint.js-server';
import { describe, expect, test, vi } from 'vitest';
import { build } from '../dev/commands/build.mjs';
import { cert, client, clientCa, foreignClient, key } from '../server/test/certificate.js';
import { noEnvoy, replaceOnce } from './test/envoy.js';
import { allOk, collectStatuses, NO_RATE, PRODUCTION, startProduction, useStage } from './test/production.js';
import { requestOnce } from './test/wire.js';

const guide = readFileSync(fileURLToPath(new URL('../docs/guides/envoy.md', import.meta.url)), 'utf8');
const stage = useStage();

describe.skipIf(noEnvoy)('mutual TLS to the servers, by the guide’s block', () => {
  const block = /```yaml\n([^]*?)```/.exec(guide)?.[1] ?? '';

  test.each([
    ['a client of the servers’ authority', client, 0, /^via_upstream$/],
    ['a stranger', foreignClient, 14, /connection_termination|remote_reset|alert/],
  ])('%s', async (_, pair, expected, detail) => {
    const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    stage.defer(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'client.crt'), pair.cert);
    writeFileSync(join(folder, 'client.key'), pair.key);
    writeFileSync(join(folder, 'ca.crt'), cert);
    const server = createServer({ tls: { cert, key, clientCa } });
    const { grpc } = await server.listen({ port: 0 });
    stage.defer(() => server.drain({ graceMs: 0 }));
    const placed = block.replaceAll('/etc/envoy/servers', folder).replaceAll('server.internal', 'localhost');
    const addition = placed.replaceAll(/^(?=.)/gm, '      ');
    const before = '      # The standard gRPC health service';
    const envoy = await startProduction({
      certificate: stage.certificate.config,
      servers: [grpc],
      args: ['--file-flush-interval-msec', '50'],
      edits: [[before, addition + before]],
    });
    stage.defer(() => envoy.stop());
    expect((await requestOnce(envoy.url)).grpcStatus).toBe(expected);
    // The certificate makes the difference: a stranger's handshake also begins well.
    await vi.waitFor(() => {
      const logged = JSON.parse(envoy.lines.at(-1) ?? '{}') as { detail?: string };
      expect(logged.detail).toMatch(detail);
    }, 120_000);
  });
});

test.skipIf(noEnvoy)(
  'two servers on one machine, by the guide’s commands and block: both get calls, and one may die',
  async () => {
    await build(['lib', 'server'], console.error);
    const [, commands = ''] = /```sh servers\n([^]*?)```/.exec(guide) ?? [];
    const [, block = ''] = /```yaml servers\n([^]*?)```/.exec(guide) ?? [];
    const servers = await Promise.all(commands.trimEnd().split('\n').map(startCommand));
    const listed = '- endpoint: { address: { socket_address: { address: "127.0.0.1", port_value: 9 } } }';
    const placed = servers.reduce(
      (text, { command, port }) =>
        replaceOnce(text, `port_value: ${/--port (\d+)/.exec(command)?.[1]} `, `port_value: ${port} `),
      block.trimEnd().replaceAll('\n', '\n              '),
    );
    const envoy = await stage.startEnvoy(['127.0.0.1:9'], [NO_RATE, [listed, placed]]);
    await vi.waitFor(async () => expect(await envoy.stat('cluster.server.membership_healthy')).toBe(2), 120_000);
    expect(await collectStatuses(envoy, 100)).toEqual(allOk(100));
    await vi.waitFor(() => expect(servers.map(({ calls }) => calls() > 0)).toEqual([true, true]), 120_000);
    await servers[0]?.kill();
    expect(await collectStatuses(envoy, 100)).toEqual(allOk(100));
  },
);

/** Runs a command of the guide, on a free port. */
async function startCommand(command: string) {
  const [node, ...args] = command.replace(/--port \d+/, '--port 0').split(' ');
  expect(node).toBe('node');
  const child = spawn(process.execPath, args, { cwd: fileURLToPath(new URL('..', import.meta.url)) });
  stage.defer(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await vi.waitFor(() => expect(lines[0]).toContain('"listening"'), 120_000);
  const { grpc } = JSON.parse(lines[0] ?? '') as { grpc: string };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    command,
    port: grpc.split(':')[1],
    kill,
    calls: () => lines.filter((line) => line.includes('"event":"call"')).length,
  };
}

test.each([
  ['5 s', 'transport_socket_connect_timeout: 5s'],
  ['16 KiB, 64 of them', 'max_request_headers_kb: 16'],
  ['16 KiB, 64 of them', 'max_headers_count: 64'],
  ['4 MiB', `max_request_bytes: ${4 * 1024 * 1024 + 5}`],
  ['32 KiB each way', 'per_connection_buffer_limit_bytes: 32768'],
  [
    '64 KiB; 1 MiB',
    '\n                  initial_stream_window_size: 65536\n                  initial_connection_window_size: 1048576',
  ],
  ['128 KiB of it', '\n              initial_stream_window_size: 65536\n'],
  ['10 s; 30 s', 'request_headers_timeout: 10s\n                request_timeout: 30s'],
  ['60 s', 'timeout: &ceiling 60s'],
  ['200; 5,000', 'token_bucket: { max_tokens: 5000, tokens_per_fill: 5000, fill_interval: 1s }'],
  ['200; 5,000', 'token_bucket: { max_tokens: 200, tokens_per_fill: 200, fill_interval: 1s }'],
  ['100; 2,000', 'max_requests: 2000'],
  ['1,024 ', 'max_pending_requests: 1024'],
  ['40 % in 2 s, from 200 calls a second', 'sampling_window: 2s'],
  ['40 % in 2 s, from 200 calls a second', 'sr_threshold: { default_value: { value: 60 }'],
  ['40 % in 2 s, from 200 calls a second', 'rps_threshold: { default_value: 200,'],
  ['8,000; 10,000', 'max_connections: 8000'],
  ['8,000; 10,000', 'max_active_downstream_connections: 10000'],
  ['10; 16', 'max_tokens: 10, tokens_per_fill: 10, fill_interval: 1s'],
  ['10; 16', 'max_connections: 16\n'],
  ['1,024 ', 'max_connections: 1024'],
  ['1 s ', 'connect_timeout: 1s'],
  ['5 min', '\n                  idle_timeout: 300s'],
  ['819 MiB', `max_heap_size_bytes: ${Math.floor(0.8 * 1024 ** 3)}`],
])('the guide’s %s is the file’s %s', (bound, setting) => {
  expect(guide).toContain(`| ${bound}`);
  expect(replaceOnce(PRODUCTION, setting, '')).not.toBe(PRODUCTION);
});

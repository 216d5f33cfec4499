/** docs/guides/envoy.md: the block that it adds to the files, and the figures that it quotes from them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'endpoint.js-server';
import { describe, expect, test, vi } from 'vitest';
import { cert, client, clientCa, foreignClient, key } from '../server/test/certificate.js';
import { claims, formatKeys, makeSigner, now, sign } from '../server/test/signers.js';
import { noEnvoy, replaceOnce } from './test/envoy.js';
import { readJsonEdits } from './test/json.js';
import { readJwtEdits, startIssuer } from './test/jwt.js';
import { ORIGIN, useStage, PRODUCTION, startProduction } from './test/production.js';
import { readBlockEdit } from './test/rate-limit.js';
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

describe.skipIf(noEnvoy)('JWTs, by the guide’s blocks', () => {
  test('a valid one passes with its caller, others are refused by a status that a page can read', async () => {
    const [own, foreign] = await Promise.all([makeSigner('one'), makeSigner('one')]);
    const issuer = await startIssuer(formatKeys(own));
    stage.defer(issuer.stop);
    const callers: unknown[] = [];
    const server = createServer({
      interceptors: [
        (call, next) => {
          callers.push(call.metadata('x-caller'));
          return next(call);
        },
      ],
    });
    const { grpc } = await server.listen({ port: 0 });
    stage.defer(() => server.drain({ graceMs: 0 }));
    const envoy = await stage.startEnvoy([grpc], readJwtEdits(issuer));
    const call = async (token?: string) => {
      const authorization = token !== undefined && { authorization: `Bearer ${token}` };
      const headers = { origin: ORIGIN, 'x-caller': 'billing', ...authorization };
      const answer = await requestOnce(envoy.url, { headers });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
      return answer.grpcStatus;
    };
    expect(await call(await sign(own))).toBe(0);
    expect(callers).toEqual([['shop']]);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    const refused: (string | undefined)[] = [undefined, 'x', none, await sign(foreign)];
    for (const wrong of [{ iss: 'x' }, { exp: now() - 600 }, { exp: undefined }, { nbf: now() + 600 }]) {
      refused.push(await sign(own, claims(wrong)));
    }
    for (const token of refused) expect([token, await call(token)]).toEqual([token, 16]);
    expect(await call(await sign(own, claims({ aud: 'x' })))).toBe(7);
    expect(callers).toHaveLength(1);
    const preflight = { origin: ORIGIN, 'access-control-request-method': 'POST' };
    const { status, headers } = await requestOnce(envoy.url, { method: 'OPTIONS', headers: preflight });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
  });
});

test.skipIf(noEnvoy)('a call as JSON, by the guide’s blocks', async () => {
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  stage.defer(() => server.drain({ graceMs: 0 }));
  const envoy = await stage.startEnvoy([grpc], readJsonEdits());
  const headers = { 'content-type': 'application/json', 'x-grpc-web': null };
  const answer = await requestOnce(envoy.url, { headers, body: Buffer.from('{"code":"expand","str1":"/a{/b}"}') });
  expect([answer.status, answer.body.toString()]).toEqual([200, '{"success":true,"message":"/a"}']);
});

test.skipIf(noEnvoy)('rates per caller, by the guide’s blocks, while the service is down', async () => {
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  stage.defer(() => server.drain({ graceMs: 0 }));
  const envoy = await stage.startEnvoy(
    [grpc],
    [
      readBlockEdit('caller'),
      readBlockEdit('local-actions'),
      readBlockEdit('local-descriptors'),
      readBlockEdit('global-filter'),
      readBlockEdit('global-cluster', [['address: rate-limit, port_value: 8081', 'address: 127.0.0.1, port_value: 1']]),
    ],
  );
  expect((await requestOnce(envoy.url)).grpcStatus).toBe(0);
  expect(await envoy.stat('cluster.server.ratelimit.failure_mode_allowed')).toBe(1);
});

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

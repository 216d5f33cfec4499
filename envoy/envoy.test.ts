/** Envoy with envoy.yaml, in front of a gRPC server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../process/processes.mjs';
import { CONFIG_PATH, deriveConfig } from './config.mjs';
import * as certificates from '../server/test/certificate.js';
import {
  envoyPath,
  FIND_MS,
  noEnvoy,
  ORIGIN,
  port,
  readStat,
  replaceOnce,
  requestAdmin,
  startTestEnvoy,
  type TestEnvoy,
  collectCleanups,
} from './test/envoy.js';
import { createCertificateFolder, deriveProductionConfig } from './test/production.js';
import { type Handler, ok, silent, startUpstream } from './test/upstream.js';
import { frame } from './test/wire.js';

let path: string;

const HEADERS = { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1', origin: ORIGIN };
const call = (url: string, message = new Uint8Array(3), headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api.ApiService/CallApi`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: new Uint8Array(frame(message)),
  });

beforeAll(async () => {
  if (!noEnvoy) path = await envoyPath();
}, FIND_MS);

describe.skipIf(noEnvoy)('the configuration', () => {
  test('envoy.yaml is valid unchanged', async () => {
    const { output, stdout } = await run(path, ['--mode', 'validate', '-c', CONFIG_PATH]);
    expect(stdout).toMatch(/ OK\n$/);
    expect(output).not.toMatch(/deprecated|\[(warning|error|critical)\]/);
  });

  test('a derived configuration is valid, from a file and as an argument', async () => {
    const config = deriveConfig({
      port: 1,
      adminPort: 2,
      servers: ['localhost:3', '[::1]:4', '127.0.0.1:5'],
      origins: ['https://a.example', 'http://[::1]:5173'],
    });
    const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'envoy.yaml'), config);
    const fromFile = await run(path, ['--mode', 'validate', '-c', join(folder, 'envoy.yaml')]);
    expect(fromFile.stdout).toMatch(/ OK\n$/);
    const asArgument = await run(path, ['--mode', 'validate', '--config-yaml', config]);
    expect(asArgument.stdout).toMatch(/ OK\n$/);
  });

  test('envoy.production.yaml is valid, and uses nothing deprecated', async () => {
    const certificate = createCertificateFolder(certificates);
    const options = { certificate: certificate.config, servers: ['server:50051'] };
    const config = deriveProductionConfig(options, { port: 1, adminPort: 2, metricsPort: 3 });
    const { output, stdout } = await run(path, ['--mode', 'validate', '--config-yaml', config]);
    certificate.remove();
    expect(stdout).toMatch(/ OK\n$/);
    expect(output).not.toMatch(/deprecated|\[(warning|error|critical)\]/);
  });

  test('an unknown setting is invalid', async () => {
    const config = deriveConfig({ port: 1, adminPort: 2, servers: ['h:3'], origins: [ORIGIN] });
    const broken = config.replace('max_age:', 'max_agee:');
    const { failure } = await run(path, ['--mode', 'validate', '--config-yaml', broken]);
    expect(failure).toBeDefined();
  });
});

describe.skipIf(noEnvoy)('a running Envoy', () => {
  let envoy: TestEnvoy;
  let handler: Handler;
  const { defer } = collectCleanups();

  beforeAll(async () => {
    const { address, server } = await startUpstream((request, reply) => handler(request, reply));
    envoy = await startTestEnvoy({ servers: [address] });
    defer(() => server.forceShutdown());
    defer(envoy.stop);
  });

  test('carries a call and its response, with the headers that a page may read', async () => {
    handler = ({ request }, reply) => reply(null, request);
    const response = await call(envoy.url, new Uint8Array([8, 1, 2]));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/grpc-web+proto');
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('access-control-expose-headers')).toBe(
      '*, grpc-status, grpc-message, grpc-status-details-bin, grpc-retry-pushback-ms, server-timing, x-envoy-upstream-service-time, x-request-id',
    );
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('x-envoy-upstream-service-time')).toMatch(/^\d+$/);
    const body = new Uint8Array(await response.arrayBuffer());
    expect([...body.subarray(0, 8)]).toEqual([0, 0, 0, 0, 3, 8, 1, 2]);
    expect(body[8]).toBe(0x80);
    expect(new TextDecoder().decode(body.subarray(13))).toContain('grpc-status:0\r\n');
  });

  test('passes request id and trace context on', async () => {
    let seen: Record<string, unknown> = {};
    handler = ({ metadata, request }, reply) => {
      seen = metadata.getMap();
      reply(null, request);
    };
    const headers = {
      'x-request-id': 'a5f01ad0-9a2c-4a5c-b0d8-3a6b6a7b9f0e',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    const response = await call(envoy.url, undefined, headers);
    expect(seen).toMatchObject(headers);
    expect(response.headers.get('x-request-id')).toBe(headers['x-request-id']);
    expect((await call(envoy.url)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  /** The number of requests that Envoy has passed on so far. */
  const countRequests = (): Promise<number> => readStat(envoy.adminPort, 'cluster.server.upstream_rq_total');

  test('counts the requests that it passes on', async () => {
    handler = ({ request }, reply) => reply(null, request);
    const before = await countRequests();
    await (await call(envoy.url)).text();
    expect(await countRequests()).toBe(before + 1);
  });

  const preflight = (origin: string, headers = 'content-type,x-grpc-web,grpc-timeout'): Promise<Response> =>
    fetch(`${envoy.url}/api.ApiService/CallApi`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
    });

  test('responds to a preflight of the page', async () => {
    const response = await preflight(ORIGIN);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('access-control-allow-methods')).toBe('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe('*, authorization');
    expect(response.headers.get('access-control-max-age')).toBe('7200');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each(['http://evil.example', 'http://localhost:5173.evil.example', 'https://localhost:5173', 'null'])(
    'keeps a preflight of %s from the server and allows nothing',
    async (origin) => {
      const before = await countRequests();
      const response = await preflight(origin);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      expect(await countRequests()).toBe(before);
    },
  );

  test('names the methods that it serves, and no other service', async () => {
    const wrong = await fetch(`${envoy.url}/api.ApiService/CallApi`, { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const reflection = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
    expect((await fetch(envoy.url + reflection, { method: 'POST' })).status).toBe(404);
  });

  test('keeps the admin interface on loopback, and listens on the given address only', async () => {
    const listeners = await requestAdmin(envoy.adminPort, '/listeners');
    expect(listeners.trim()).toBe(`grpc_web::127.0.0.1:${new URL(envoy.url).port}`);
  });
});

describe.skipIf(noEnvoy)('Envoy', () => {
  test('responds with UNAVAILABLE while the server is absent; calls work once it is up', async () => {
    const serverPort = await port();
    const envoy = await startTestEnvoy({ servers: [`127.0.0.1:${serverPort}`] });
    onTestFinished(envoy.stop);
    const down = await call(envoy.url);
    expect([down.status, down.headers.get('grpc-status')]).toEqual([200, '14']);
    expect(down.headers.get('grpc-message')).toMatch(/^Envoy reaches no server \(.*Connection_refused/);
    expect(down.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    // On other paths no response becomes a gRPC response.
    expect((await fetch(`${envoy.url}/other`)).headers.has('grpc-status')).toBe(false);

    const { server } = await startUpstream(ok, `127.0.0.1:${serverPort}`);
    onTestFinished(() => server.forceShutdown());
    await vi.waitFor(async () => expect(await (await call(envoy.url)).text()).toContain('grpc-status:0'), 120_000);
  });

  test('responds with DEADLINE_EXCEEDED to a call beyond the ceiling', async () => {
    const { address, server } = await startUpstream(silent);
    onTestFinished(() => server.forceShutdown());
    const edit = (config: string): string => replaceOnce(config, 'timeout: 60s', 'timeout: 0.3s');
    const envoy = await startTestEnvoy({ servers: [address], edit });
    onTestFinished(envoy.stop);
    const response = await call(envoy.url);
    expect([response.status, response.headers.get('grpc-status')]).toEqual([200, '4']);
    expect(response.headers.get('grpc-message')).toBe('Envoy gave up: its timeout for a call has passed.');
  });

  test('fails no call while one of two servers drains', async () => {
    const [one, two] = [await startUpstream(ok), await startUpstream(ok)];
    for (const { server } of [one, two]) onTestFinished(() => server.forceShutdown());
    const envoy = await startTestEnvoy({ servers: [one.address, two.address] });
    onTestFinished(envoy.stop);
    const statuses: string[] = [];
    for (let i = 0; i < 200; i += 1) {
      if (i === 50) one.server.tryShutdown(() => undefined);
      const response = await call(envoy.url);
      const text = await response.text();
      statuses.push(response.headers.get('grpc-status') ?? /grpc-status:(\d+)/.exec(text)?.[1] ?? 'none');
    }
    expect(statuses).toEqual(Array(200).fill('0'));
  });
});

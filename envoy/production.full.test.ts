/** envoy.production.yaml: each of its protections, tried on a real Envoy that runs this very file. */
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type ConnectionOptions } from 'node:tls';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cert, foreignClient, key } from '../server/test/certificate.js';
import { noEnvoy } from './test/envoy.js';
import { useStage, ORIGIN, type Production } from './test/production.js';
import { type Handler, ok } from './test/upstream.js';
import { CALL_PATH, requestOnce, frame, openWire, requestBytes } from './test/wire.js';

const stage = useStage();

/** Opens a TLS connection. Resolves with the negotiated parameters, or the error. */
function negotiateTls(port: number, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
    socket.once('secureConnect', () => {
      resolve([socket.getProtocol(), socket.alpnProtocol, socket.getPeerCertificate().subject.CN].join(' '));
      socket.destroy();
    });
    socket.once('error', ({ message }) => resolve(message));
  });
}

describe.skipIf(noEnvoy)('unchanged', () => {
  let envoy: Production;
  let handler: Handler = ok;
  let calls = 0;
  let seen: Record<string, unknown> = {};

  beforeAll(async () => {
    const observed: Handler = (call, reply) => {
      calls += 1;
      seen = call.metadata.getMap();
      handler(call, reply);
    };
    ({ envoy } = await stage.start([observed], { args: ['--file-flush-interval-msec', '50'] }));
  });
  afterAll(stage.clear);

  test('serves gRPC-Web over HTTP/1.1, without naming itself', async () => {
    const { status: code, headers, grpcStatus } = await requestOnce(envoy.url, { headers: { origin: ORIGIN } });
    expect([code, grpcStatus, headers['content-type']]).toEqual([200, 0, 'application/grpc-web+proto']);
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers).not.toHaveProperty('server');
  });

  test('removes the name of the server behind it', async () => {
    handler = (call, reply) => {
      const metadata = new Metadata();
      metadata.set('server', 'software/1.2.3');
      metadata.set('x-custom', 'kept');
      call.sendMetadata(metadata);
      reply(null, Buffer.alloc(0));
    };
    const { headers } = await requestOnce(envoy.url);
    handler = ok;
    expect([headers['server'], headers['x-custom']]).toEqual([undefined, 'kept']);
  });

  test('serves gRPC over HTTP/2', async () => {
    const client = new Client(`127.0.0.1:${envoy.port}`, credentials.createSsl(Buffer.from(cert)));
    const same = (bytes: Buffer): Buffer => bytes;
    handler = (call, reply) => reply(null, call.request);
    const served = new Promise((resolve, reject) => {
      const done = (error: Error | null, message?: Buffer): void =>
        error ? reject(error) : resolve(message?.toString());
      client.makeUnaryRequest(CALL_PATH, same, same, Buffer.from('hello'), done);
    });
    expect(await served).toBe('hello');
    client.close();
    handler = ok;
  });

  test.each([
    ['TLS 1.3', {}, 'TLSv1.3 false localhost'],
    ['TLS 1.2', { maxVersion: 'TLSv1.2' }, 'TLSv1.2 false localhost'],
    ['HTTP/2', { ALPNProtocols: ['h2', 'http/1.1'] }, 'TLSv1.3 h2 localhost'],
    ['HTTP/1.1', { ALPNProtocols: ['http/1.1'] }, 'TLSv1.3 http/1.1 localhost'],
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }, /alert protocol version/],
    ['a cipher without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }, /handshake failure/],
    ['a cipher in CBC mode', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }, /handshake failure/],
  ] as const)('TLS: %s', async (_, options, expected) => {
    expect(await negotiateTls(envoy.port, options as ConnectionOptions)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  test('gives no response without TLS', async () => {
    await expect(requestOnce(envoy.url.replace('https', 'http'))).rejects.toThrow('The connection ended after ""');
  });

  test('takes up a renewed certificate, while open connections go on', async () => {
    const wire = await openWire(envoy.url);
    stage.certificate.renew(foreignClient);
    await vi.waitFor(async () => expect(await negotiateTls(envoy.port, {})).toContain('foreign'), 120_000);
    wire.send(requestBytes({}));
    expect((await wire.response()).grpcStatus).toBe(0);
    wire.close();
    stage.certificate.renew({ cert, key });
    await vi.waitFor(async () => expect(await negotiateTls(envoy.port, {})).toContain('localhost'), 120_000);
  });

  const preflight = { 'access-control-request-method': 'POST', 'content-length': '0', 'content-type': null };
  test.each([
    [ORIGIN, ORIGIN],
    ['https://app.example.com.evil.example', undefined],
    ['https://evil.example/https://app.example.com', undefined],
    ['http://app.example.com', undefined],
    ['https://app.example.com:8443', undefined],
    ['HTTPS://app.example.com', undefined],
    ['null', undefined],
  ])('origins are exact: %s', async (origin, allowed) => {
    const countRequests = (): Promise<number> => envoy.stat('cluster.server.upstream_rq_total');
    const before = await countRequests();
    const body = new Uint8Array();
    const preflighted = await requestOnce(envoy.url, { method: 'OPTIONS', headers: { ...preflight, origin }, body });
    expect(preflighted.headers['access-control-allow-origin']).toBe(allowed);
    expect(await countRequests()).toBe(before);
    const response = await requestOnce(envoy.url, { headers: { origin } });
    expect(response.headers['access-control-allow-origin']).toBe(allowed);
  });

  test('lets a page send any metadata by POST, ask once in two hours, and read the error', async () => {
    const headers = { ...preflight, origin: ORIGIN, 'access-control-request-headers': 'authorization,x-custom' };
    const response = await requestOnce(envoy.url, { method: 'OPTIONS', headers, body: new Uint8Array() });
    expect(response.headers).toMatchObject({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': '*, authorization',
      'access-control-max-age': '7200',
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    handler = (_, reply) => reply({ code: status.NOT_FOUND });
    const failed = await requestOnce(envoy.url, { headers: { origin: ORIGIN } });
    handler = ok;
    expect(failed.headers['grpc-status']).toBe('5');
    expect(failed.headers['access-control-expose-headers']).toBe(
      'grpc-status, grpc-message, grpc-status-details-bin, grpc-retry-pushback-ms, server-timing, x-envoy-upstream-service-time, x-request-id',
    );
  });

  test.each([
    ['application/grpc-web+proto', 200],
    ['application/grpc-web', 200],
    ['application/grpc-web-text', 200],
    ['application/grpc-web-text+proto', 200],
    ['application/grpc-web+json', 415],
    ['Application/grpc-web+proto', 415],
    ['application/grpc-web+proto; charset=utf-8', 415],
    ['application/json', 415],
    [null, 415],
  ])('content types: %s is %i', async (type, expected) => {
    const before = calls;
    const body = type?.includes('text')
      ? Buffer.from(frame(new Uint8Array()).toString('base64'))
      : frame(new Uint8Array());
    const response = await requestOnce(envoy.url, { headers: { 'content-type': type }, body });
    expect([response.status, calls - before]).toEqual([expected, expected === 200 ? 1 : 0]);
  });

  test.each([
    ['POST', CALL_PATH, 200],
    ['POST', '//api.ApiService/CallApi', 200],
    ['POST', '/x/../api.ApiService/./CallApi', 200],
    ['POST', '/x/%2e%2E/api.ApiService/CallApi', 200],
    ['POST', '/api.ApiService%2FCallApi', 400],
    ['POST', '/api.ApiService%2fCallApi', 400],
    ['POST', '/api.ApiService%5CCallApi', 400],
    ['POST', '/api.ApiService/../grpc.health.v1.Health/Check', 404],
    ['POST', '/api.ApiService/%2e%2e/grpc.health.v1.Health/Check', 404],
    ['POST', '/api.ApiServiceX/CallApi', 404],
    ['POST', '/grpc.health.v1.Health/Check', 404],
    ['POST', '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', 404],
    ['POST', '/stats', 404],
    ['GET', CALL_PATH, 405],
    ['OPTIONS', CALL_PATH, 405],
  ])('one spelling of a path: %s %s is %i', async (method, path, expected) => {
    const response = await requestOnce(envoy.url, { method, path });
    expect([response.status, response.headers['allow']]).toEqual([
      expected,
      expected === 405 ? 'POST, OPTIONS' : undefined,
    ]);
  });

  test.each([
    ['an underscore in a name', { x_tenant: 'a' }, 400],
    ['headers over 16 KiB', { 'x-big': 'a'.repeat(17_000) }, 431],
    ['over 64 headers', Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`x-${i}`, 'a'])), 431],
    ['64 headers', Object.fromEntries(Array.from({ length: 59 }, (_, i) => [`x-${i}`, 'a'])), 200],
  ])('headers: %s', async (_, headers, expected) => {
    const before = calls;
    expect((await requestOnce(envoy.url, { headers })).status).toBe(expected);
    expect(calls).toBe(before + (expected === 200 ? 1 : 0));
  });

  test('ignores a client’s headers for time limits and retries', async () => {
    handler = (_, reply) => void setTimeout(() => reply({ code: status.UNAVAILABLE }), 100);
    const before = calls;
    const response = await requestOnce(envoy.url, {
      headers: {
        'x-envoy-upstream-rq-timeout-ms': '1',
        'x-envoy-retry-grpc-on': 'unavailable',
        'x-envoy-retry-on': '5xx',
        'x-envoy-max-retries': '5',
      },
    });
    handler = ok;
    expect([response.grpcStatus, calls]).toEqual([status.UNAVAILABLE, before + 1]);
  });

  test('bounds the concurrent calls of an HTTP/2 connection and their data in flight', async () => {
    const session = connectHttp2(envoy.url, { rejectUnauthorized: false });
    await once(session, 'remoteSettings');
    expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 100, initialWindowSize: 65_536 });
    await vi.waitFor(() => expect(session.state.remoteWindowSize).toBe(1_048_576), 120_000);
    session.destroy();
  });

  test('passes request id and trace context on unchanged', async () => {
    const headers = {
      // Version 7; Envoy generates version 4.
      'x-request-id': 'a5f01ad0-9a2c-7a5c-b0d8-3a6b6a7b9f0e',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=value',
    };
    const response = await requestOnce(envoy.url, { headers });
    expect(seen).toMatchObject(headers);
    expect(response.headers['x-request-id']).toBe(headers['x-request-id']);
    const without = await requestOnce(envoy.url);
    expect(without.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(seen).toMatchObject({ 'x-request-id': without.headers['x-request-id'] });
    expect(seen).not.toHaveProperty('traceparent');
  });

  /** The only line of the access log that contains a text. */
  function waitForLogLine(text: string): Promise<string> {
    return vi.waitFor(() => {
      const lines = envoy.lines.filter((line) => line.includes(text));
      expect(lines).toHaveLength(1);
      return lines.join('');
    }, 120_000);
  }

  test('logs a call in one line, with its status and without a secret', async () => {
    handler = (_, reply) => reply({ code: status.NOT_FOUND, details: 'secret-detail' });
    await requestOnce(envoy.url, {
      headers: {
        authorization: 'Bearer secret-token',
        cookie: 'secret-cookie',
        'x-request-id': 'logged-1',
        origin: ORIGIN,
      },
      body: frame(Buffer.from('secret-argument')),
    });
    handler = ok;
    const line = await waitForLogLine('logged-1');
    expect(line).not.toContain('secret');
    expect(JSON.parse(line)).toMatchObject({
      requestId: 'logged-1',
      traceparent: null,
      client: '127.0.0.1',
      origin: ORIGIN,
      method: 'POST',
      path: CALL_PATH,
      protocol: 'HTTP/1.1',
      status: 200,
      grpcStatus: '5',
      detail: 'via_upstream',
      flags: '-',
      ms: expect.any(Number),
      received: 20,
      attempts: 1,
    });
  });

  test('cuts long values of a caller in the log', async () => {
    const session = connectHttp2(envoy.url, { rejectUnauthorized: false });
    // HTTP/1.1 allows known methods only.
    const stream = session.request({
      ':method': 'm'.repeat(1000),
      ':path': `/${'d'.repeat(1000)}`,
      'x-request-id': `logged-5${'a'.repeat(1000)}`,
      origin: 'b'.repeat(1000),
      traceparent: 'c'.repeat(1000),
    });
    stream.resume().end();
    await once(stream, 'close');
    session.destroy();
    const line = await waitForLogLine('logged-5');
    expect(line.length).toBeLessThan(1000);
  });

  test('logs no query, and escapes quotes', async () => {
    await requestOnce(envoy.url, {
      path: `${CALL_PATH}?token=secret-query`,
      headers: { 'x-request-id': 'logged-2 "}' },
    });
    await requestOnce(envoy.url, { path: '/other?token=secret-query', headers: { 'x-request-id': 'logged-3' } });
    // The load balancer's requests for the health page aren't logged.
    await requestOnce(envoy.url, { path: '/healthz', headers: { 'x-request-id': 'logged-4' } });
    await requestOnce(envoy.url, { headers: { 'x-request-id': 'logged-4' } });
    await vi.waitFor(() => {
      const lines = envoy.lines.filter((text) => /logged-[234]/.test(text));
      expect(lines.join('')).not.toContain('secret');
      expect(lines.map((text) => JSON.parse(text))).toMatchObject([
        { requestId: 'logged-2 "}', path: CALL_PATH, status: 200, grpcStatus: '12' },
        { path: '/other', status: 404, grpcStatus: null, detail: 'route_not_found' },
        { status: 200, grpcStatus: null },
      ]);
    }, 120_000);
  });

  test('compresses no response', async () => {
    handler = (_, reply) => reply(null, Buffer.alloc(100_000));
    const { headers, body } = await requestOnce(envoy.url, { headers: { 'accept-encoding': 'gzip, br' } });
    handler = ok;
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.length).toBeGreaterThan(100_000);
  });

  test('limits a message to 4 MiB, with an error that a page can read', async () => {
    const largest = frame(Buffer.alloc(4_194_304));
    expect((await requestOnce(envoy.url, { body: largest })).grpcStatus).toBe(0);
    const before = calls;
    const larger = frame(Buffer.alloc(4_194_305));
    const response = await requestOnce(envoy.url, { body: larger, headers: { origin: ORIGIN } });
    expect(response).toMatchObject({ status: 200, grpcStatus: 8, headers: { 'access-control-allow-origin': ORIGIN } });
    expect(calls).toBe(before);
  });

  test('leaves the deadline to the server', async () => {
    handler = () => undefined;
    const response = await requestOnce(envoy.url, { headers: { 'grpc-timeout': '100m' } });
    handler = ok;
    expect(response).toMatchObject({ status: 200, grpcStatus: 4 });
    expect(response.grpcMessage).not.toContain('Envoy');
  });

  test('counts calls by status, but not under names that a stranger makes up', async () => {
    const name = 'cluster.server.grpc.api.ApiService.CallApi.0';
    await requestOnce(envoy.url);
    const before = await envoy.stat(name);
    await requestOnce(envoy.url);
    expect(await envoy.stat(name)).toBe(before + 1);
    const readAllocated = async (): Promise<number> =>
      Number((JSON.parse(await envoy.admin('/memory')) as { allocated: string }).allocated);
    const memory = await readAllocated();
    const wire = await openWire(envoy.url);
    for (let i = 0; i < 60; i += 1) {
      wire.send(requestBytes({ path: `/api.ApiService/Made${i}${'a'.repeat(15_000)}` }));
      expect((await wire.response()).grpcStatus).toBe(12);
    }
    wire.close();
    expect(await envoy.admin('/stats')).not.toContain('Made');
    expect((await readAllocated()) - memory).toBeLessThan(1_000_000);
  });

  test('keeps the admin interface on loopback', async () => {
    const { configs } = JSON.parse(await envoy.admin('/config_dump')) as {
      configs: { bootstrap?: { admin: { address: { socket_address: { address: string } } } } }[];
    };
    expect(configs[0]?.bootstrap?.admin.address.socket_address.address).toBe('127.0.0.1');
  });

  test('responds to the health page with 200, and with 503 once Envoy drains, while calls go on', async () => {
    const page = { method: 'GET', path: '/healthz', body: new Uint8Array() };
    expect((await requestOnce(envoy.url, page)).status).toBe(200);
    await envoy.admin('/healthcheck/fail', 'POST');
    const leaving = await requestOnce(envoy.url, page);
    expect([leaving.status, leaving.grpcStatus]).toEqual([503, undefined]);
    const last = await requestOnce(envoy.url);
    expect([last.grpcStatus, last.headers.connection]).toEqual([0, 'close']);
    await envoy.admin('/healthcheck/ok', 'POST');
    expect((await requestOnce(envoy.url, page)).status).toBe(200);
  });
});

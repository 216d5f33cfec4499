/**
 * Requests that no well-behaved client sends, to both bridges in front of one server: Envoy with envoy.yaml, and the embedded
 * gateway. A row in which they differ has the reason.
 */
import { gzipSync } from 'node:zlib';
import { createServer, type LogLine } from 'endpoint.js-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { Request } from '../proto/gen/node/api.js';
import { FIND_MS, noEnvoy, ORIGIN, replaceOnce, startTestEnvoy, collectCleanups } from './test/envoy.js';
import { INTERNALS } from './test/wire.js';
import { ok, startUpstream } from './test/upstream.js';
import { type WireResponse, CALL_PATH, requestOnce, frame, openWire, requestBytes } from './test/wire.js';

const FOREIGN = 'http://evil.example';
const message = new Request({ code: 'echo', str1: 'a' }).serialize();
const echo = frame(message);
const none = new Uint8Array();
const lines: LogLine[] = [];
const { defer } = collectCleanups();
const urls = new Map<string, string>();

/** Without Envoy, the gateway alone. */
const BRIDGES = noEnvoy ? ['gateway'] : ['Envoy', 'gateway'];

beforeAll(async () => {
  const server = createServer({ origins: [ORIGIN], log: (line) => lines.push(line) });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  defer(() => server.drain({ graceMs: 0 }));
  urls.set('gateway', gateway);
  if (noEnvoy) return;
  const envoy = await startTestEnvoy({ servers: [grpc] });
  defer(envoy.stop);
  urls.set('Envoy', envoy.url);
}, FIND_MS);

type Probe = Parameters<typeof requestBytes>[0];

interface Expected {
  readonly http: number;
  /** The gRPC status, if the response has one. */
  readonly grpc?: number;
  /** The value of access-control-allow-origin. */
  readonly allows?: string;
  /** Whether the response announces and makes the end of the connection. */
  readonly closes?: true;
}
/** One response for both, or one for each and the reason they differ. */
type Row = [name: string, probe: Probe, expected: Expected | { Envoy: Expected; gateway: Expected; because: string }];

const served: Expected = { http: 200, grpc: 0 };
const status = (grpc: number): Expected => ({ http: 200, grpc });
const http = (code: number): Expected => ({ http: code });
const closing = (expected: Expected): Expected => ({ ...expected, closes: true });
const type = (contentType: string | null): Probe => ({ body: echo, headers: { 'content-type': contentType } });
const at = (path: string): Probe => ({ body: echo, path });
const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type,x-grpc-web' };
const preflight = (origin: string | null): Probe => ({
  method: 'OPTIONS',
  body: none,
  headers: { ...asking, 'content-type': null, origin },
});
const normalises = 'Envoy normalises a path and serves it; the gateway serves the normal spelling only.';
const earlier = 'Envoy ends the connection instead of reading to the end; the gateway reads it.';

const rows: Row[] = [
  ['a call', { body: echo, headers: { origin: ORIGIN } }, { ...served, allows: ORIGIN }],
  ['a call of a foreign page', { body: echo, headers: { origin: FOREIGN } }, served],
  ['a preflight', preflight(ORIGIN), { Envoy: { http: 200, allows: ORIGIN }, gateway: { http: 204, allows: ORIGIN }, because: 'Any 2xx is fine (Fetch).' }],
  ['a preflight of a foreign page', preflight(FOREIGN), { Envoy: http(200), gateway: http(403), because: 'Without access-control-allow-origin the status doesn’t matter.' }],
  ['OPTIONS without an origin', preflight(null), { Envoy: http(405), gateway: http(204), because: 'It isn’t a preflight: the gateway lists the methods, Envoy refuses.' }],
  ['GET', { method: 'GET', body: none }, http(405)],
  ['PUT', { method: 'PUT', body: echo }, http(405)],
  ['DELETE', { method: 'DELETE', body: echo }, http(405)],
  ['TRACE', { method: 'TRACE', body: none }, http(405)],
  ['a WebSocket', { method: 'GET', body: none, headers: { connection: 'upgrade', upgrade: 'websocket' } }, { Envoy: closing(http(403)), gateway: http(405), because: 'Envoy knows upgrades, and refuses them.' }],

  ['the content type without a format', type('application/grpc-web'), served],
  ['a picture', type('image/jpeg'), http(415)],
  ['JSON', type('application/json'), http(415)],
  ['no content type', type(null), http(415)],
  ['gRPC-Web in JSON', type('application/grpc-web+json'), http(415)],
  ['gRPC-Web with a parameter', type('application/grpc-web+proto; charset=utf-8'), { Envoy: http(415), gateway: served, because: 'Envoy’s filter accepts exact types only.' }],
  ['gRPC-Web in capitals', type('Application/gRPC-Web+proto'), { Envoy: http(415), gateway: served, because: 'Envoy’s filter accepts exact types only.' }],
  ['gRPC-Web as text', { body: Buffer.from(echo.toString('base64')), headers: { 'content-type': 'application/grpc-web-text' } }, { Envoy: served, gateway: http(415), because: 'Envoy knows the text form; Connect, which carries the gateway, doesn’t.' }],
  ['text that isn’t base64', { body: Buffer.from('%%%%'), headers: { 'content-type': 'application/grpc-web-text' } }, { Envoy: closing({ http: 400, grpc: 13 }), gateway: http(415), because: 'as in the row above' }],

  ['no message', { body: none }, status(12)],
  ['two messages', { body: Buffer.concat([echo, echo]) }, status(12)],
  ['a head cut off', { body: echo.subarray(0, 3) }, { Envoy: status(12), gateway: status(3), because: 'grpc-js drops an incomplete message; Connect reports it.' }],
  ['a message cut off', { body: echo.subarray(0, 9) }, { Envoy: status(12), gateway: status(3), because: 'as in the row above' }],
  ['a message and half of one', { body: Buffer.concat([echo, echo.subarray(0, 4)]) }, { Envoy: served, gateway: status(3), because: 'as in the row above' }],
  ['a length of 4 GiB', { body: Buffer.from('00ffffffff61', 'hex') }, status(8)],
  ['bytes that aren’t a message', { body: frame(Buffer.from('ffffffff', 'hex')) }, status(3)],
  ['a string that isn’t UTF-8', { body: frame(Buffer.from('0a02c328', 'hex')) }, status(3)],
  ['a compressed message', { body: frame(gzipSync(message), 1), headers: { 'grpc-encoding': 'gzip' } }, served],
  ['a compressed message, but no encoding', { body: frame(gzipSync(message), 1) }, { Envoy: status(3), gateway: status(13), because: 'grpc-js reads it uncompressed; gRPC demands INTERNAL.' }],
  ['a compressed message of no encoding', { body: frame(message, 1), headers: { 'grpc-encoding': 'identity' } }, { Envoy: served, gateway: status(13), because: 'grpc-js reads a flagged message of `identity` unchanged; gRPC demands INTERNAL.' }],
  ['an unknown encoding', { body: frame(message, 1), headers: { 'grpc-encoding': 'foo' } }, status(12)],
  ['bytes that aren’t gzip', { body: frame(message, 1), headers: { 'grpc-encoding': 'gzip' } }, { Envoy: status(13), gateway: status(3), because: 'grpc-js responds with INTERNAL, Connect INVALID_ARGUMENT.' }],
  ['a message that grows over the limit', { body: frame(gzipSync(Buffer.alloc(20_000_000)), 1), headers: { 'grpc-encoding': 'gzip' } }, status(8)],
  ['a message over the limit', { body: frame(Buffer.alloc(4_194_305)), headers: { origin: ORIGIN } }, { Envoy: closing({ ...status(8), allows: ORIGIN }), gateway: { ...status(8), allows: ORIGIN }, because: earlier }],
  ['a message of twice the limit', { body: frame(Buffer.alloc(9_000_000)) }, { Envoy: closing(status(8)), gateway: status(8), because: earlier }],
  ['an invalid deadline', { body: echo, headers: { 'grpc-timeout': 'x' } }, status(3)],

  ['another method', at('/api.ApiService/Other'), { Envoy: status(12), gateway: http(404), because: 'Envoy leaves the status to the server; a client reads 404 as 12 too.' }],
  ['another service', at('/other.Service/Method'), http(404)],
  ['the health service', at('/grpc.health.v1.Health/Check'), http(404)],
  ['another case', at('/API.ApiService/callapi'), http(404)],
  ['a query', at(`${CALL_PATH}?a=b`), { Envoy: status(12), gateway: served, because: 'grpc-js takes the query as part of the method’s name; the gateway drops it.' }],
  ['//', at('//api.ApiService/CallApi'), { Envoy: served, gateway: http(404), because: normalises }],
  ['/./', at('/./api.ApiService/./CallApi'), { Envoy: served, gateway: http(404), because: normalises }],
  ['/../', at('/x/../api.ApiService/CallApi'), { Envoy: served, gateway: http(404), because: normalises }],
  ['%2e', at('/%2e/api%2eApiService/CallApi'), { Envoy: served, gateway: http(404), because: normalises }],
  ['out of the service', at('/api.ApiService/../grpc.health.v1.Health/Check'), http(404)],
  ['out of the service, encoded', at('/api.ApiService/%2e%2e/grpc.health.v1.Health/Check'), http(404)],
  ['an encoded slash', at('/api.ApiService%2FCallApi'), { Envoy: closing(http(400)), gateway: http(404), because: 'Envoy refuses encoded slashes anywhere.' }],
  ['a trailing slash', at(`${CALL_PATH}/`), { Envoy: status(12), gateway: http(404), because: 'as for another method' }],
  ['NUL in the path', at(`${CALL_PATH}%00`), { Envoy: closing(http(400)), gateway: http(404), because: 'Envoy refuses %00 anywhere.' }],

  ['an underscore in a header’s name', { body: echo, headers: { x_tenant: 'a' } }, served],
  ['a header of 70 kB', { body: echo, headers: { 'x-big': 'a'.repeat(70_000) } }, closing(http(431))],
  ['150 headers', { body: echo, headers: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`x-${i}`, 'a'])) }, { Envoy: closing(http(431)), gateway: served, because: 'Node accepts 2,000 of them, within 16 KiB.' }],
  ['two lengths', { body: echo, headers: { 'transfer-encoding': 'chunked' } }, closing(http(400))],
  ['no Host', { body: echo, headers: { host: null } }, closing(http(400))],
  ['an invalid Host', { body: echo, headers: { host: 'a b' } }, { Envoy: closing(http(400)), gateway: http(400), because: earlier }],
  ['Expect: 100-continue', { body: echo, headers: { expect: '100-continue' } }, served],
]; // prettier-ignore

const cases = BRIDGES.flatMap((bridge) =>
  rows.map(([name, probe, expected]): [string, string, Probe, Expected] => {
    const response = 'because' in expected ? expected[bridge === 'Envoy' ? 'Envoy' : 'gateway'] : expected;
    return [bridge, name, probe, response];
  }),
);

const findUrl = (bridge: string): string => urls.get(bridge) ?? '';

function expectNoInternals({ headers, body }: WireResponse): void {
  const text = JSON.stringify(headers) + body.toString('latin1');
  const decoded = text.replaceAll(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  expect(decoded).not.toMatch(INTERNALS);
}

describe('raw probes', () => {
  test.concurrent.each(cases)('%s: %s', async (bridge, _, probe, expected) => {
    const wire = await openWire(findUrl(bridge));
    wire.send(requestBytes(probe));
    const response = await wire.response();
    expect([response.status, response.grpcStatus]).toEqual([expected.http, expected.grpc]);
    expect(response.headers['access-control-allow-origin']).toBe(expected.allows);
    expectNoInternals(response);
    expect(response.headers['connection'] === 'close').toBe(expected.closes === true);
    if (expected.closes) await wire.closed;
    else {
      wire.send(requestBytes({ body: echo }));
      expect(await wire.response()).toMatchObject({ status: 200, grpcStatus: 0 });
    }
    wire.close();
  });

  test.each(BRIDGES)('%s keeps serving after a truncated body', async (bridge) => {
    const wire = await openWire(findUrl(bridge));
    wire.send(requestBytes({ body: echo }).subarray(0, -3));
    wire.socket.end();
    // There is no response: the request can't be completed any more.
    await wire.closed;
    expect((await requestOnce(findUrl(bridge), { body: echo })).grpcStatus).toBe(0);
  });

  test.each(BRIDGES)('%s accepts a message byte by byte, while other calls go ahead', async (bridge) => {
    const wire = await openWire(findUrl(bridge));
    const bytes = requestBytes({ body: echo });
    for (const byte of bytes.subarray(0, -1)) wire.send(Buffer.of(byte));
    expect((await requestOnce(findUrl(bridge), { body: echo })).grpcStatus).toBe(0);
    wire.send(bytes.subarray(-1));
    expect((await wire.response()).grpcStatus).toBe(0);
    wire.close();
  });

  test.each(BRIDGES)('%s responds to pipelined requests in order', async (bridge) => {
    const wire = await openWire(findUrl(bridge));
    const calls = ['1', '2', '3'].map((str1) => frame(new Request({ code: 'echo', str1 }).serialize()));
    wire.send(Buffer.concat(calls.map((body) => requestBytes({ body }))));
    for (const str1 of ['1', '2', '3']) {
      expect((await wire.response()).body.toString('latin1')).toContain(`"str1":"${str1}"`);
    }
    wire.close();
  });

  test.each(BRIDGES)('%s runs nothing for a caller who has gone', async (bridge) => {
    const wire = await openWire(findUrl(bridge));
    const before = lines.length;
    wire.send(requestBytes({ body: echo, headers: { 'x-request-id': 'gone' } }).subarray(0, -1));
    wire.close();
    expect((await requestOnce(findUrl(bridge), { body: echo })).grpcStatus).toBe(0);
    // The incomplete call has run nothing.
    const after = lines.slice(before).flatMap((line) => (line.event === 'call' && line.code !== null ? [line] : []));
    expect(after).toHaveLength(1);
  });
});

// The gateway has no upstream.
describe.skipIf(noEnvoy)('Envoy', () => {
  const expectUnavailable = async (url: string): Promise<void> => {
    const wire = await openWire(url);
    wire.send(requestBytes({ body: echo, headers: { origin: ORIGIN } }));
    const response = await wire.response();
    expect([response.status, response.grpcStatus, response.headers['access-control-allow-origin']]).toEqual([
      200,
      14,
      ORIGIN,
    ]);
    expectNoInternals(response);
    wire.close();
  };

  test('responds with UNAVAILABLE if its upstream resets a call', async () => {
    const upstream = await startUpstream(() => upstream.server.forceShutdown());
    const reset = await startTestEnvoy({ servers: [upstream.address] });
    await expectUnavailable(reset.url);
    await reset.stop();
  });

  test('cuts off a slow sender with DEADLINE_EXCEEDED', async () => {
    const upstream = await startUpstream(ok);
    const edit = (config: string): string => replaceOnce(config, 'request_timeout: 30s', 'request_timeout: 0.3s');
    const slow = await startTestEnvoy({ servers: [upstream.address], edit });
    const wire = await openWire(slow.url);
    wire.send(requestBytes({ body: echo, headers: { origin: ORIGIN } }).subarray(0, -1));
    expect(await wire.response()).toMatchObject({ status: 200, grpcStatus: 4 });
    await wire.closed;
    expect(upstream.calls).toBe(0);
    await slow.stop();
    upstream.server.forceShutdown();
  });
});

test('no foreign preflight or refused probe has ever run an operation', () => {
  const codes = lines.flatMap((line) => (line.event === 'call' ? [line.code] : []));
  expect(new Set(codes)).toEqual(new Set(['echo', null]));
});

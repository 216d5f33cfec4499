/**
 * What both bridges, Envoy with envoy.yaml and the embedded gateway, do with a connection and a call in front of one server;
 * differences.test.ts has their responses to each request.
 */
import { createServer, type LogLine, status } from 'endpoint.js-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { Request } from '../proto/gen/node/api.js';
import { grpcWebCaller } from '../server/test/callers.js';
import { FIND_MS, noEnvoy, ORIGIN, replaceOnce, startTestEnvoy, collectCleanups } from './test/envoy.js';
import { ok, startUpstream } from './test/upstream.js';
import { requestOnce, frame, openWire, requestBytes } from './test/wire.js';

const echo = frame(new Request({ code: 'echo', str1: 'a' }).serialize());
const lines: LogLine[] = [];
const waiting: string[] = [];
const aborted: string[] = [];
const { defer } = collectCleanups();
const urls = new Map<string, string>();
const findUrl = (bridge: string): string => urls.get(bridge) ?? '';

beforeAll(async () => {
  const server = createServer({
    operations: {
      metadata: {
        description: 'The metadata of these names.',
        arguments: { str1: 'names, separated by commas' },
        handler: ({ str1 }, { metadata }) => JSON.stringify(str1.split(',').map((name) => metadata(name))),
      },
      wait: {
        description: 'Waits until it is aborted.',
        arguments: { str1: 'a name' },
        handler: ({ str1 }, { signal }) =>
          new Promise((_, reject) => {
            waiting.push(str1);
            signal.addEventListener('abort', () => {
              aborted.push(str1);
              reject(new Error('stopped'));
            });
          }),
      },
    },
    log: (line) => lines.push(line),
  });
  const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  defer(() => server.drain({ graceMs: 0 }));
  urls.set('gateway', gateway);
  if (noEnvoy) return;
  const envoy = await startTestEnvoy({ servers: [grpc] });
  defer(envoy.stop);
  urls.set('Envoy', envoy.url);
}, FIND_MS);

// Without Envoy, the gateway alone.
describe.each(noEnvoy ? ['gateway'] : ['Envoy', 'gateway'])('%s', (bridge) => {
  test('keeps serving after a truncated body', async () => {
    const wire = await openWire(findUrl(bridge));
    wire.send(requestBytes({ body: echo }).subarray(0, -3));
    wire.socket.end();
    // There is no response: the request can't be completed any more.
    await wire.closed;
    expect((await requestOnce(findUrl(bridge), { body: echo })).grpcStatus).toBe(0);
  });

  test('accepts a message byte by byte, while other calls go ahead', async () => {
    const wire = await openWire(findUrl(bridge));
    const bytes = requestBytes({ body: echo });
    for (const byte of bytes.subarray(0, -1)) wire.send(Buffer.of(byte));
    expect((await requestOnce(findUrl(bridge), { body: echo })).grpcStatus).toBe(0);
    wire.send(bytes.subarray(-1));
    expect((await wire.response()).grpcStatus).toBe(0);
    wire.close();
  });

  test('responds to pipelined requests in order', async () => {
    const wire = await openWire(findUrl(bridge));
    const calls = ['1', '2', '3'].map((str1) => frame(new Request({ code: 'echo', str1 }).serialize()));
    wire.send(Buffer.concat(calls.map((body) => requestBytes({ body }))));
    for (const str1 of ['1', '2', '3']) {
      expect((await wire.response()).body.toString('latin1')).toContain(`"str1":"${str1}"`);
    }
    wire.close();
  });

  test('runs nothing for a caller who has gone', async () => {
    const wire = await openWire(findUrl(bridge));
    const before = lines.length;
    wire.send(requestBytes({ body: echo, headers: { 'x-request-id': 'gone' } }).subarray(0, -1));
    wire.close();
    expect((await requestOnce(findUrl(bridge), { body: echo })).grpcStatus).toBe(0);
    // The incomplete call has run nothing.
    const after = lines.slice(before).flatMap((line) => (line.event === 'call' && line.code !== null ? [line] : []));
    expect(after).toHaveLength(1);
  });

  test('passes metadata on, text and bytes', async () => {
    const metadata = { 'X-Test': 'a, b', 'x-bin': 'AQI=, AwQ' };
    const { response } = await grpcWebCaller(findUrl(bridge)).call(
      { code: 'metadata', str1: 'x-test,x-bin,x-none' },
      { metadata },
    );
    expect(JSON.parse(response?.message ?? 'null')).toEqual([['a, b'], ['AQI=', 'AwQ='], []]);
  });

  test('stops the work of a call that its caller cancels', async () => {
    const controller = new AbortController();
    const request = { code: 'wait', str1: bridge };
    const cancelled = grpcWebCaller(findUrl(bridge)).call(request, { signal: controller.signal });
    await expect.poll(() => waiting).toContain(bridge);
    controller.abort();
    expect((await cancelled).code).toBe(status.CANCELLED);
    await expect.poll(() => aborted).toContain(bridge);
  });
});

// The gateway has no upstream.
describe.skipIf(noEnvoy)('Envoy', () => {
  test('responds with UNAVAILABLE if its upstream resets a call', async () => {
    const upstream = await startUpstream(() => upstream.server.forceShutdown());
    const reset = await startTestEnvoy({ servers: [upstream.address] });
    const headers = { 'access-control-allow-origin': ORIGIN };
    expect(await requestOnce(reset.url, { body: echo, headers: { origin: ORIGIN } })).toMatchObject({ status: 200, grpcStatus: 14, headers }); // prettier-ignore
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

/**
 * The cases of the public conformance suite of gRPC-Web for unary calls, run against both bridges: Envoy with envoy.yaml, and the
 * embedded gateway. Unexpected requests are in bridges.test.ts.
 */
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { CallError, type CallServer, createServer, type FailureStatus } from 'endpoint.js-server';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Request } from '../proto/gen/node/api.js';
import { createGateway } from '../server/transports/gateway.js';
import { toGrpcMetadata } from '../server/service/call.js';
import { frame, grpcWebCaller, post, readResult, type RequestFields, type Result } from '../server/test/callers.js';
import { createServiceStub } from '../server/test/service-stub.js';
import type { CallResult } from '../server/service/call-service.js';
import { FIND_MS, noEnvoy, ORIGIN, startTestEnvoy, collectCleanups } from './test/envoy.js';
import { type Handler, startUpstream } from './test/upstream.js';

const LIMIT = 4_194_304;
const WAIT_MS = 20_000;
const BRIDGES = ['Envoy', 'gateway'] as const;
type Bridge = (typeof BRIDGES)[number];
const failures = Object.values(status).filter(
  (code): code is FailureStatus => typeof code === 'number' && code !== status.OK,
);
const { defer } = collectCleanups();

/** Starts Envoy in front of a server. Resolves with its URL. */
async function addEnvoy(address: string): Promise<string> {
  const envoy = await startTestEnvoy({ servers: [address] });
  defer(() => envoy.stop());
  return envoy.url;
}

afterEach(() => {
  vi.useRealTimers();
});

describe.skipIf(noEnvoy).each(BRIDGES)('requests through %s', (bridge) => {
  let server: CallServer;
  let url = '';
  const waiting: string[] = [];
  const aborted: string[] = [];

  beforeAll(async () => {
    server = createServer({
      operations: {
        metadata: {
          description: 'The metadata of these names.',
          arguments: { str1: 'names, separated by commas' },
          handler: ({ str1 }, { metadata }) => JSON.stringify(str1.split(',').map((name) => metadata(name))),
        },
        remaining: {
          description: 'The milliseconds up to the deadline.',
          arguments: {},
          handler: (_, { deadline }) => String(deadline === undefined ? 'none' : deadline - Date.now()),
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
        big: { description: 'int_value bytes.', arguments: {}, handler: ({ intValue }) => 'x'.repeat(intValue) },
      },
      interceptors: [
        (call, next) => {
          const { code, str1, intValue } = call.request;
          const failure = failures.find((known) => known.valueOf() === intValue);
          if (code === 'fail' && failure !== undefined) throw new CallError(failure, str1);
          return next(call);
        },
      ],
    });
    const { grpc, gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
    defer(() => server.drain({ graceMs: 0 }));
    url = bridge === 'Envoy' ? await addEnvoy(grpc) : gateway;
  }, FIND_MS);

  const call = (request: RequestFields | Uint8Array, metadata: Record<string, string> = {}): Promise<Result> =>
    grpcWebCaller(url).call(request, { metadata });

  test.each(failures)('a call fails with %i', async (code) => {
    const text = `${status[code]} as asked`;
    const result = await call({ code: 'fail', int_value: code, str1: text });
    expect([result.code, result.details, result.response]).toEqual([code, text, undefined]);
  });
  test('there are 16 such statuses', () => expect(failures).toHaveLength(16));

  const messages = ['', 'a b', '100 % of %41', '\ttab and\r\nlines\n', '☺ and 😈', 'ÿ"\\', 'x'.repeat(2000)];
  test.each(messages)('an error’s message arrives unchanged: %j', async (text) => {
    expect(await call({ code: 'fail', int_value: 13, str1: text })).toMatchObject({ code: 13, details: text });
  });

  test.each(['application/grpc-web', 'application/grpc-web+proto'])('%s is accepted', async (type) => {
    expect(await call({ code: 'echo' }, { 'content-type': type })).toMatchObject({
      code: 0,
      response: { success: true },
    });
  });

  const bytes = Buffer.from([0, 1, 250, 255]);
  const requested: [string, Record<string, string>, string, unknown][] = [
    ['a value', { 'x-test': 'a' }, 'x-test', [['a']]],
    ['several of one name', { 'x-test': 'a, b' }, 'x-test', [['a, b']]],
    ['none', {}, 'x-test', [[]]],
    ['a name in capitals', { 'X-Test': 'a' }, 'x-test', [['a']]],
    ['bytes, padded', { 'x-bin': bytes.toString('base64') }, 'x-bin', [['AAH6/w==']]],
    ['bytes, not padded', { 'x-bin': bytes.toString('base64').replaceAll('=', '') }, 'x-bin', [['AAH6/w==']]],
    ['bytes of one name', { 'x-bin': 'AQI=, AwQ' }, 'x-bin', [['AQI=', 'AwQ=']]],
    ['both', { 'x-test': 'a', 'x-bin': 'AQI=' }, 'x-test,x-bin', [['a'], ['AQI=']]],
  ]; // prettier-ignore
  test.each(requested)('metadata reaches the operation: %s', async (_, metadata, names, expected) => {
    const { response } = await call({ code: 'metadata', str1: names }, metadata);
    expect(JSON.parse(response?.message ?? 'null')).toEqual(expected);
  });

  test.each(['H', 'M', 'S', 'm', 'u', 'n'])('a deadline in %s reaches the operation', async (unit) => {
    const inMs = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }[unit] ?? 0;
    const sent = Math.min(Math.floor(60_000 / inMs) || 1, 99_999_999);
    // The server's clock doesn't move: no part of the deadline passes there.
    vi.useFakeTimers({ toFake: ['Date'] });
    const remaining = await vi.waitFor(async () => {
      // The longest deadline in nanoseconds is 0.1 s: a busy machine may need another try.
      const { code, response } = await call({ code: 'remaining' }, { 'grpc-timeout': `${sent}${unit}` });
      expect(code).toBe(0);
      return Number(response?.message);
    }, WAIT_MS);
    expect(Math.abs(remaining - sent * inMs)).toBeLessThanOrEqual(1);
  });
  test('without grpc-timeout there is no deadline', async () => {
    expect((await call({ code: 'remaining' })).response?.message).toBe('none');
  });

  test('an exceeded deadline is DEADLINE_EXCEEDED', async () => {
    const { code, details } = await call({ code: 'wait' }, { 'grpc-timeout': '200m' });
    expect(status[code]).toBe('DEADLINE_EXCEEDED');
    // Envoy's own limit is 60 s, with a different message.
    expect(details).not.toContain('Envoy');
  });

  test('a call that its caller cancels, or whose deadline passes, stops its work', async () => {
    const controller = new AbortController();
    const cancelled = grpcWebCaller(url).call({ code: 'wait', str1: 'left' }, { signal: controller.signal });
    await expect.poll(() => waiting).toContain('left');
    controller.abort();
    expect(status[(await cancelled).code]).toBe('CANCELLED');
    await expect.poll(() => aborted).toContain('left');
    // On a busy machine a deadline may pass before the work begins; then a longer one is tried.
    for (let deadline = 50; !waiting.includes('late'); deadline *= 2) {
      const { code } = await call({ code: 'wait', str1: 'late' }, { 'grpc-timeout': `${deadline}m` });
      expect(status[code]).toBe('DEADLINE_EXCEEDED');
    }
    await expect.poll(() => aborted).toContain('late');
  });

  // An unknown field of any length fills the message up: tag 15, length, bytes.
  const padMessage = (size: number): Uint8Array => {
    const known = new Request({ code: 'echo' }).serialize();
    const length = size - known.length - 5;
    const varint = [0, 7, 14, 21].map((shift) => ((length >> shift) & 0x7f) | (shift === 21 ? 0 : 0x80));
    return Buffer.concat([known, Buffer.from([0x7a, ...varint]), Buffer.alloc(length)]);
  };
  test.each([
    [LIMIT, 'OK'],
    [LIMIT + 1, 'RESOURCE_EXHAUSTED'],
    [LIMIT + 10, 'RESOURCE_EXHAUSTED'],
    [3 * LIMIT, 'RESOURCE_EXHAUSTED'],
  ])('a message of %i bytes is %s', async (size, expected) => {
    const message = padMessage(size);
    expect(message).toHaveLength(size);
    const { code, response } = await call(message);
    expect([status[code], response?.success]).toEqual([expected, expected === 'OK' ? true : undefined]);
  });

  test('a compressed message at the limit is accepted', async () => {
    const body = frame(gzipSync(padMessage(LIMIT)), 1);
    expect((await readResult(await post(url, body, { headers: { 'grpc-encoding': 'gzip' } }))).code).toBe(0);
  });

  test.each([
    [0, 'OK'],
    [1, 'OK'],
    [1_000_000, 'OK'],
    [LIMIT - 7, 'OK'],
    [LIMIT - 6, 'RESOURCE_EXHAUSTED'],
  ])('a response with %i bytes is %s', async (size, expected) => {
    const { code, response } = await call({ code: 'big', int_value: size });
    expect([status[code], response?.message.length]).toEqual([expected, expected === 'OK' ? size : undefined]);
  });
});

/** The response of the service, which the test sets: the gateway gets it directly, Envoy from a gRPC server. */
const current: { result: CallResult } = {
  result: { code: status.OK, response: { success: true, message: 'm' }, metadata: {} },
};
const service = createServiceStub({ serve: () => Promise.resolve(current.result) });
const upstreamHandler: Handler = (call, reply) => {
  const { result } = current;
  const metadata = toGrpcMetadata(result.metadata);
  if (result.code === status.OK) {
    call.sendMetadata(metadata);
    // Response { success: true, message: 'm' }
    reply(null, Buffer.from('080112016d', 'hex'));
  } else reply({ code: result.code, details: result.details, metadata });
};

describe.skipIf(noEnvoy)('responses', () => {
  const urls = new Map<Bridge, string>();
  beforeAll(async () => {
    const upstream = await startUpstream(upstreamHandler);
    defer(() => upstream.server.forceShutdown());
    urls.set('Envoy', await addEnvoy(upstream.address));
    const gateway = createGateway(service, {
      maxMessageBytes: LIMIT,
      origins: () => new Set([ORIGIN]),
      tls: undefined,
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    defer(() => gateway.close());
    urls.set('gateway', `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`);
  }, FIND_MS);

  const call = async (bridge: Bridge): Promise<Result> =>
    readResult(await post(urls.get(bridge) ?? '', frame(new Uint8Array()), { headers: { origin: ORIGIN } }));

  const details = Buffer.from([8, 13, 18, 1, 250, 255]);
  const metadata = { 'x-custom': 'foo, bar', 'x-custom-bin': Buffer.from([0, 1, 250, 255]), 'x-empty': '' };
  const fields = { ...metadata, 'x-custom-bin': 'AAH6/w==' };

  test.each(BRIDGES)('%s: the metadata of a response arrives unchanged', async (bridge) => {
    current.result = { code: status.OK, response: { success: true, message: 'm' }, metadata };
    const result = await call(bridge);
    expect(result).toMatchObject({ code: 0, response: { success: true, message: 'm' }, headers: fields });
    expect(result.trailers).not.toHaveProperty('x-custom');
  });

  test.each(BRIDGES)('%s: the metadata and details of an error arrive unchanged', async (bridge) => {
    const all = { ...metadata, 'grpc-status-details-bin': details };
    current.result = { code: status.FAILED_PRECONDITION, details: 'not now', metadata: all };
    const result = await call(bridge);
    expect(result).toMatchObject({ code: 9, details: 'not now', response: undefined });
    // Trailers that arrive as headers are in both.
    const { 'grpc-status-details-bin': received = '', ...others } = { ...result.headers, ...result.trailers };
    expect(Buffer.from(received, 'base64')).toEqual(details);
    expect(others).toMatchObject(fields);
    expect(result.headers['access-control-expose-headers']).toContain('grpc-status-details-bin');
  });

  test('Envoy: an error without content has its status in the headers', async () => {
    current.result = { code: status.NOT_FOUND, details: 'nothing', metadata: {} };
    const response = await post(urls.get('Envoy') ?? '', frame(new Uint8Array()));
    expect([response.headers.get('grpc-status'), await response.text()]).toEqual(['5', '']);
  });
});

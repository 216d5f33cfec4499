/** Other clients call our bridges, and our client calls another server. */
import { createServer as createHttpServer, type Server } from 'node:http';
import { create } from '@bufbuild/protobuf';
import { DurationSchema } from '@bufbuild/protobuf/wkt';
import { Code as ConnectCode, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { binaryMetadata, Code, createCallClient, statusDetails, type CallOptions } from 'endpoint.js-client';
import { createServer } from 'endpoint.js-server';
import { FIND_MS, noEnvoy, startTestEnvoy, collectCleanups } from '../../envoy/test/envoy.js';
import { openPage, START_MS, type OpenPage } from './browser.js';
import { describeCallApi } from './descriptor.js';
import { failure, until } from './calls.js';
import type { Peer, PeerOutcome } from './peers-page.js';

describe('other clients', () => {
  let browser: OpenPage;
  const hosts = { gateway: '', envoy: '' };
  const { defer } = collectCleanups();
  const waits = { begun: 0, aborted: 0 };

  beforeAll(async () => {
    browser = await openPage('peers-page.ts', 'peers');
    const server = createServer({
      origins: [browser.origin],
      operations: {
        wait: {
          description: 'Answers once the caller has gone.',
          arguments: {},
          handler: (_, { signal }) =>
            new Promise((resolve) => {
              waits.begun += 1;
              signal.addEventListener('abort', () => {
                waits.aborted += 1;
                resolve('');
              });
            }),
        },
        metadata: {
          description: 'The metadata with the name in str1.',
          arguments: { str1: 'name' },
          handler: ({ str1 }, { metadata }) => metadata(str1).join(),
        },
      },
    });
    const addresses = await server.listen({ port: 0, gatewayPort: 0 });
    defer(() => server.drain());
    defer(() => browser.close());
    hosts.gateway = addresses.gateway ?? '';
    if (noEnvoy) return;
    const envoy = await startTestEnvoy({ servers: [addresses.grpc], origins: [browser.origin] });
    defer(envoy.stop);
    hosts.envoy = envoy.url;
  }, START_MS + FIND_MS);

  const bridges = noEnvoy ? (['gateway'] as const) : (['gateway', 'envoy'] as const);
  const pairs = bridges.flatMap((bridge) =>
    (['grpc-web', 'connect-web'] as const).map((peer) => [peer, bridge] as const),
  );

  describe.each(pairs)('%s through the %s', (peer: Peer, bridge) => {
    const call = async (
      request: Parameters<(typeof peers)[Peer]>[0]['request'],
      options: { deadline?: number; metadata?: Record<string, string> } = {},
    ) =>
      (await browser.evaluate(
        `peers['${peer}'](${JSON.stringify({ host: hosts[bridge], request, ...options })})`,
      )) as PeerOutcome;

    it('gets an answer', async () => {
      const { code, message } = await call({ code: 'echo', str1: 'ü 😀', str2: '"', int_value: -5 });
      expect([code, JSON.parse(message)]).toEqual([0, { code: 'echo', str1: 'ü 😀', str2: '"', int_value: -5 }]);
    });

    it('gets an error', async () => {
      expect(await call({ code: 'x'.repeat(129) })).toEqual({ code: 3, message: expect.stringContaining('code') });
    });

    it('gets a megabyte', async () => {
      const { code, message } = await call({ code: 'echo', str1: 'x'.repeat(1 << 20) });
      expect([code, message.length > 1 << 20]).toEqual([0, true]);
    });

    it('sends metadata', async () => {
      expect(await call({ code: 'metadata', str1: 'x-a' }, { metadata: { 'x-a': 'b' } })).toEqual({
        code: 0,
        message: 'b',
      });
    });

    it('has its deadline enforced', async () => {
      const { begun } = waits;
      // On a busy machine the deadline may pass before the call reaches the server; then a longer one is tried.
      for (let deadline = 200; waits.begun === begun; deadline *= 2) {
        expect((await call({ code: 'wait' }, { deadline })).code).toBe(4);
      }
      await until(() => waits.aborted === waits.begun);
    });
  });
});

describe("a peer's server", () => {
  let server: Server;
  let host: string;
  let calls: HandlerContext[] = [];
  let handler: (request: { str1: string }, context: HandlerContext) => Promise<{ success: boolean; message: string }>;
  const echo: typeof handler = ({ str1 }) => Promise.resolve({ success: true, message: str1 });

  beforeAll(async () => {
    const adapter = connectNodeAdapter({
      routes: (router) =>
        router.rpc(describeCallApi(), (request, context) => {
          calls.push(context);
          return handler({ str1: 'str1' in request ? String(request.str1) : '' }, context);
        }),
    });
    server = createHttpServer(adapter);
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const address = server.address();
    host = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  beforeEach(() => {
    calls = [];
    handler = echo;
  });

  const call = (options?: CallOptions) => createCallClient({ host }).call({ code: 'a', str1: 'ü 😀' }, options);

  it('answers our client, with metadata both ways', async () => {
    handler = (request, context) => {
      context.responseHeader.set('x-h', 'a');
      context.responseTrailer.append('x-t', '1');
      context.responseTrailer.append('x-t', '2');
      context.responseTrailer.set('x-bin', 'AQL/');
      return echo(request, context);
    };
    const result = await call({ metadata: { 'x-a': '1', 'y-bin': Uint8Array.of(255, 0) }, deadline: 3_600_000 });
    expect(result).toMatchObject({ success: true, message: 'ü 😀', attempts: 1 });
    expect([result.headers.get('x-h'), result.trailers.get('x-t')]).toEqual(['a', '1, 2']);
    expect(binaryMetadata(result.trailers, 'x-bin')).toEqual([Uint8Array.of(1, 2, 255)]);
    expect([calls[0]?.requestHeader.get('x-a'), calls[0]?.requestHeader.get('y-bin')]).toEqual(['1', '/wA']);
    expect(calls[0]?.requestHeader.get('grpc-timeout')).toMatch(/^3[56]\d{5}m$/);
  });

  it('sends an error with details', async () => {
    handler = () => {
      const detail = { desc: DurationSchema, value: create(DurationSchema, { seconds: 5n }) };
      throw new ConnectError('not today 😀', ConnectCode.FailedPrecondition, { 'x-t': '1' }, [detail]);
    };
    const error = await failure(call());
    expect(error).toMatchObject({ code: Code.FAILED_PRECONDITION, message: 'not today 😀' });
    expect(error.metadata.get('x-t')).toBe('1');
    expect(statusDetails(error)).toEqual({
      code: 9,
      message: 'not today 😀',
      details: [{ typeUrl: 'type.googleapis.com/google.protobuf.Duration', value: Uint8Array.of(8, 5) }],
    });
  });

  it('sets the pause before a retry', async () => {
    handler = (request, context) => {
      if (calls.length === 2) return echo(request, context);
      throw new ConnectError('busy', ConnectCode.Unavailable, { 'grpc-retry-pushback-ms': '20' });
    };
    // By the client's policy the second attempt would follow after an hour.
    const retries = { attempts: 2, initialBackoff: 3_600_000, maxBackoff: 3_600_000 };
    expect(await call({ retries })).toMatchObject({ message: 'ü 😀', attempts: 2 });
  });

  it('detects that our client has gone', async () => {
    handler = (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    for (let deadline = 100; calls.length === 0; deadline *= 2) {
      expect((await failure(call({ deadline }))).code).toBe(Code.DEADLINE_EXCEEDED);
    }
    await until(() => calls[0]?.signal.aborted ?? false);
  });
});

/** Our client at the responses of the public conformance suite, and at another server. */
import { createServer, type Server } from 'node:http';
import { createFileRegistry, fromBinary, type DescMethod, type DescMethodUnary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { Code as ConnectCode, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { binaryMetadata, Code, createCallClient, type CallOptions } from 'endpoint.js-client';
import { descriptorSetBase64 } from '../../proto/gen/descriptor-set.js';
import { callOnce, failure, until } from './calls.js';
import { serveConformance, checkConformance, markCall, CONFORMANCE_CASES } from './conformance.js';
import { useTestServer } from './server.js';

describe('the cases of the public conformance suite for gRPC-Web clients', async () => {
  const server = await useTestServer();

  it('are 85, each with its own name', () => {
    expect(new Set(CONFORMANCE_CASES.map(({ id }) => id)).size).toBe(85);
    expect(CONFORMANCE_CASES.filter(({ id }) => id.includes('(grpc server impl)'))).toHaveLength(25);
    expect(CONFORMANCE_CASES.filter(({ id }) => id.startsWith('ours'))).toHaveLength(1);
  });

  it.each(CONFORMANCE_CASES)('$id', async (item) => {
    serveConformance(server, item);
    await checkConformance(server, item, await callOnce({ host: server.host }, markCall(item)));
  });
});

const bytes = Uint8Array.from(atob(descriptorSetBase64), (character) => character.charCodeAt(0));

function isUnary(method: DescMethod | undefined): method is DescMethodUnary {
  return method?.methodKind === 'unary';
}

/** The descriptor of CallApi for Connect. */
function describeCallApi(): DescMethodUnary {
  const service = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes)).getService('api.ApiService');
  const method = service?.method['callApi'];
  if (!isUnary(method)) throw new Error('The descriptors have no unary api.ApiService.CallApi.');
  return method;
}

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
    server = createServer(adapter);
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

  it('serves our client, with metadata both ways', async () => {
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

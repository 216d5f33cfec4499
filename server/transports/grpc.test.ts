import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { ServerCredentials } from '@grpc/grpc-js';
import { expect, it, afterEach, vi } from 'vitest';
import { createGrpcServer } from './grpc.js';
import { defaultMaxMessageBytes } from '../service/limits.js';
import { createRegistry } from '../service/registry.js';
import { grpcCaller, frame } from '../test/callers.js';
import { createCallService } from '../service/call-service.js';
import { createWorkPool } from '../service/work-pool.js';
import { createServer } from '../server.js';

it('closes only connections without calls', async () => {
  let enter = (): void => undefined;
  let finish = (): void => undefined;
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const handler = (): Promise<string> => {
    enter();
    return new Promise((resolve) => (finish = () => resolve('done')));
  };
  const work = createWorkPool({ maxMessageBytes: defaultMaxMessageBytes });
  const registry = createRegistry(
    [],
    { slow: { description: '', arguments: {}, handler } },
    { runTask: work.run, sendOrigins: [] },
  );
  const options = {
    registry,
    interceptors: [],
    maxMessageBytes: defaultMaxMessageBytes,
    token: undefined,
    log: () => undefined,
  };
  const { server } = createGrpcServer(createCallService(options), defaultMaxMessageBytes, 300);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const caller = grpcCaller(`127.0.0.1:${port}`);
  const call = caller.call({ code: 'slow' });
  await entered;
  // One sends nothing, and one begins correctly.
  const silent = connect(port, '127.0.0.1').resume();
  const idle = connectHttp2(`http://127.0.0.1:${port}`);
  await Promise.all([once(silent, 'close'), once(idle, 'close')]);
  // The connection with the call is older than they were.
  finish();
  expect((await call).response).toEqual({ success: true, message: 'done' });
  caller.close();
  server.forceShutdown();
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('prints nothing of unreadable metadata, and serves the call without it', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  const session = connectHttp2(`http://${grpc}`);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/api.ApiService/CallApi',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer sécret',
    'x-other': '\u009b31m',
  });
  const trailers = new Promise<Record<string, unknown>>((resolve) => stream.once('trailers', resolve));
  stream.end(frame(new Uint8Array()));
  stream.resume();
  expect((await trailers)['grpc-status']).toBe('0');
  session.close();
  await server.drain();
  expect(printed.mock.calls).toEqual([]);
});

import { connect } from 'node:http2';
import { afterEach, expect, it, vi } from 'vitest';
import { createServer } from '../server.js';
import { frame } from '../test/callers.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('prints nothing of unreadable metadata, and serves the call without it', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  const session = connect(`http://${grpc}`);
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

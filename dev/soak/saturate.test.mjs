import { createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { createServer } from 'endpoint.js-server';
import { expect, onTestFinished, test } from 'vitest';
import { Request, Response } from '../../proto/gen/node/api.js';
import { saturate } from './saturate.mjs';

const REQUEST = new Request({ code: 'tell', str1: '', str2: '', int_value: 0 }).serialize();
const isAnswer = (/** @type {Uint8Array} */ bytes) => Response.deserialize(bytes).message === 'yes';
const OPTIONS = { calls: 500, concurrency: 16, isAnswer, authorities: undefined };

/** @param {(call: number) => string} tell @param {import('endpoint.js-server').ServerOptions} [options] */
async function listen(tell, options = {}) {
  let calls = 0;
  const handler = () => tell((calls += 1));
  const server = createServer({
    ...options,
    operations: { tell: { description: 'Tells.', arguments: {}, handler } },
  });
  const { grpc } = await server.listen({ port: 0 });
  onTestFinished(() => server.drain({ graceMs: 0 }));
  return { grpc, count: () => calls };
}

test('each call is made once, and has its time', async () => {
  const server = await listen(() => 'yes');
  const times = await saturate(server.grpc, REQUEST, OPTIONS);
  expect([times.length, server.count()]).toEqual([500, 500]);
  expect(times.every((time) => time > 0)).toBe(true);
});

test.each([
  ['a wrong answer', () => 'no', {}, 'A call has a wrong answer.'],
  [
    'another answer than the first',
    (/** @type {number} */ call) => (call === 300 ? 'no' : 'yes'),
    {},
    'A call has a wrong answer.',
  ],
  ['a status other than OK', () => 'yes', { token: 'a'.repeat(32) }, 'A call failed.'],
])('%s is an error', async (_, tell, options, message) => {
  const { grpc } = await listen(tell, options);
  await expect(saturate(grpc, REQUEST, OPTIONS)).rejects.toThrow(message);
});

test('a closed connection is an error', async () => {
  const server = createTcpServer((socket) => socket.once('data', () => socket.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await expect(saturate(`127.0.0.1:${port}`, REQUEST, OPTIONS)).rejects.toThrow(
    'The server closed the connection after 0 of 500 calls.',
  );
});

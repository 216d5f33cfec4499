import { expect, it } from 'vitest';
import { createServer } from '../server.js';
import { sendFrames } from '../test/callers.js';

it('closes a connection whose headers can not be decompressed', { timeout: 40_000 }, async () => {
  const server = createServer();
  const { grpc } = await server.listen({ port: 0 });
  const end = await sendFrames(grpc, [['x', 'x'.repeat(70_000)]], { hangUp: false });
  await server.drain();
  expect(end).toEqual({ answered: false, goaway: 9 });
});

/** The gateway lets go of what calls hold, on connections that are kept, too. */
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { createServer } from 'endpoint.js-server';
import { expect, test, vi } from 'vitest';
import type { createHoldings, Holding } from '../service/holdings.js';
import { frame } from '../test/callers.js';

const open = new Set<Holding>();

vi.mock('../service/holdings.js', async (importOriginal) => {
  const original = await importOriginal<{ createHoldings: typeof createHoldings }>();
  const counted: typeof createHoldings = (limits) => {
    const holdings = original.createHoldings(limits);
    return {
      hold: (end) => {
        const holding = holdings.hold(end);
        const known: Holding = {
          grow: (bytes) => holding.grow(bytes),
          release: () => {
            open.delete(known);
            holding.release();
          },
        };
        open.add(known);
        return known;
      },
    };
  };
  return { ...original, createHoldings: counted };
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** A call on the one connection; with a `rest`, of that many bytes that are announced and don't come. */
function call(gateway: string, body: Uint8Array, rest = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/grpc-web+proto', 'content-length': body.length + rest };
    const sent = httpRequest(`${gateway}/api.ApiService/CallApi`, { method: 'POST', agent, headers }, (response) => {
      resolve(text(response));
    });
    sent.once('error', rest === 0 ? reject : () => resolve('cut off'));
    if (rest === 0) sent.end(body);
    else sent.write(body, () => sent.destroy());
  });
}

test.each<[string, Uint8Array, number, RegExp]>([
  ['is answered', frame(new Uint8Array()), 0, /grpc-status: 0/],
  ['is malformed', Uint8Array.of(1, 2, 3), 0, /^$|grpc-status: \d/],
  ['is cut off', frame(new Uint8Array()), 1, /cut off/],
])('a call that %s', async (_, body, rest, expected) => {
  const server = createServer();
  const { gateway = '' } = await server.listen({ port: 0, gatewayPort: 0 });
  for (let i = 0; i < 3; i += 1) expect(await call(gateway, body, rest)).toMatch(expected);
  await expect.poll(() => open.size).toBe(0);
  await server.drain({ graceMs: 0 });
});

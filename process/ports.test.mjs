import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort, isFree, isTaken, startOnFreePorts } from './ports.mjs';

/** @type {import('node:net').Server[]} */
const servers = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>}
 */
function listen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    servers.push(server);
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

describe('freePort', () => {
  test('is the preferred port if it is free to listen on', async () => {
    const free = await freePort(23_000);
    expect(await freePort(free)).toBe(free);
    expect(await listen(free, '127.0.0.1')).toBe(free);
  });

  test.each(['127.0.0.1', '0.0.0.0', '::'])('skips a port with a listener on %s', async (host) => {
    const taken = await listen(0, host);
    expect(await isFree(taken)).toBe(false);
    expect(await freePort(taken)).toBeGreaterThan(taken);
  });

  test('skips reserved ports', async () => {
    const free = await freePort(23_100);
    expect(await freePort(free, new Set([free]))).toBeGreaterThan(free);
  });

  test('reports that there is none', async () => {
    const reserved = new Set(Array.from({ length: 200 }, (_, i) => 65_400 + i));
    await expect(freePort(65_500, reserved)).rejects.toThrow('No free port from 65500 to 65535 on 127.0.0.1.');
  });
});

describe('freePort(0)', () => {
  test('is any free port', async () => {
    const port = await freePort(0);
    expect(await listen(port, '127.0.0.1')).toBe(port);
  });
});

describe('isTaken', () => {
  test.each(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'])('is for the address %s', async (host) => {
    const port = await listen(0, host);
    expect(await isTaken(port, host)).toBe(true);
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await isTaken(port, host)).toBe(false);
  });

  test('not for another address, and not for one of another machine', async () => {
    const port = await listen(0, '::1');
    expect(await isTaken(port, '127.0.0.1')).toBe(false);
    expect(await isTaken(port, '203.0.113.1')).toBe(false);
  });
});

describe('startOnFreePorts', () => {
  test('takes the next ports only in place of those that another process took first', async () => {
    const first = await freePort(23_200);
    const second = await freePort(first + 50);
    /** @type {[number, number][]} */
    const tries = [];
    const { ports, started } = await startOnFreePorts({ a: first, b: second }, async ({ a, b }) => {
      tries.push([a, b]);
      // The other process takes the port between the check and the start.
      if (tries.length === 1) await listen(a, '127.0.0.1');
      await listen(a, '127.0.0.1');
      return 'started';
    });
    expect(tries[0]).toEqual([first, second]);
    expect(ports.a).toBeGreaterThan(first);
    expect({ ports, started, tries: tries.length }).toEqual({
      ports: { a: ports.a, b: second },
      started: 'started',
      tries: 2,
    });
  });

  test.each([
    ['all ports, if the error names none', () => 'listen EADDRINUSE: address already in use', ['a', 'b']],
    [
      'the port that Node names',
      (/** @type {number} */ b) => `listen EADDRINUSE: address already in use 127.0.0.1:${b}`,
      ['b'],
    ],
    [
      'the port that Envoy names, wherever it names others',
      (/** @type {number} */ b, /** @type {number} */ a) =>
        `listens at 127.0.0.1:${a}\nerror \`cannot bind '127.0.0.1:${b}': Address already in use\``,
      ['b'],
    ],
  ])('if the other process has already ended, replaces %s', async (_, describeError, replaced) => {
    const a = await freePort(23_300);
    const b = await freePort(a + 50);
    let tries = 0;
    const { ports } = await startOnFreePorts({ a, b }, async () => {
      tries += 1;
      if (tries === 1) throw new Error(describeError(b, a));
    });
    expect(tries).toBe(2);
    expect({ a: ports.a !== a, b: ports.b !== b }).toEqual({ a: replaced.includes('a'), b: replaced.includes('b') });
  });

  test.each([
    'no such file',
    "Can't listen on 127.0.0.1:9: the port is already in use",
    'listen EADDRINUSE: address already in use :::9',
  ])('throws any other failure, and a port that it did not choose, at once: %s', async (message) => {
    let tries = 0;
    const failing = startOnFreePorts({ a: await freePort(23_400) }, async () => {
      tries += 1;
      throw new Error(message);
    });
    await expect(failing).rejects.toThrow(message);
    expect(tries).toBe(1);
  });
});

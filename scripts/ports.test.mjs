import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort, isFree } from './ports.mjs';

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
  test('is the wanted one when it is free, and can be listened on', async () => {
    const free = await freePort(23_000);
    expect(await freePort(free)).toBe(free);
    expect(await listen(free, '127.0.0.1')).toBe(free);
  });

  test.each(['127.0.0.1', '0.0.0.0', '::'])('passes over one that %s listens on', async (host) => {
    const taken = await listen(0, host);
    expect(await isFree(taken)).toBe(false);
    expect(await freePort(taken)).toBeGreaterThan(taken);
  });

  test('passes over what is reserved', async () => {
    const free = await freePort(23_100);
    expect(await freePort(free, new Set([free]))).toBeGreaterThan(free);
  });

  test('says when there is none', async () => {
    const reserved = new Set(Array.from({ length: 200 }, (_, i) => 65_400 + i));
    await expect(freePort(65_500, reserved)).rejects.toThrow('No free port from 65500 to 65535 on 127.0.0.1.');
  });
});

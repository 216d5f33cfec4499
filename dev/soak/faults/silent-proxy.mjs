/** A TCP proxy that can go silent: its connections stay open, and carry nothing. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * @param {string} to `host:port`
 */
export async function startSilentProxy(to) {
  const [host, port] = to.split(':');
  /** @type {Set<import('node:net').Socket>} */
  const ends = new Set();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), host);
    for (const [from, into] of /** @type {const} */ ([
      [near, far],
      [far, near],
    ])) {
      ends.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        ends.delete(from);
        // Across a partition not even the end of a connection is heard.
        if (!silent) into.destroy();
      });
      from.on('data', (chunk) => silent || into.write(chunk));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `127.0.0.1:${address.port}`,
    silence: () => {
      silent = true;
    },
    /** Carries new connections again; those from before remain lost. */
    heal: () => {
      for (const end of ends) end.destroy();
      silent = false;
    },
    close: () => {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}

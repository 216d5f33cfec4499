/** Free ports on 127.0.0.1. */
import { connect, createServer } from 'node:net';
import { errorCode, errorMessage } from './error-message.mjs';

const HOST = '127.0.0.1';
const TRIES = 100;

/**
 * Starts something on free ports. If another process takes a port after it was found free, the next ports are tried.
 *
 * @template {string} N
 * @template T
 * @param {Readonly<Record<N, number>>} preferred by name, the port to try first; 0 for any free port
 * @param {(ports: Record<N, number>) => Promise<T>} start must leave nothing behind when it fails
 * @param {ReadonlySet<number>} [reserved] ports that are assigned but have no listener yet
 * @returns {Promise<{ ports: Record<N, number>, started: T }>}
 * @throws {Error} the error of `start`, if none of its ports was taken
 */
export async function startOnFreePorts(preferred, start, reserved = new Set()) {
  const skipped = new Set(reserved);
  for (let attempt = 1; ; attempt += 1) {
    const ports = /** @type {Record<N, number>} */ ({});
    const unavailable = new Set(skipped);
    for (const name of /** @type {N[]} */ (Object.keys(preferred))) {
      ports[name] = await freePort(preferred[name], unavailable);
      unavailable.add(ports[name]);
    }
    try {
      return { ports, started: await start(ports) };
    } catch (error) {
      const taken = await takenPorts(Object.values(ports), error);
      if (taken.length === 0 || attempt === TRIES) throw error;
      for (const port of taken) skipped.add(port);
    }
  }
}

/**
 * The ports that made a start fail because another process listens on them.
 *
 * @param {readonly number[]} ports
 * @param {unknown} error the error of the start
 * @returns {Promise<number[]>}
 */
export async function takenPorts(ports, error) {
  const free = await Promise.all(ports.map(isFree));
  const taken = ports.filter((_, index) => !free[index]);
  if (taken.length > 0) return taken;
  // The process that took one may have ended since: programs name it.
  const lines = errorMessage(error).match(/^.*(?:EADDRINUSE|already in use).*$/gim) ?? [];
  const named = ports.filter((port) => lines.some((line) => new RegExp(`:${port}\\b`).test(line)));
  return lines.length > 0 && !lines.some((line) => /:\d+\b/.test(line)) ? [...ports] : named;
}

/**
 * The first free port from `preferred` on.
 *
 * @param {number} preferred 0 for any free port
 * @param {ReadonlySet<number>} [reserved] ports that are assigned but have no listener yet
 * @returns {Promise<number>}
 * @throws {Error} if none of the next 100 ports is free
 */
export async function freePort(preferred, reserved = new Set()) {
  const first = preferred === 0 ? await listenBriefly(0) : preferred;
  for (let port = first; port < first + TRIES && port < 65_536; port += 1) {
    if (!reserved.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port from ${first} to ${Math.min(first + TRIES, 65_536) - 1} on ${HOST}.`);
}

/**
 * Listens on a port for a moment.
 *
 * @param {number} port 0 for any free port
 * @param {string} [host]
 * @returns {Promise<number>} the port; rejects if it is taken, or (below 1024) not allowed
 */
function listenBriefly(port, host = HOST) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * Whether a port of this machine is free to listen on.
 *
 * Connecting is tried as well as listening: some systems let a process listen on 127.0.0.1 beside another that listens on all
 * addresses, and take that one's connections.
 *
 * @param {number} port
 */
export async function isFree(port) {
  if ((await accepts(port, HOST)) || (await accepts(port, '::1'))) return false;
  return listenBriefly(port).then(
    () => true,
    () => false,
  );
}

/**
 * Whether another process has a port of an address. One that can't be listened on for another reason isn't taken.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
export function isTaken(port, host) {
  return listenBriefly(port, host).then(
    () => accepts(port, host),
    (error) => errorCode(error) === 'EADDRINUSE',
  );
}

/**
 * Whether a listener accepts a connection.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
export function accepts(port, host) {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    for (const event of ['connect', 'timeout', 'error']) {
      socket.once(event, () => {
        socket.destroy();
        resolve(event === 'connect');
      });
    }
  });
}

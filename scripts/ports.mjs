/**
 * Free ports on 127.0.0.1.
 */
import { connect, createServer } from 'node:net';

const HOST = '127.0.0.1';
const TRIES = 100;

/**
 * The first free port from `wanted` on.
 *
 * @param {number} wanted
 * @param {ReadonlySet<number>} [reserved] ports that were given away but aren't listened on yet
 * @returns {Promise<number>}
 * @throws {Error} when none of the next 100 is free
 */
export async function freePort(wanted, reserved = new Set()) {
  for (let port = wanted; port < wanted + TRIES && port < 65_536; port += 1) {
    if (!reserved.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port from ${wanted} to ${Math.min(wanted + TRIES, 65_536) - 1} on ${HOST}.`);
}

/**
 * Whether nothing listens on a port of this machine, so that it can be listened on.
 *
 * Both are asked: on some systems one can listen on 127.0.0.1 beside somebody who listens on all addresses, and would take
 * connections away from him.
 *
 * @param {number} port
 */
export async function isFree(port) {
  return !(await answers(port, HOST)) && !(await answers(port, '::1')) && (await canListen(port));
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function answers(port, host) {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
    /** @param {boolean} answer */
    function finish(answer) {
      socket.destroy();
      resolve(answer);
    }
  });
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function canListen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    // Taken, or (below 1024) not allowed: no use either way.
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

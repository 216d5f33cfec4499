/**
 * Free ports on 127.0.0.1.
 */
import { connect, createServer } from 'node:net';
import { errorMessage } from './error-message.mjs';

const HOST = '127.0.0.1';
const TRIES = 100;

/**
 * Starts something on free ports. Another process may take a port after it was found free: then the next ones are tried.
 *
 * @template {string} N
 * @template T
 * @param {Readonly<Record<N, number>>} wanted by name, the port to try first; 0 for any free port
 * @param {(ports: Record<N, number>) => Promise<T>} start must leave nothing behind when it fails
 * @param {ReadonlySet<number>} [reserved] ports that were given away but aren't listened on yet
 * @returns {Promise<{ ports: Record<N, number>, started: T }>}
 * @throws {Error} what `start` throws, where none of its ports was taken
 */
export async function startOnFreePorts(wanted, start, reserved = new Set()) {
  const passedOver = new Set(reserved);
  for (let attempt = 1; ; attempt += 1) {
    const ports = await chooseAll(wanted, passedOver);
    try {
      return { ports, started: await start(ports) };
    } catch (error) {
      const taken = await takenPorts(Object.values(ports), error);
      if (taken.length === 0 || attempt === TRIES) throw error;
      for (const port of taken) passedOver.add(port);
    }
  }
}

/**
 * Those of the ports that made a start fail, because someone else listens on them.
 *
 * @param {readonly number[]} ports
 * @param {unknown} error that it failed with
 * @returns {Promise<number[]>}
 */
export async function takenPorts(ports, error) {
  const free = await Promise.all(ports.map(isFree));
  const taken = ports.filter((_, index) => !free[index]);
  // Whoever took one may have ended since.
  if (taken.length === 0 && /EADDRINUSE|already in use/i.test(errorMessage(error))) return [...ports];
  return taken;
}

/**
 * @template {string} N
 * @param {Readonly<Record<N, number>>} wanted
 * @param {ReadonlySet<number>} reserved
 * @returns {Promise<Record<N, number>>}
 */
async function chooseAll(wanted, reserved) {
  const taken = new Set(reserved);
  /** @type {[string, number][]} */
  const chosen = [];
  for (const [name, port] of Object.entries(wanted)) {
    const free = await freePort(Number(port), taken);
    taken.add(free);
    chosen.push([name, free]);
  }
  return /** @type {Record<N, number>} */ (Object.fromEntries(chosen));
}

/**
 * The first free port from `wanted` on.
 *
 * @param {number} wanted 0 for any free port
 * @param {ReadonlySet<number>} [reserved] ports that were given away but aren't listened on yet
 * @returns {Promise<number>}
 * @throws {Error} when none of the next 100 is free
 */
export async function freePort(wanted, reserved = new Set()) {
  const first = wanted === 0 ? await anyPort() : wanted;
  for (let port = first; port < first + TRIES && port < 65_536; port += 1) {
    if (!reserved.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port from ${first} to ${Math.min(first + TRIES, 65_536) - 1} on ${HOST}.`);
}

/**
 * A port that the system gives away.
 *
 * @returns {Promise<number>}
 */
function anyPort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host: HOST }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
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

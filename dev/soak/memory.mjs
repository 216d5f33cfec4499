/** What remains in the heap after many calls and connections. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getGhz, makeCalls } from './ghz.mjs';
import { SERVERS, startProgram } from './stack.mjs';

const HOLD = fileURLToPath(new URL('hold.mjs', import.meta.url));
const CONCURRENCY = ['--insecure', '-c', '64', '--connections', '4'];
const CALL = { code: 'echo', str1: 'call', str2: 'x', int_value: 1 };
/** Each generator of load has connections of its own, and reports each call. */
const CALLS_AT_ONCE = 20_000;
/** Below the server's bound on connections, beyond which it closes idle ones. */
const CONNECTIONS_AT_ONCE = 900;
/** The lowest of several readings, a moment apart: garbage of ended calls and connections is freed a little later. */
const READINGS = 5;
const PAUSE_MS = 500;
/** How much a heap may grow, as a share. */
const GROWTH = 0.05;

/** Starts the process that holds connections. */
function startHolder() {
  const child = fork(HOLD, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  return {
    /** @param {string} url @param {number} count */
    hold: async (url, count) => {
      child.send({ url, count });
      const [message] = await Promise.race([
        once(child, 'message'),
        exited.then(() => {
          throw new Error(`The holder of connections ended before it had ${count} to ${url}.`);
        }),
      ]);
      if (message.open !== count)
        throw new Error(`Of ${count} connections to ${url} only ${message.open} stayed open.`);
    },
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/**
 * Reads the heap of a server, whose garbage is collected by that.
 *
 * @param {import('./stack.mjs').Program} server
 * @returns {Promise<number>} bytes
 */
async function readHeap({ heap = '' }) {
  let least = Infinity;
  for (let reading = 0; reading < READINGS; reading += 1) {
    await delay(PAUSE_MS);
    least = Math.min(least, Number(await (await fetch(heap)).text()));
  }
  return least;
}

/**
 * Makes calls and connections, after as many connections and some calls, and compares the heap after both.
 *
 * @param {{ growth: { warmUp: number, calls: number, connections: number } }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure>}
 */
export async function memory({ growth: { warmUp, calls, connections } }) {
  const ghz = await getGhz();
  const server = await startProgram(SERVERS, ['measured']);
  const holder = startHolder();
  const use = async (/** @type {number} */ count) => {
    for (let left = count; left > 0; left -= CALLS_AT_ONCE)
      await makeCalls(ghz, CALL, [...CONCURRENCY, server.grpc], Math.min(left, CALLS_AT_ONCE));
    for (let left = connections; left > 0; left -= CONNECTIONS_AT_ONCE) {
      await holder.hold(`http://${server.grpc}`, Math.min(left, CONNECTIONS_AT_ONCE));
      await holder.hold(`http://${server.grpc}`, 0);
    }
    return readHeap(server);
  };
  try {
    const [before, after] = [await use(warmUp), await use(calls)];
    const mebibytes = (/** @type {number} */ bytes) => (bytes / 2 ** 20).toFixed(1);
    return {
      what: `the heap after ${calls} calls and ${connections} connections`,
      bar: `at most ${GROWTH * 100} % above that after ${warmUp} calls and as many connections before them`,
      measured: `${mebibytes(before)} → ${mebibytes(after)} MiB`,
      met: after <= before * (1 + GROWTH),
    };
  } finally {
    await holder.stop();
    await server.stop();
  }
}

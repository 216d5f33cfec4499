/** What remains in the heap after many calls and connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { getGhz, makeCalls } from './ghz.mjs';
import { SERVERS, startProgram } from './stack.mjs';

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
  const use = async (/** @type {number} */ total) => {
    for (let left = total; left > 0; left -= CALLS_AT_ONCE)
      await makeCalls(ghz, CALL, [...CONCURRENCY, server.grpc], Math.min(left, CALLS_AT_ONCE));
    for (let left = connections; left > 0; left -= CONNECTIONS_AT_ONCE) {
      const count = String(CONNECTIONS_AT_ONCE);
      // A call for each, after which all are closed.
      await makeCalls(ghz, CALL, ['--insecure', '-c', count, '--connections', count, server.grpc], CONNECTIONS_AT_ONCE);
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
    await server.stop();
  }
}

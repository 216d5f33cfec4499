/** Memory of connections, and what remains after many calls and connections. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCertificate, mountCertificate } from './certificates.mjs';
import { startProductionBridge } from './production.mjs';
import { describeCalls, SERVERS, startLoad, startProgram, usage } from './stack.mjs';
import { significant } from './scale/statistics.mjs';

const HOLD = fileURLToPath(new URL('hold.mjs', import.meta.url));
const CONCURRENCY = 64;
const CONNECTIONS = 16;
/** The lowest of several readings, a moment apart: garbage of ended calls and connections is freed a little later. */
const READINGS = 5;
const PAUSE_MS = 500;
/** How much a heap may grow, as a share. */
const GROWTH = 0.05;

/** @param {string} authorities a file of certificates that it trusts */
function startHolder(authorities) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authorities };
  const child = fork(HOLD, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
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

/** @param {() => Promise<number> | number} read */
async function lowest(read) {
  let least = Infinity;
  for (let reading = 0; reading < READINGS; reading += 1) {
    await delay(PAUSE_MS);
    least = Math.min(least, await read());
  }
  return least;
}

/**
 * @param {{ few: number, many: number }} connections
 * @returns {Promise<{ server: number, envoy: number }>} bytes of resident memory of each connection without calls
 */
export async function measureConnections({ few, many }) {
  const mounted = mountCertificate(createCertificate());
  const server = await startProgram(SERVERS, ['measured']);
  const envoy = await startProductionBridge([server.grpc], {
    certificate: mounted.config,
    edits: [
      ['max_connections: 8000', `max_connections: ${2 * many}`],
      ['max_active_downstream_connections: 10000', `max_active_downstream_connections: ${2 * many}`],
    ],
  });
  const holder = startHolder(mounted.authorities);
  try {
    const measure = async (
      /** @type {string} */ url,
      /** @type {number} */ pid,
      /** @type {() => unknown} */ settle,
    ) => {
      const read = async () => {
        await settle();
        return usage(pid)?.rssBytes ?? NaN;
      };
      await holder.hold(url, few);
      const before = await lowest(read);
      await holder.hold(url, many);
      const bytes = ((await lowest(read)) - before) / (many - few);
      await holder.hold(url, 0);
      return significant(bytes);
    };
    // Asking for the heap collects the garbage.
    const toServer = await measure(`http://${server.grpc}`, server.pid, () => readHeap(server));
    return { server: toServer, envoy: await measure(envoy.grpcWeb, envoy.pid, () => undefined) };
  } finally {
    await holder.stop();
    await Promise.all([envoy.stop(), server.stop()]);
    mounted.remove();
  }
}

/** @param {import('./stack.mjs').Program} server @returns {Promise<number>} bytes in use after garbage collection */
async function readHeap({ heap = '' }) {
  return Number(await (await fetch(heap)).text());
}

/**
 * Makes calls and connections, after as many connections and some calls, and compares the heap after both.
 *
 * @param {{ growth: { warmUp: number, calls: number, connections: number } }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure>}
 */
export async function memory({ growth: { warmUp, calls, connections } }) {
  const mounted = mountCertificate(createCertificate());
  const server = await startProgram(SERVERS, ['measured']);
  const holder = startHolder(mounted.authorities);
  const load = startLoad();
  const use = async (/** @type {number} */ count) => {
    const target = { grpc: server.grpc };
    const job = { target, saturating: true, calls: count, concurrency: CONCURRENCY, connections: CONNECTIONS };
    const result = await load.run(job);
    if (result.answered !== count) throw new Error(`Without any fault: ${describeCalls(result)}.`);
    await holder.hold(`http://${server.grpc}`, connections);
    await holder.hold(`http://${server.grpc}`, 0);
    return lowest(() => readHeap(server));
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
    await Promise.all([load.stop(), holder.stop()]);
    await server.stop();
    mounted.remove();
  }
}

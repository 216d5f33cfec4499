/** Servers and workers that are killed under load, behind Envoy's production configuration. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createCertificate, mountCertificate } from './certificates.mjs';
import { startProductionBridge } from './production.mjs';
import { startLoad, startPair } from './stack.mjs';

/** How long a killed server stays away. */
const AWAY_MS = 300;
const WORKERS = 2;
const ATTEMPTS = 8;
/** The time that each `send` takes, so that kills meet calls whose work is done and whose answer isn't sent. */
const SEND_MS = 20;
/** The share of calls before the first kill and after the last, of those between two kills. */
const MARGIN = 0.5;

/** Numbers from 0 to 1, the same for a seed (mulberry32). @param {number} seed */
function* randomNumbers(seed) {
  for (let state = seed >>> 0; ;) {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    yield ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** An HTTP server that answers each path with its last segment, and counts the requests of each. */
async function startCounting() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    setTimeout(() => response.end(name), SEND_MS);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${port}`, counts, close: () => server.close() };
}

/**
 * Plans when something is killed, by the number of calls that have ended, and at which of two servers.
 *
 * @param {{ seed: number, calls: number, kills: number }} options
 */
export function planKills({ seed, calls, kills }) {
  const random = randomNumbers(seed);
  const next = () => Number(random.next().value);
  const step = calls / (kills + 2 * MARGIN);
  return Array.from({ length: kills }, (_, number) => ({
    after: Math.floor(step * (MARGIN + number + next())),
    server: Math.floor(next() * 2),
  }));
}

/**
 * @typedef {import('./load.mjs').Result} Result
 * @typedef {object} KillResults
 * @property {Result} web calls of `endpoint.js-client`, marked as safe to run twice, with its retries
 * @property {Result} grpc calls of grpc-js, marked as safe to run twice, which their caller repeats
 * @property {Result} send calls of `send` by grpc-js, neither marked nor repeated
 * @property {number} sendsRepeated how many of them reached their destination more than once
 * @property {number} killed
 * @property {number} interrupted calls that were in progress at a server that died
 * @property {number} repeatedByEnvoy
 */

/** @param {() => boolean} holds @throws {Error} when it doesn't in 30 s */
async function until(holds) {
  const end = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error('A server did not replace its worker in 30 s.');
    await delay(10);
  }
}

/** @type {Readonly<Record<'server' | 'worker', (pair: Pair, index: number) => Promise<void>>>} */
const KILL = {
  worker: async ({ servers }, index) => {
    const { workers } = /** @type {Pair['servers'][number]} */ (servers[index]);
    // One that was killed before may not be replaced yet.
    await until(() => workers.size > 0);
    for (const pid of [...workers].slice(0, 1)) {
      process.kill(pid, 'SIGKILL');
      await until(() => !workers.has(pid));
    }
  },
  server: async ({ servers, restart }, index) => {
    await servers[index]?.kill();
    await delay(AWAY_MS);
    await restart(index);
  },
};

/**
 * Kills servers with all of their workers, or single workers, while three callers make calls.
 *
 * @param {object} options
 * @param {'server' | 'worker'} options.victim
 * @param {number} options.seed
 * @param {number} options.calls of endpoint.js-client; the others make as many as they can in the meantime
 * @param {number} options.kills
 * @param {number} options.concurrency of each caller
 * @returns {Promise<KillResults>}
 */
export async function killUnderLoad({ victim, seed, calls, kills, concurrency }) {
  const counting = await startCounting();
  const mounted = mountCertificate(createCertificate());
  const pair = await startPair(['--workers', String(WORKERS), '--send-origins', counting.origin]);
  const servers = pair.servers.map(({ grpc }) => grpc);
  const envoy = await startProductionBridge(servers, { certificate: mounted.config });
  const loads = Array.from({ length: 3 }, () => startLoad({ authorities: mounted.authorities }));
  const [web, grpc, send] = /** @type {[Load, Load, Load]} */ (loads);
  const plan = planKills({ seed, calls, kills });
  let killed = 0;
  let last = Promise.resolve();
  const kill = async (/** @type {Plan} */ { server }) => {
    await KILL[victim](pair, server);
    killed += 1;
  };
  try {
    const marked = { attempts: ATTEMPTS, retrySafe: true, concurrency };
    const byGrpc = { target: { grpc: envoy.grpc }, secure: true };
    const others = Promise.all([
      grpc.run({ ...byGrpc, ...marked }),
      send.run({ ...byGrpc, concurrency, send: `${counting.origin}/` }),
    ]);
    const result = await web.run(
      { target: { grpcWeb: envoy.grpcWeb }, ...marked, calls, progressEvery: 10 },
      (ended) => {
        while (plan[0] !== undefined && plan[0].after <= ended) {
          const due = plan.shift();
          if (due !== undefined) last = last.then(() => kill(due));
        }
      },
    );
    await last;
    for (const load of [grpc, send]) load.end();
    const [byGrpcJs, sends] = await others;
    return {
      web: result,
      grpc: byGrpcJs,
      send: sends,
      sendsRepeated: [...counting.counts.values()].filter((count) => count > 1).length,
      killed,
      interrupted: await envoy.readStat('cluster.server.upstream_cx_destroy_remote_with_active_rq'),
      repeatedByEnvoy: await envoy.readStat('cluster.server.upstream_rq_retry'),
    };
  } finally {
    await Promise.all([...loads.map((load) => load.stop()), envoy.stop(), last.then(pair.stop)]);
    counting.close();
    mounted.remove();
  }
}

/** @typedef {ReturnType<typeof startLoad>} Load */
/** @typedef {ReturnType<typeof planKills>[number]} Plan */
/** @typedef {Awaited<ReturnType<typeof startPair>>} Pair */

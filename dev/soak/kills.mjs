/** Servers that are killed under load, behind Envoy's production configuration. */
import { setTimeout as delay } from 'node:timers/promises';
import { createCertificate, mountCertificate } from './certificates.mjs';
import { getGhz, startCalls } from './ghz.mjs';
import { createRandom } from './malformed-requests.mjs';
import { startProductionBridge } from './production.mjs';
import { SERVERS, startLoad, startPair, startProgram } from './stack.mjs';

/** How long a killed server stays away. */
const AWAY_MS = 300;
/** Each call has another number. */
const COUNT = { code: 'count', int_value: '{{.RequestNumber}}' };
/** The share of calls before the first kill and after the last, of those between two kills. */
const MARGIN = 0.5;

/**
 * Plans when something is killed, by the number of calls that have ended, and at which of two servers.
 *
 * @param {{ seed: number, calls: number, kills: number }} options
 */
export function planKills({ seed, calls, kills }) {
  const random = createRandom(seed);
  const step = calls / (kills + 2 * MARGIN);
  return Array.from({ length: kills }, (_, number) => ({
    after: Math.floor(step * (MARGIN + number + random())),
    server: Math.floor(random() * 2),
  }));
}

/**
 * @typedef {import('./load.mjs').Result} Result
 * @typedef {object} KillResults
 * @property {Result} web calls of `endpoint.js-client`, marked as safe to run twice, with its retries
 * @property {Result} plain calls of `count` by ghz, neither marked nor repeated
 * @property {number} ran how many of these ran
 * @property {number} ranTwice how many of them ran more than once
 * @property {number} killed
 * @property {number} interrupted calls that were in progress at a server that died
 * @property {number} repeatedByEnvoy
 */

/**
 * Starts two servers, each with the operation `count`.
 *
 * @param {Map<string, number>} runs gets the number of runs of each of its calls
 */
function startCountingPair(runs) {
  const onLine = (/** @type {string} */ line) => {
    const [, number] = /^\{"ran":(\d+)\}$/.exec(line) ?? [];
    if (number !== undefined) runs.set(number, (runs.get(number) ?? 0) + 1);
  };
  return startPair((port) => startProgram(SERVERS, ['counting', port], { onLine }));
}

/**
 * Kills servers while two callers make calls.
 *
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.calls of endpoint.js-client; the other makes as many as it can in the meantime
 * @param {number} options.kills
 * @param {number} options.concurrency of each caller
 * @returns {Promise<KillResults>}
 */
export async function killUnderLoad({ seed, calls, kills, concurrency }) {
  /** @type {Map<string, number>} */
  const runs = new Map();
  const mounted = mountCertificate(createCertificate());
  const pair = await startCountingPair(runs);
  const servers = pair.servers.map(({ grpc }) => grpc);
  const envoy = await startProductionBridge(servers, { certificate: mounted.config });
  const load = startLoad({ authorities: mounted.authorities });
  const flags = ['-c', String(concurrency), '--cacert', mounted.authorities, envoy.grpc];
  const plain = startCalls(await getGhz(), COUNT, flags);
  const plan = planKills({ seed, calls, kills });
  let killed = 0;
  let last = Promise.resolve();
  const kill = async (/** @type {Plan} */ { server }) => {
    await pair.servers[server]?.kill();
    await delay(AWAY_MS);
    await pair.restart(server);
    killed += 1;
  };
  try {
    const web = await load.run({ host: envoy.grpcWeb, calls, concurrency }, (ended) => {
      while (plan[0] !== undefined && plan[0].after <= ended) {
        const due = plan.shift();
        if (due !== undefined) last = last.then(() => kill(due));
      }
    });
    await last;
    return {
      web,
      plain: await plain.end(),
      ran: runs.size,
      ranTwice: [...runs.values()].filter((count) => count > 1).length,
      killed,
      interrupted: await envoy.readStat('cluster.server.upstream_cx_destroy_remote_with_active_rq'),
      repeatedByEnvoy: await envoy.readStat('cluster.server.upstream_rq_retry'),
    };
  } finally {
    plain.stop();
    await Promise.all([load.stop(), envoy.stop(), last.then(pair.stop)]);
    mounted.remove();
  }
}

/** @typedef {ReturnType<typeof planKills>[number]} Plan */

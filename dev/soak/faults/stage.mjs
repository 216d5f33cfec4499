/** Two servers behind Envoy's production configuration, and two callers: what each fault of the table happens to. */
import { setTimeout as delay } from 'node:timers/promises';
import { mountCertificate } from '../certificates.mjs';
import { getGhz, startCalls } from '../ghz.mjs';
import { startProductionBridge } from '../production.mjs';
import { SERVER, startLoad, startPair, startProgram } from '../stack.mjs';

const CONCURRENCY = 16;
/** Each caller waits so long between two calls: slow calls then show the fault, not a machine at its limit. */
const PAUSE_MS = 10;
/** The calls of ghz in a second: as many as the client's with their pauses. */
const RATE = 500;
const CALL = { code: 'echo', str1: 'call', str2: 'x', int_value: 1 };
/** Longer than a silent server stays undetected: 15 s until Envoy's pings fail. */
const DEADLINE_MS = 50_000;
/** A call that takes longer is slow. */
export const SLOW_MS = 1000;
/** Calls of the client before the fault and after it. */
const CALM_CALLS = 500;
const MAX_CALM_MS = 60_000;

/**
 * @typedef {import('../load.mjs').Result} Result
 * @typedef {Awaited<ReturnType<typeof startStage>>} Stage
 */

/**
 * @param {object} [options]
 * @param {readonly string[]} [options.flags] of both servers
 * @param {readonly string[]} [options.execArgv] of both servers
 * @param {(addresses: string[]) => Promise<readonly string[]>} [options.route] returns the addresses by which Envoy reaches the servers
 * @param {import('../production.mjs').Edits} [options.edits]
 */
export async function startStage({
  flags = [],
  execArgv = [],
  route = async (addresses) => addresses,
  edits = [],
} = {}) {
  const mounted = mountCertificate();
  const pair = await startPair((port) => startProgram(SERVER, ['--port', port, ...flags], { execArgv }));
  const addresses = await route(pair.servers.map(({ grpc }) => grpc));
  const envoy = await startProductionBridge(addresses, { certificate: mounted.config, edits });
  return {
    mounted,
    pair,
    envoy,
    stop: async () => {
      await Promise.all([envoy.stop(), pair.stop()]);
      mounted.remove();
    },
  };
}

/**
 * Makes calls before, during and after a fault.
 *
 * @param {Stage} stage
 * @param {() => Promise<void>} fault resolves when it is over
 * @returns {Promise<{ safe: Result, plain: Result }>} `safe`: calls of endpoint.js-client that may run twice, marked and repeated;
 *   `plain`: calls of ghz, neither marked nor repeated
 */
export async function callDuring({ envoy, mounted }, fault) {
  const load = startLoad({ authorities: mounted.authorities });
  const flags = ['-c', String(CONCURRENCY), '--rps', String(RATE), '-t', `${DEADLINE_MS}ms`];
  const address = ['--cacert', mounted.authorities, envoy.grpc];
  const plain = startCalls(await getGhz(), CALL, [...flags, ...address], { slowMs: SLOW_MS });
  const progress = { ended: 0 };
  try {
    const job = { concurrency: CONCURRENCY, pauseMs: PAUSE_MS, slowMs: SLOW_MS, deadlineMs: DEADLINE_MS };
    const safe = load.run({ host: envoy.grpcWeb, ...job }, (ended) => (progress.ended = ended));
    // Its failure is reported where its result is used.
    void safe.catch(() => undefined);
    const calm = async () => {
      const target = progress.ended + CALM_CALLS;
      const end = performance.now() + MAX_CALM_MS;
      while (progress.ended < target && performance.now() < end) await delay(50);
    };
    await calm();
    await fault();
    await calm();
    load.end();
    return { safe: await safe, plain: await plain.end() };
  } finally {
    plain.stop();
    await load.stop();
  }
}

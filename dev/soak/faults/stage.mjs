/** Two servers behind Envoy's production configuration, and two callers: what each fault of the table happens to. */
import { setTimeout as delay } from 'node:timers/promises';
import { createCertificate, mountCertificate } from '../certificates.mjs';
import { startProductionBridge } from '../production.mjs';
import { SERVER, startLoad, startPair, startProgram } from '../stack.mjs';

const CONCURRENCY = 16;
/** Each caller waits so long between two calls: slow calls then show the fault, not a machine at its limit. */
const PAUSE_MS = 10;
const ATTEMPTS = 8;
/** Longer than a silent server stays undetected: 15 s until Envoy's pings fail. */
const DEADLINE_MS = 50_000;
/** A call that takes longer is slow. */
export const SLOW_MS = 1000;
/** Calls of each caller before the fault and after it. */
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
  const mounted = mountCertificate(createCertificate());
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
 *   `plain`: calls of grpc-js, neither marked nor repeated
 */
export async function callDuring({ envoy, mounted }, fault) {
  const loads = [0, 1].map(() => startLoad({ authorities: mounted.authorities }));
  const [one, two] = /** @type {[Load, Load]} */ (loads);
  const shared = { concurrency: CONCURRENCY, pauseMs: PAUSE_MS, slowMs: SLOW_MS, deadlineMs: DEADLINE_MS };
  const counts = [0, 0];
  const count = (/** @type {number} */ index) => (/** @type {number} */ ended) => void (counts[index] = ended);
  try {
    const results = Promise.all([
      one.run({ target: { grpcWeb: envoy.grpcWeb }, retrySafe: true, attempts: ATTEMPTS, ...shared }, count(0)),
      two.run({ target: { grpc: envoy.grpc }, secure: true, ...shared }, count(1)),
    ]);
    // Its failure is reported where its result is used.
    void results.catch(() => undefined);
    const calm = async () => {
      const targets = counts.map((ended) => ended + CALM_CALLS);
      const end = performance.now() + MAX_CALM_MS;
      while (counts.some((ended, index) => ended < (targets[index] ?? 0)) && performance.now() < end) await delay(50);
    };
    await calm();
    await fault();
    await calm();
    for (const load of loads) load.end();
    const [safe, plain] = await results;
    return { safe, plain };
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
  }
}

/** @typedef {ReturnType<typeof startLoad>} Load */

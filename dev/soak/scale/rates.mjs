/** Calls a second, and processor time a call, of servers, workers and Envoy: each to its limit, in turn. */
import { createCertificate, mountCertificate } from '../certificates.mjs';
import { startProductionBridge } from '../production.mjs';
import { describeCalls, SERVER, SERVERS, startLoad, startProgram, usage, usageOfAll } from '../stack.mjs';
import { hasGhz, runGhz } from './ghz.mjs';
import { significant } from './statistics.mjs';

/** Calls at a time, and connections, for each process that serves: with fewer, its turns would do less at once. */
const OF_PROCESS = { concurrency: 64, connections: 16 };
/** Calls of each process before the first round: until then its compiler works. */
const WARM_UP_CALLS = 15_000;
const FLAGS = ['--port', '0', '--metrics-port', '0'];
const SERVERS_BEHIND_ENVOY = 3;
/** Envoy's own counters of bytes, by what they are here. */
const BYTES = {
  callerToEnvoy: 'http.grpc_web.downstream_cx_rx_bytes_total',
  envoyToCaller: 'http.grpc_web.downstream_cx_tx_bytes_total',
  envoyToServer: 'cluster.server.upstream_cx_tx_bytes_total',
  serverToEnvoy: 'cluster.server.upstream_cx_rx_bytes_total',
};

/**
 * @typedef {import('../stack.mjs').Program} Program
 * @typedef {Awaited<ReturnType<typeof startProductionBridge>>} Bridge
 * @typedef {object} Sample one round; times are microseconds of processor time a call
 * @property {number} rate calls a second
 * @property {number} server
 * @property {number} [envoy]
 * @property {number} [client]
 *
 * @typedef {object} Setup
 * @property {readonly Program[]} programs
 * @property {Bridge} [bridge]
 * @property {Pick<import('../load.mjs').Job, 'target' | 'secure' | 'saturating' | 'raw'>} job
 * @property {boolean} [byGhz]
 * @property {Sample[]} samples
 *
 * @typedef {Record<string, number>} Bytes a call
 */

/** Starts everything that is measured, each on its own. */
async function startSetups() {
  const mounted = mountCertificate(createCertificate());
  const [bare, ...servers] = await Promise.all([
    startProgram(SERVERS, ['bare']),
    ...Array.from({ length: SERVERS_BEHIND_ENVOY }, () => startProgram(SERVER, FLAGS)),
  ]);
  const [server] = /** @type {[Program]} */ (servers);
  const [two, four] = [
    await startProgram(SERVER, [...FLAGS, '--workers', '2']),
    await startProgram(SERVER, [...FLAGS, '--workers', '4']),
  ];
  const startBridge = (/** @type {number} */ count) => {
    const addresses = servers.slice(0, count).map(({ grpc }) => grpc);
    return startProductionBridge(addresses, { certificate: mounted.config });
  };
  const [byOne, byTwo, byThree] = [await startBridge(1), await startBridge(2), await startBridge(3)];
  const direct = (/** @type {Program} */ program) => ({
    programs: [program],
    job: { target: { grpc: program.grpc }, saturating: true },
    samples: [],
  });
  const behind = (/** @type {Bridge} */ bridge, /** @type {number} */ count) => ({
    programs: servers.slice(0, count),
    bridge,
    job: { target: { grpc: bridge.grpc }, secure: true, saturating: true },
    samples: [],
  });
  /** @type {Record<string, Setup>} */
  const setups = {
    bare: direct(bare),
    server: direct(server),
    workers2: direct(two),
    workers4: direct(four),
    envoy1: behind(byOne, 1),
    envoy2: behind(byTwo, 2),
    envoy3: behind(byThree, 3),
    envoyWeb: { ...behind(byOne, 1), job: { target: { grpcWeb: byOne.grpcWeb }, raw: true }, samples: [] },
  };
  if (await hasGhz()) setups['ghz'] = { ...direct(server), byGhz: true };
  const stop = async () => {
    await Promise.all([byOne, byTwo, byThree].map((bridge) => bridge.stop()));
    await Promise.all([bare, ...servers, two, four].map((program) => program.stop()));
    mounted.remove();
  };
  return { setups, authorities: mounted.authorities, stop };
}

/** @param {Setup} setup */
const countProcesses = ({ programs }) => programs.reduce((sum, { workers }) => sum + Math.max(1, workers.size), 0);

/** @param {Setup} setup */
function loadOf(setup) {
  const processes = countProcesses(setup);
  return { concurrency: OF_PROCESS.concurrency * processes, connections: OF_PROCESS.connections * processes };
}

/** @param {Setup} setup */
function readUsage({ programs, bridge }) {
  const sum = programs.map((program) => usageOfAll(program)?.cpuMs ?? NaN).reduce((total, ms) => total + ms, 0);
  return { server: sum, envoy: bridge === undefined ? 0 : (usage(bridge.pid)?.cpuMs ?? NaN) };
}

/**
 * @param {Setup} setup
 * @param {ReturnType<typeof startLoad>} load
 * @param {number} calls
 * @returns {Promise<Sample>}
 */
async function measureRound(setup, load, calls) {
  const before = readUsage(setup);
  const shared = loadOf(setup);
  const { rate, clientMs } = setup.byGhz
    ? await runGhz(setup.programs[0]?.grpc ?? '', { calls, ...shared })
    : await runOwn(load, { ...setup.job, calls, ...shared });
  const after = readUsage(setup);
  const micros = (/** @type {number} */ ms) => (ms * 1000) / calls;
  return {
    rate,
    server: micros(after.server - before.server),
    ...(setup.bridge && { envoy: micros(after.envoy - before.envoy) }),
    ...(clientMs !== undefined && { client: micros(clientMs) }),
  };
}

/** @param {ReturnType<typeof startLoad>} load @param {import('../load.mjs').Job} job */
async function runOwn(load, job) {
  const result = await load.run(job);
  if (result.answered !== job.calls) throw new Error(`Without any fault: ${describeCalls(result)}.`);
  return { rate: result.answered / result.seconds, clientMs: result.cpuMs };
}

/**
 * Measures in rounds, each of which has every set-up once, so that other work on the machine affects all alike.
 *
 * @param {{ rounds: number, calls: number }} options `calls` of a round
 * @param {(text: string) => void} report
 */
export async function measureRates({ rounds, calls }, report) {
  const { setups, authorities, stop } = await startSetups();
  const load = startLoad({ authorities });
  try {
    for (const setup of Object.values(setups)) await measureRound(setup, load, WARM_UP_CALLS * countProcesses(setup));
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? Object.values(setups) : Object.values(setups).toReversed();
      for (const setup of order) setup.samples.push(await measureRound(setup, load, calls));
      report(`round ${round + 1} of ${rounds}`);
    }
    const bytes = await measureBytes(setups, load, calls);
    return { samples: Object.fromEntries(Object.entries(setups).map(([name, { samples }]) => [name, samples])), bytes };
  } finally {
    await load.stop();
    await stop();
  }
}

/**
 * @param {Record<string, Setup>} setups
 * @param {ReturnType<typeof startLoad>} load
 * @param {number} calls
 * @returns {Promise<Record<string, Bytes>>} by gRPC and by gRPC-Web, through Envoy
 */
async function measureBytes(setups, load, calls) {
  /** @type {Record<string, Bytes>} */
  const bytes = {};
  for (const [name, setup] of Object.entries({ grpc: setups['envoy1'], grpcWeb: setups['envoyWeb'] })) {
    if (setup?.bridge === undefined) continue;
    const { bridge, programs } = setup;
    let serverLog = 0;
    const count = (/** @type {string} */ text) => {
      serverLog += Buffer.byteLength(text);
    };
    const [before, logged] = [await bridge.readStats(), bridge.logBytes];
    programs[0]?.output.on('data', count);
    await runOwn(load, { ...setup.job, calls, ...loadOf(setup) });
    programs[0]?.output.off('data', count);
    const after = await bridge.readStats();
    const counters = Object.entries(BYTES).map(([key, counter]) => {
      const grown = (after.get(counter) ?? NaN) - (before.get(counter) ?? NaN);
      return /** @type {const} */ ([key, significant(grown / calls)]);
    });
    const logs = {
      serverLog: significant(serverLog / calls),
      envoyLog: significant((bridge.logBytes - logged) / calls),
    };
    bytes[name] = { ...Object.fromEntries(counters), ...logs };
  }
  return bytes;
}

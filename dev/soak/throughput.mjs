/** The server against a bare echo by the same library, and both bridges against a peer's stack. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { describeCalls, SERVER, SERVERS, startBridge, startLoad, startProgram, usage } from './stack.mjs';
import { median, rounded } from '../commands/test/figures.mjs';

const CONCURRENCY = 64;
/** Of gRPC. */
const CONNECTIONS = 4;
/** The least share of a bare echo's calls for the same CPU: with metrics, and with traces of one call in a hundred as well. */
const LEAST_SHARE = 0.9;
const LEAST_TRACED_SHARE = 0.75;

/**
 * @typedef {import('./stack.mjs').Program} Program
 * @typedef {object} Rounds
 * @property {string} name
 * @property {number[]} rates calls a second, by round
 * @property {number[]} p99s
 * @property {number[]} micros of processor time a call; NaN on systems that don't report it
 * @property {number[]} rssBytes of its processes at their end; none where they go on
 *
 * @typedef {object} Process
 * @property {Pick<import('./load.mjs').Job, 'target' | 'saturating' | 'connections'>} job
 * @property {number} pid
 *
 * @typedef {Rounds & Process} Contender
 */

/**
 * Runs short rounds in turn, so that other work on the machine affects all alike; a ratio is the median of those of the turns.
 *
 * @param {readonly Contender[]} contenders
 * @param {{ rounds: number, calls: number }} options
 */
async function compete(contenders, { rounds, calls }) {
  const load = startLoad();
  try {
    for (let round = -1; round < rounds; round += 1) {
      for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
        const before = usage(contender.pid)?.cpuMs ?? NaN;
        // The first, uncounted round is longer: the compilers warm up, and the heaps grow to their size.
        const count = round < 0 ? 12 * calls : calls;
        const result = await load.run({ ...contender.job, calls: count, concurrency: CONCURRENCY });
        if (result.answered !== count)
          throw new Error(`${contender.name}, without any fault: ${describeCalls(result)}.`);
        if (round < 0) continue;
        contender.rates.push(count / result.seconds);
        contender.p99s.push(result.p99);
        contender.micros.push((((usage(contender.pid)?.cpuMs ?? NaN) - before) * 1000) / count);
      }
    }
  } finally {
    await load.stop();
  }
}

/**
 * Competes with processes that are new each time: how a process lays out its heap and compiles its code changes the time of its calls
 * by up to a fifth, for as long as it lives. Who starts first changes, too.
 *
 * @param {Readonly<Record<string, () => Promise<Program>>>} programs
 * @param {{ processes: number, rounds: number, calls: number }} options
 * @returns {Promise<Rounds[]>} in the order of the programs, with the rounds of all their processes
 */
async function competeAfresh(programs, { processes, ...options }) {
  const names = Object.keys(programs);
  /** @type {Contender[]} */
  const all = [];
  for (let turn = 0; turn < processes; turn += 1) {
    /** @type {Map<string, Program>} */
    const started = new Map();
    try {
      for (const name of names.map((_, at) => names[(at + turn) % names.length] ?? '')) {
        const program = await programs[name]?.();
        if (program) started.set(name, program);
      }
      const contenders = [...started].map(([name, { grpc, pid }]) =>
        createContender(name, { target: { grpc }, saturating: true, connections: CONNECTIONS }, pid),
      );
      await compete(contenders, options);
      for (const { pid, rssBytes } of contenders) rssBytes.push(usage(pid)?.rssBytes ?? NaN);
      all.push(...contenders);
    } finally {
      await Promise.all([...started.values()].map((program) => program.stop()));
    }
  }
  return names.map((name) => {
    const own = all.filter((contender) => contender.name === name);
    const collect = (/** @type {Exclude<keyof Rounds, 'name'>} */ measure) => own.flatMap((one) => one[measure]);
    return {
      name,
      rates: collect('rates'),
      p99s: collect('p99s'),
      micros: collect('micros'),
      rssBytes: collect('rssBytes'),
    };
  });
}

/**
 * @param {string} name
 * @param {Contender['job']} job
 * @param {number} pid
 * @returns {Contender}
 */
const createContender = (name, job, pid) => ({ name, job, pid, rates: [], p99s: [], micros: [], rssBytes: [] });

/** @param {Rounds} one @param {Rounds} other @param {'rates' | 'micros'} measure */
const ratio = (one, other, measure) =>
  median(one[measure].map((value, round) => value / (other[measure][round] ?? NaN)));

/** @param {Rounds} rounds */
function describeFigures({ name, rates, p99s, micros, rssBytes }) {
  const memory = rssBytes.length === 0 ? '' : `, ${rounded(median(rssBytes) / 2 ** 20)} MiB`;
  const cpu = micros.some(Number.isNaN) ? '' : `, ${rounded(median(micros))} µs of CPU a call${memory}`;
  return `${name} ${rounded(median(rates))} calls/s, p99 ${rounded(median(p99s))} ms${cpu}`;
}

/**
 * @param {string} name
 * @param {Rounds} ours
 * @param {Rounds} echo
 * @param {number} leastShare
 * @returns {import('../commands/test/figures.mjs').Figure}
 */
function compareWithEcho(name, ours, echo, leastShare) {
  const what = `${name}, ${CONCURRENCY} at a time, beside a bare grpc-js echo`;
  const share = ratio(ours, echo, 'rates');
  const measured = `${share.toFixed(2)} of its calls a second: ${describeFigures(ours)}; ${describeFigures(echo)}`;
  const cpuShare = ratio(echo, ours, 'micros');
  if (Number.isNaN(cpuShare)) return { what, measured };
  return {
    what,
    bar: `at least ${leastShare} of its calls for the same CPU`,
    measured: `${cpuShare.toFixed(2)} of its calls for the same CPU, ${measured}`,
    met: cpuShare >= leastShare,
  };
}

/** Starts a collector that accepts all traces. */
async function startCollector() {
  const server = createServer((request, response) => request.resume().once('end', () => response.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/**
 * @param {{ grpcProcesses: number, grpcRounds: number, grpcCalls: number, webRounds: number, webCalls: number }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function throughput({ grpcProcesses, grpcRounds, grpcCalls, webRounds, webCalls }) {
  const collector = await startCollector();
  const measured = ['--port', '0', '--metrics-port', '0'];
  const traces = ['--otlp-endpoint', collector.url, '--trace-ratio', '0.01'];
  try {
    const [ours, echo, tracing] = /** @type {[Rounds, Rounds, Rounds]} */ (
      await competeAfresh(
        {
          server: () => startProgram(SERVER, measured),
          'bare echo': () => startProgram(SERVERS, ['bare']),
          'server with traces': () => startProgram(SERVER, [...measured, ...traces]),
        },
        { processes: grpcProcesses, rounds: grpcRounds, calls: grpcCalls },
      )
    );
    return [
      compareWithEcho('gRPC with metrics', ours, echo, LEAST_SHARE),
      compareWithEcho('gRPC with metrics, and traces of 1 %', tracing, echo, LEAST_TRACED_SHARE),
      await measureBridges({ rounds: webRounds, calls: webCalls }),
    ];
  } finally {
    collector.close();
  }
}

/**
 * @param {{ rounds: number, calls: number }} options
 * @returns {Promise<import('../commands/test/figures.mjs').Figure>}
 */
async function measureBridges(options) {
  const [server, peer] = await Promise.all([
    startProgram(SERVER, ['--port', '0', '--gateway-port', '0']),
    startProgram(SERVERS, ['connect']),
  ]);
  const envoy = await startBridge([server.grpc]);
  try {
    const byEnvoy = createContender('Envoy and server', { target: { grpcWeb: envoy.url } }, envoy.pid);
    const byGateway = createContender('gateway', { target: { grpcWeb: server.gateway ?? '' } }, server.pid);
    const byPeer = createContender('Connect server', { target: { grpcWeb: peer.gateway ?? '' } }, peer.pid);
    const contenders = [byEnvoy, byGateway, byPeer];
    await compete(contenders, options);
    const [envoyShare, gatewayShare] = [ratio(byEnvoy, byPeer, 'rates'), ratio(byGateway, byPeer, 'rates')];
    return {
      what: `gRPC-Web, ${CONCURRENCY} at a time, beside a Connect server without a bridge`,
      measured: `Envoy ${envoyShare.toFixed(2)} and gateway ${gatewayShare.toFixed(2)} of it: ${contenders.map(describeFigures).join('; ')}`,
    };
  } finally {
    await Promise.all([envoy.stop(), server.stop(), peer.stop()]);
  }
}

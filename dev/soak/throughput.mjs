/** The server against a bare echo by the same library, and both bridges against a peer's stack. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { describeCalls, SERVER, SERVERS, startBridge, startLoad, startProgram, usage } from './stack.mjs';
import { median, rounded } from '../commands/test/figures.mjs';

const CONCURRENCY = 64;
/** The least share of a bare echo's calls for the same CPU: with metrics, and with traces of one call in a hundred as well. */
const LEAST_SHARE = 0.8;
const LEAST_TRACED_SHARE = 0.75;

/** @typedef {{ name: string, target: import('./load.mjs').Job['target'], pid: number, rates: number[], p99s: number[], cpuMs: number, calls: number }} Contender */

/**
 * Runs short rounds in turn, so that other work on the machine affects all alike; the ratio is the median of those of the turns.
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
        const result = await load.run({ target: contender.target, calls: count, concurrency: CONCURRENCY });
        if (result.answered !== count)
          throw new Error(`${contender.name}, without any fault: ${describeCalls(result)}.`);
        if (round < 0) continue;
        contender.rates.push(count / result.seconds);
        contender.p99s.push(result.p99);
        contender.cpuMs += (usage(contender.pid)?.cpuMs ?? NaN) - before;
        contender.calls += count;
      }
    }
  } finally {
    await load.stop();
  }
}

/**
 * @param {string} name
 * @param {Contender['target']} target
 * @param {number} pid
 * @returns {Contender}
 */
const createContender = (name, target, pid) => ({ name, target, pid, rates: [], p99s: [], cpuMs: 0, calls: 0 });

/** @param {Contender} one @param {Contender} other */
const ratio = (one, other) => median(one.rates.map((rate, round) => rate / (other.rates[round] ?? NaN)));

/** In ms; NaN on systems that don't report it. @param {Contender} contender */
const cpuPerCall = ({ cpuMs, calls }) => cpuMs / calls;

/** @param {Contender} contender */
function describeFigures({ name, rates, p99s, cpuMs, calls, pid }) {
  const used = usage(pid);
  const cpu =
    used === undefined
      ? ''
      : `, ${rounded((cpuMs * 1000) / calls)} µs of CPU a call, ${rounded(used.rssBytes / 2 ** 20)} MiB`;
  return `${name} ${rounded(median(rates))} calls/s, p99 ${rounded(median(p99s))} ms${cpu}`;
}

/**
 * @param {string} name
 * @param {Contender} ours
 * @param {Contender} echo
 * @param {number} leastShare
 * @returns {import('../commands/test/figures.mjs').Figure}
 */
function compareWithEcho(name, ours, echo, leastShare) {
  const what = `${name}, ${CONCURRENCY} at a time, beside a bare grpc-js echo`;
  const share = ratio(ours, echo);
  const measured = `${share.toFixed(2)} of its calls a second: ${describeFigures(ours)}; ${describeFigures(echo)}`;
  const cpuShare = cpuPerCall(echo) / cpuPerCall(ours);
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
 * @param {{ grpcRounds: number, grpcCalls: number, webRounds: number, webCalls: number }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function throughput({ grpcRounds, grpcCalls, webRounds, webCalls }) {
  const collector = await startCollector();
  const measured = ['--port', '0', '--metrics-port', '0'];
  const [bare, server, traced, peer] = await Promise.all([
    startProgram(SERVERS, ['bare']),
    startProgram(SERVER, [...measured, '--gateway-port', '0']),
    startProgram(SERVER, [...measured, '--otlp-endpoint', collector.url, '--trace-ratio', '0.01']),
    startProgram(SERVERS, ['connect']),
  ]);
  const envoy = await startBridge([server.grpc]);
  try {
    const ours = createContender('server', { grpc: server.grpc }, server.pid);
    const echo = createContender('bare echo', { grpc: bare.grpc }, bare.pid);
    const tracing = createContender('server with traces', { grpc: traced.grpc }, traced.pid);
    await compete([ours, echo, tracing], { rounds: grpcRounds, calls: grpcCalls });
    const byEnvoy = createContender('Envoy and server', { grpcWeb: envoy.url }, envoy.pid);
    const byGateway = createContender('gateway', { grpcWeb: server.gateway ?? '' }, server.pid);
    const byPeer = createContender('Connect server', { grpcWeb: peer.gateway ?? '' }, peer.pid);
    const web = [byEnvoy, byGateway, byPeer];
    await compete(web, { rounds: webRounds, calls: webCalls });
    const [envoyShare, gatewayShare] = [ratio(byEnvoy, byPeer), ratio(byGateway, byPeer)];
    return [
      compareWithEcho('gRPC with metrics', ours, echo, LEAST_SHARE),
      compareWithEcho('gRPC with metrics, and traces of 1 %', tracing, echo, LEAST_TRACED_SHARE),
      {
        what: `gRPC-Web, ${CONCURRENCY} at a time, beside a Connect server without a bridge`,
        measured: `Envoy ${envoyShare.toFixed(2)} and gateway ${gatewayShare.toFixed(2)} of it: ${web.map(describeFigures).join('; ')}`,
      },
    ];
  } finally {
    await Promise.all([envoy.stop(), bare.stop(), server.stop(), traced.stop(), peer.stop()]);
    collector.close();
  }
}

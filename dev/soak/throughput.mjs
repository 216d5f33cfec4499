/**
 * The processor time of a call: of the server beside a bare echo by the same library, and of Envoy as configured for production. ghz
 * makes the calls. Calls a second say more of the machine and of ghz than of the server, so they are only shown.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { run } from '../../process/processes.mjs';
import { median, rounded } from '../commands/test/figures.mjs';
import { attempt, buildGoProgram } from '../setup/go.mjs';
import { createCertificate, mountCertificate } from './certificates.mjs';
import { startProductionBridge } from './production.mjs';
import { SERVER, SERVERS, startProgram, usage } from './stack.mjs';

const GHZ = { module: 'github.com/bojand/ghz', version: 'v0.121.0', main: '/cmd/ghz' };
const MESSAGES = fileURLToPath(new URL('../../proto/gen/api.binpb', import.meta.url));
const DATA = JSON.stringify({ code: 'echo', str1: 'x'.repeat(80), str2: 'x', int_value: 1 });
const FLAGS = ['--protoset', MESSAGES, '--call', 'api.ApiService.CallApi', '-d', DATA, '-O', 'json'];
const CONCURRENCY = ['-c', '64', '--connections', '4'];
/** The first calls of a process don't count: the compilers warm up, and the heaps grow to their size. */
const WARM_UP = 3;
/**
 * The least share of a bare echo's calls for the same processor time: with logs and metrics, and with traces of one call in a hundred as
 * well. Two runs on a busy machine had 0.77 and 0.81; 0.73 and 0.69.
 */
const LEAST_SHARE = 0.7;
const LEAST_TRACED_SHARE = 0.6;

/**
 * @typedef {{ address: string, flags: readonly string[], pids: Readonly<Record<string, number>> }} Contender `pids`: the processes
 *   whose time counts
 * @typedef {{ rate: number, micros: Record<string, number> }} Sample calls a second, and processor time a call of each process
 * @typedef {'server' | 'traced' | 'bare' | 'proxied'} Name
 */

/**
 * @param {{ throughput: { turns: number, rounds: number, calls: number } }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function throughput({ throughput: { turns, rounds, calls } }) {
  const ghz = await attempt(() => buildGoProgram('ghz', GHZ));
  if ('missing' in ghz) return [{ what: 'processor time of calls', measured: `not measured: ${ghz.missing}` }];
  if (process.platform !== 'linux') return [{ what: 'processor time of calls', measured: 'measured on Linux only' }];
  /** @type {Record<Name, Sample[]>} */
  const samples = { server: [], traced: [], bare: [], proxied: [] };
  for (let turn = 0; turn < turns; turn += 1) await compete(ghz.value, samples, { rounds, calls });
  const { server, traced, bare, proxied } = samples;
  return [
    compare('gRPC with metrics', server, bare, LEAST_SHARE),
    compare('gRPC with metrics, and traces of 1 %', traced, bare, LEAST_TRACED_SHARE),
    { what: "gRPC over TLS through Envoy's production configuration", measured: describe(proxied) },
  ];
}

/**
 * Starts all anew, as how a process lays out its heap and compiles its code changes the time of its calls by up to a fifth, for as long
 * as it lives. Then they take turns, so that other work on the machine affects all alike.
 *
 * @param {string} ghz
 * @param {Record<Name, Sample[]>} samples gets those of each round
 * @param {{ rounds: number, calls: number }} options
 */
async function compete(ghz, samples, { rounds, calls }) {
  const { contenders, stop } = await startContenders();
  try {
    for (let round = -1; round < rounds; round += 1) {
      const all = /** @type {[Name, Contender][]} */ (Object.entries(contenders));
      for (const [name, contender] of round % 2 === 0 ? all : all.toReversed()) {
        const sample = await measure(ghz, contender, round < 0 ? WARM_UP * calls : calls);
        if (round >= 0) samples[name].push(sample);
      }
    }
  } finally {
    await stop();
  }
}

/** Starts the servers, and a collector that accepts all traces. */
async function startContenders() {
  const collector = createServer((request, response) => request.resume().once('end', () => response.end()));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (collector.address());
  const flags = ['--port', '0', '--metrics-port', '0'];
  const traces = ['--otlp-endpoint', `http://127.0.0.1:${port}`, '--trace-ratio', '0.01'];
  const server = await startProgram(SERVER, flags);
  const traced = await startProgram(SERVER, [...flags, ...traces]);
  const bare = await startProgram(SERVERS, ['bare']);
  const behind = await startProgram(SERVER, flags);
  const mounted = mountCertificate(createCertificate());
  const envoy = await startProductionBridge([behind.grpc], { certificate: mounted.config });
  const direct = (/** @type {import('./stack.mjs').Program} */ { grpc, pid }) => ({
    address: grpc,
    flags: ['--insecure'],
    pids: { server: pid },
  });
  const pids = { server: behind.pid, Envoy: envoy.pid };
  const proxied = { address: envoy.grpc, flags: ['--cacert', mounted.authorities], pids };
  return {
    contenders: { server: direct(server), traced: direct(traced), bare: direct(bare), proxied },
    stop: async () => {
      await envoy.stop();
      await Promise.all([server, traced, bare, behind].map((program) => program.stop()));
      collector.close();
      mounted.remove();
    },
  };
}

/**
 * @param {string} ghz
 * @param {Contender} contender
 * @param {number} calls
 * @returns {Promise<Sample>}
 * @throws {Error} when a call failed
 */
async function measure(ghz, { address, flags, pids }, calls) {
  const read = () => Object.entries(pids).map(([name, pid]) => /** @type {const} */ ([name, usage(pid)?.cpuMs ?? NaN]));
  const before = Object.fromEntries(read());
  const { stdout, failure } = await run(ghz, [...FLAGS, ...CONCURRENCY, ...flags, '-n', String(calls), address]);
  if (failure !== undefined) throw new Error(`ghz ${failure}: ${stdout}`);
  /** @type {{ rps: number, statusCodeDistribution: Record<string, number> }} */
  const { rps: rate, statusCodeDistribution: ends } = JSON.parse(stdout);
  if (ends['OK'] !== calls) throw new Error(`ghz: of ${calls} calls ended ${JSON.stringify(ends)}.`);
  const micros = read().map(([name, ms]) => [name, ((ms - (before[name] ?? NaN)) * 1000) / calls]);
  return { rate, micros: Object.fromEntries(micros) };
}

/** @param {readonly Sample[]} samples */
function describe(samples) {
  const times = Object.keys(samples[0]?.micros ?? {}).map(
    (name) => `${rounded(median(samples.map(({ micros }) => micros[name] ?? NaN)))} µs of ${name}`,
  );
  return `${times.join(' and ')} a call, ${rounded(median(samples.map(({ rate }) => rate)))} calls/s`;
}

/**
 * @param {string} name
 * @param {readonly Sample[]} ours
 * @param {readonly Sample[]} bare
 * @param {number} least
 * @returns {import('../commands/test/figures.mjs').Figure}
 */
function compare(name, ours, bare, least) {
  const ratios = ours.map(({ micros }, round) => (bare[round]?.micros['server'] ?? NaN) / (micros['server'] ?? NaN));
  const share = median(ratios);
  return {
    what: `${name}, beside a bare grpc-js echo`,
    bar: `at least ${least} of its calls for the same processor time`,
    measured: `${share.toFixed(2)}: ${describe(ours)}; the echo ${describe(bare)}`,
    met: share >= least,
  };
}

/**
 * The processor time of a call: of the server beside a bare echo by the same library, and of Envoy as configured for production. ghz
 * makes the calls. Calls a second say more of the machine and of ghz than of the server, so they are only shown.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const WARM_UP = 10_000;
/** The least share of a bare echo's calls for the same processor time. */
const LEAST_SHARES = { plain: 0.95, equipped: 0.9, traced: 0.6 };
/** Bounds that no measured call reaches. */
const BOUNDS = ['--max-calls', '500', '--max-wait-ms', '10000', '--max-connection-age-ms', '3600000'];

/**
 * @typedef {{ address: string, flags: readonly string[], pids: Readonly<Record<string, number>> }} Contender `pids`: the processes
 *   whose time counts
 * @typedef {{ rate: number, micros: Record<string, number> }} Sample calls a second, and processor time a call of each process
 * @typedef {'plain' | 'equipped' | 'traced' | 'bare' | 'proxied'} Name
 */

/**
 * @param {{ throughput: { rounds: number, turns: number, calls: number } }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function throughput({ throughput: { rounds, turns, calls } }) {
  const ghz = await attempt(() => buildGoProgram('ghz', GHZ));
  if ('missing' in ghz) return [{ what: 'processor time of calls', measured: `not measured: ${ghz.missing}` }];
  if (process.platform !== 'linux') return [{ what: 'processor time of calls', measured: 'measured on Linux only' }];
  /** @type {Record<Name, Sample[]>} */
  const samples = { plain: [], equipped: [], traced: [], bare: [], proxied: [] };
  for (let round = 0; round < rounds; round += 1) await compete(ghz.value, samples, { turns, calls });
  return [
    compare('gRPC by default', samples, 'plain'),
    compare('gRPC with bounds and metrics', samples, 'equipped'),
    compare('gRPC with metrics, and traces of 1 %', samples, 'traced'),
    { what: "gRPC over TLS through Envoy's production configuration", measured: describe(samples.proxied) },
  ];
}

/**
 * Starts all anew, as how a process lays out its heap and compiles its code changes the time of its calls by up to a fifth, for as long
 * as it lives. Then they take short turns, so that other work on the machine affects all alike; the fastest of a contender's turns counts.
 *
 * @param {string} ghz
 * @param {Record<Name, Sample[]>} samples
 * @param {{ turns: number, calls: number }} options `calls`: of a turn
 */
async function compete(ghz, samples, { turns, calls }) {
  const { contenders, stop } = await startContenders();
  const all = /** @type {[Name, Contender][]} */ (Object.entries(contenders));
  /** @type {Map<Name, Sample[]>} */
  const measured = new Map(all.map(([name]) => [name, []]));
  try {
    for (const [, contender] of all) await measure(ghz, contender, WARM_UP);
    for (let turn = 0; turn < turns; turn += 1) {
      // Without a bar, a few turns are enough.
      const now = all.filter(([name]) => turn % 4 === 0 || name !== 'proxied');
      for (const [name, contender] of turn % 2 === 0 ? now : now.toReversed())
        measured.get(name)?.push(await measure(ghz, contender, calls));
    }
  } finally {
    await stop();
  }
  for (const [name, list] of measured) samples[name].push(findFastest(list));
}

/**
 * Finds the turn with the least processor time: other work on the machine only adds to it, by cold caches and shared cores.
 *
 * @param {readonly Sample[]} samples
 */
function findFastest(samples) {
  const total = (/** @type {Sample} */ { micros }) => Object.values(micros).reduce((sum, time) => sum + time, 0);
  return samples.reduce((fastest, sample) => (total(sample) < total(fastest) ? sample : fastest));
}

/** Starts the servers, and a collector that accepts all traces. */
async function startContenders() {
  const collector = createServer((request, response) => request.resume().once('end', () => response.end()));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (collector.address());
  const traces = ['--otlp-endpoint', `http://127.0.0.1:${port}`, '--trace-ratio', '0.01'];
  const flags = ['--port', '0', '--metrics-port', '0'];
  const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
  // Not into a pipe: to read it would take the time of the servers' cores.
  const logFile = (/** @type {string} */ name) => ({ logFile: join(folder, name) });
  const plain = await startProgram(SERVER, ['--port', '0'], logFile('plain'));
  const equipped = await startProgram(SERVER, [...flags, ...BOUNDS], logFile('equipped'));
  const traced = await startProgram(SERVER, [...flags, ...traces], logFile('traced'));
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
    contenders: {
      plain: direct(plain),
      equipped: direct(equipped),
      traced: direct(traced),
      bare: direct(bare),
      proxied,
    },
    stop: async () => {
      await envoy.stop();
      await Promise.all([plain, equipped, traced, bare, behind].map((program) => program.stop()));
      collector.close();
      rmSync(folder, { recursive: true });
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
 * @param {string} what
 * @param {Record<Name, Sample[]>} samples
 * @param {keyof typeof LEAST_SHARES} name
 * @returns {import('../commands/test/figures.mjs').Figure}
 */
function compare(what, { bare, ...others }, name) {
  const ratios = others[name].map(
    ({ micros }, round) => (bare[round]?.micros['server'] ?? NaN) / (micros['server'] ?? NaN),
  );
  const share = median(ratios);
  const least = LEAST_SHARES[name];
  return {
    what: `${what}, beside a bare grpc-js echo`,
    bar: `at least ${least} of its calls for the same processor time`,
    measured: `${share.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}): ${describe(others[name])}; the echo ${describe(bare)}`,
    met: share >= least,
  };
}

/**
 * The processor time of a call: of the server beside a bare echo by the same library, and of Envoy as configured for production. ghz
 * makes the calls. Calls a second say more of the machine and of ghz than of the server, so they are only shown.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../envoy/launcher/backend.mjs';
import { median, rounded } from '../commands/test/figures.mjs';
import { attempt } from '../setup/go.mjs';
import { mountCertificate } from './certificates.mjs';
import { getGhz, makeCalls } from './ghz.mjs';
import { startProductionBridge } from './production.mjs';
import { readCpuMs, readRssBytes, SERVER, SERVERS, startProgram } from './stack.mjs';

const DATA = { code: 'echo', str1: 'x'.repeat(80), str2: 'x', int_value: 1 };
const CONCURRENCY = ['-c', '64', '--connections', '4'];
/** The first calls of a process don't count: the compilers warm up, and the heaps grow to their size. */
const WARM_UP = 5000;
/** The least share of a bare echo's calls for the same processor time. */
const LEAST_SHARES = { plain: 0.95, equipped: 0.95, limited: 0.92, traced: 0.6 };
/** The limit of the heap in the manifests, which costs a bare echo time as well. */
const LIMIT = '--max-old-space-size=384';
const TOKEN = 'c29hayB0b2tlbiBvZiBvbmUgY2FsbGVy';
/** Bounds that no measured call reaches. */
const BOUNDS = ['--max-calls', '500', '--max-wait-ms', '10000', '--max-connection-age-ms', '3600000'];

/**
 * @typedef {{ address: string, flags: readonly string[], pids: Readonly<Record<string, number>> }} Contender `pids`: the processes
 *   whose time counts
 * @typedef {{ rate: number, micros: Record<string, number> }} Sample calls a second, and processor time a call of each process
 * @typedef {'plain' | 'equipped' | 'limited' | 'traced' | 'bare' | 'bareLimited' | 'proxied'} Name
 * @typedef {Readonly<Record<Name, readonly Sample[]>> & { readonly footprints: Readonly<Record<string, Footprint>> }} Round the turns of each
 *   contender
 * @typedef {{ startMs: number, mebibytes: number }} Footprint processor time of a start, and memory after all calls
 */

/**
 * @param {{ throughput: { rounds: number, turns: number, calls: number } }} profile
 * @returns {Promise<import('../commands/test/figures.mjs').Figure[]>}
 */
export async function throughput({ throughput: { rounds, turns, calls } }) {
  const ghz = await attempt(getGhz);
  if ('missing' in ghz) return [{ what: 'processor time of calls', measured: `not measured: ${ghz.missing}` }];
  if (process.platform !== 'linux') return [{ what: 'processor time of calls', measured: 'measured on Linux only' }];
  /** @type {Round[]} */
  const all = [];
  for (let round = 0; round < rounds; round += 1) all.push(await compete(ghz.value, { turns, calls }));
  return [
    compare('gRPC by default', all, 'plain'),
    compare('gRPC with bounds and metrics', all, 'equipped'),
    compare("gRPC by the manifests' flags, with tokens", all, 'limited', 'bareLimited'),
    compare('gRPC with metrics, and traces of 1 %', all, 'traced'),
    { what: "gRPC over TLS through Envoy's production configuration", measured: describe(all, 'proxied') },
    {
      what: 'start and memory',
      measured: `${describeFootprint(all, 'plain')}; the bare grpc-js echo ${describeFootprint(all, 'bare')}`,
    },
  ];
}

/**
 * Starts all anew, as how a process lays out its heap and compiles its code changes the time of its calls by up to a fifth, for as long
 * as it lives. Then they take short turns, so that other work on the machine affects neighbours alike.
 *
 * @param {string} ghz
 * @param {{ turns: number, calls: number }} options `calls`: of a turn
 * @returns {Promise<Round>}
 */
async function compete(ghz, { turns, calls }) {
  const { contenders, stop } = await startContenders();
  const all = /** @type {[Name, Contender][]} */ (Object.entries(contenders));
  /** @type {Record<string, Footprint>} */
  const footprints = {};
  for (const [name, { pids }] of all) footprints[name] = { startMs: readCpuMs(pids['server'] ?? NaN), mebibytes: NaN };
  /** @type {Record<Name, Sample[]>} */
  const samples = { plain: [], equipped: [], limited: [], traced: [], bare: [], bareLimited: [], proxied: [] };
  try {
    for (const [, contender] of all) await measure(ghz, contender, WARM_UP);
    for (let turn = 0; turn < turns; turn += 1) {
      // Without a bar, a few turns are enough.
      const now = all.filter(([name]) => turn % 8 === 0 || name !== 'proxied');
      for (const [name, contender] of turn % 2 === 0 ? now : now.toReversed())
        samples[name].push(await measure(ghz, contender, calls));
    }
    for (const [name, { pids }] of all) {
      const footprint = footprints[name];
      if (footprint) footprint.mebibytes = readRssBytes(pids['server'] ?? NaN) / 1_048_576;
    }
  } finally {
    await stop();
  }
  return { ...samples, footprints };
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
  const inFile = (/** @type {string} */ name) => ({ execArgv: NODE_FLAGS, logFile: join(folder, name) });
  const limit = (/** @type {{ execArgv: readonly string[], logFile?: string }} */ options) => ({
    ...options,
    execArgv: [...options.execArgv, LIMIT],
  });
  const plain = await startProgram(SERVER, ['--port', '0'], inFile('plain'));
  const equipped = await startProgram(SERVER, [...flags, ...BOUNDS], inFile('equipped'));
  const traced = await startProgram(SERVER, [...flags, ...traces], inFile('traced'));
  const tokens = join(folder, 'tokens');
  writeFileSync(tokens, `soak ${TOKEN}\n`);
  const manifest = [...flags, ...BOUNDS, '--token-file', tokens];
  const limited = await startProgram(SERVER, manifest, limit(inFile('limited')));
  const bare = await startProgram(SERVERS, ['bare'], { execArgv: NODE_FLAGS });
  const bareLimited = await startProgram(SERVERS, ['bare'], limit({ execArgv: NODE_FLAGS }));
  const behind = await startProgram(SERVER, flags, { execArgv: NODE_FLAGS });
  const mounted = mountCertificate();
  const envoy = await startProductionBridge([behind.grpc], { certificate: mounted.config });
  const direct = (/** @type {import('./stack.mjs').Program} */ { grpc, pid }, /** @type {string[]} */ more = []) => ({
    address: grpc,
    flags: ['--insecure', ...more],
    pids: { server: pid },
  });
  const pids = { server: behind.pid, Envoy: envoy.pid };
  // To a server without tokens as well: both read the same headers.
  const withToken = ['-m', JSON.stringify({ authorization: `Bearer ${TOKEN}` })];
  const proxied = { address: envoy.grpc, flags: ['--cacert', mounted.authorities], pids };
  return {
    contenders: {
      plain: direct(plain),
      equipped: direct(equipped),
      limited: direct(limited, withToken),
      traced: direct(traced),
      bare: direct(bare),
      bareLimited: direct(bareLimited, withToken),
      proxied,
    },
    stop: async () => {
      await envoy.stop();
      await Promise.all([plain, equipped, limited, traced, bare, bareLimited, behind].map((program) => program.stop()));
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
 */
async function measure(ghz, { address, flags, pids }, calls) {
  const read = () => Object.entries(pids).map(([name, pid]) => /** @type {const} */ ([name, readCpuMs(pid)]));
  const before = Object.fromEntries(read());
  const { rps: rate } = await makeCalls(ghz, DATA, [...CONCURRENCY, ...flags, address], calls);
  const micros = read().map(([name, ms]) => [name, ((ms - (before[name] ?? NaN)) * 1000) / calls]);
  return { rate, micros: Object.fromEntries(micros) };
}

/**
 * @param {readonly Round[]} rounds
 * @param {Name} name
 */
function describe(rounds, name) {
  const samples = rounds.flatMap((round) => round[name]);
  const times = Object.keys(samples[0]?.micros ?? {}).map(
    (counted) => `${rounded(median(samples.map(({ micros }) => micros[counted] ?? NaN)))} µs of ${counted}`,
  );
  return `${times.join(' and ')} a call, ${rounded(median(samples.map(({ rate }) => rate)))} calls/s`;
}

/**
 * @param {readonly Round[]} rounds
 * @param {Name} name
 */
function describeFootprint(rounds, name) {
  const middle = (/** @type {keyof Footprint} */ key) =>
    rounded(median(rounds.map(({ footprints }) => footprints[name]?.[key] ?? NaN)));
  return `${middle('startMs')} ms of processor time to start, ${middle('mebibytes')} MiB after its calls`;
}

/**
 * Compares by the median of the rounds, and each round by the median of its turns.
 *
 * @param {string} what
 * @param {readonly Round[]} rounds
 * @param {keyof typeof LEAST_SHARES} name
 * @param {Name} [echo] the bare one
 * @returns {import('../commands/test/figures.mjs').Figure}
 */
function compare(what, rounds, name, echo = 'bare') {
  const ratios = rounds.map((round) =>
    median(
      round[name].map(({ micros }, turn) => (round[echo][turn]?.micros['server'] ?? NaN) / (micros['server'] ?? NaN)),
    ),
  );
  const share = median(ratios);
  const least = LEAST_SHARES[name];
  return {
    what: `${what}, beside a bare grpc-js echo`,
    bar: `at least ${least} of its calls for the same processor time`,
    measured: `${share.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}): ${describe(rounds, name)}, the echo ${describe(rounds, echo)}`,
    met: share >= least,
  };
}

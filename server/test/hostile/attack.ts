import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import fc from 'fast-check';
import { type Caller, frame, grpcCaller, post, readResult, type Result } from '../callers.js';
import { type HostileCall, hostileCalls } from './messages.js';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endpoint } from 'endpoint.js';
import { NODE_FLAGS } from '../../../envoy/launcher/backend.mjs';
import { Request, Response } from '../../../proto/gen/node/api.js';

/** The effect of an attack on a server. */
export interface Outcome {
  /** How often each status was received. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Responses that a server must not give, the first ten. */
  readonly wrong: readonly string[];
  /** How the server ended; undefined while it runs. */
  readonly ended: string | undefined;
  readonly watch: Watch;
  readonly honest: Report;
  /** The server's metrics at the end, in Prometheus' text format; empty where it has ended. */
  readonly metrics: string;
}

/** The number of hostile callers. */
const callers = 8;
const maxMessageBytes = 4_194_304;

/**
 * Sends that many hostile messages to a server, beside honest callers.
 *
 * @param options `round` selects the messages: each round sends others; `more` sends other traffic after them
 */
export async function attack(
  count: number,
  { round = 0, more }: { round?: number; more?: (target: WatchedServer) => Promise<void> } = {},
): Promise<Outcome> {
  const target = await startServer();
  const endHonest = startHonestCallers(target.grpc);
  // Its start is not measured.
  await target.watch();
  const sent = await sendHostile(target, count, round);
  await more?.(target);
  const watch = target.ended === undefined ? await target.watch() : nothing;
  const metrics = await readMetrics(target);
  const outcome = { ...sent, ended: target.ended, watch, honest: await endHonest(), metrics };
  await target.close();
  return outcome;
}

const readMetrics = async ({ ended, metrics }: WatchedServer): Promise<string> =>
  ended === undefined ? (await fetch(metrics)).text() : '';

/** Sends the messages of a round by several callers, until all have a response or the server ends. */
async function sendHostile(
  target: WatchedServer,
  count: number,
  round: number,
): Promise<Pick<Outcome, 'statuses' | 'wrong'>> {
  const statuses: Record<string, number> = {};
  const wrong: string[] = [];
  const messages = fc.sample(hostileCalls(), { numRuns: count, seed: createSeed(round) }).values();
  const clients = Array.from({ length: callers }, () => grpcCaller(target.grpc));
  const attackers = clients.map(async (client: Caller) => {
    for (const call of messages) {
      if (target.ended !== undefined) return;
      const result = await Promise.race([send(call, client, target.gateway), noResponse()]);
      const name = status[result.code] ?? String(result.code);
      statuses[name] = (statuses[name] ?? 0) + 1;
      const problem = findProblem(call, result);
      if (problem !== undefined && wrong.length < 10) wrong.push(`${call.transport} ${call.name}: ${problem}`);
    }
  });
  await Promise.all(attackers);
  for (const client of clients) client.close();
  return { statuses, wrong };
}

const createSeed = (round: number): number => (fc.readConfigureGlobal().seed ?? 0) + round;

const nothing: Watch = { longestCpuMs: Infinity, heapMiB: NaN, rssMiB: NaN, peakRssMiB: NaN };

/** A worker is ended after 10 s; a machine with other work may take long to carry 4 MiB. */
const longestResponseMs = 300_000;

const noResponse = async (): Promise<Result> => {
  await delay(longestResponseMs, undefined, { ref: false });
  return { code: status.UNKNOWN, details: 'no response', response: undefined, headers: {}, trailers: {} };
};

async function send(
  { message, transport, compressed, timeoutMs, cancelMs }: HostileCall,
  client: Caller,
  gateway: string,
): Promise<Result> {
  const bytes = message();
  const metadata = timeoutMs === undefined ? {} : { 'grpc-timeout': `${timeoutMs}m` };
  const signal = cancelMs === undefined ? undefined : AbortSignal.timeout(cancelMs);
  if (transport === 'grpc') return client.call(bytes, { metadata, ...(signal && { signal }) });
  const headers = { ...metadata, ...(compressed && { 'grpc-encoding': 'gzip', 'grpc-accept-encoding': 'identity' }) };
  try {
    return await readResult(
      await post(gateway, frame(bytes, compressed ? 1 : 0), { headers, ...(signal && { signal }) }),
    );
  } catch (error) {
    const code = signal?.aborted ? status.CANCELLED : status.UNAVAILABLE;
    return { code, details: String(error), response: undefined, headers: {}, trailers: {} };
  }
}

/** Statuses that any call may end with. */
const allowed = new Set(['INVALID_ARGUMENT', 'RESOURCE_EXHAUSTED']);

/** Describes the fault of a response; undefined for a correct one. */
function findProblem(call: HostileCall, { code, details, response }: Result): string | undefined {
  const name = status[code] ?? String(code);
  if (response && Buffer.byteLength(response.message) > maxMessageBytes) return 'the result is above the limit';
  if (name === 'OK') return response ? undefined : 'there is no response';
  if (allowed.has(name)) return details === '' ? 'the status has no details' : undefined;
  if (name === 'DEADLINE_EXCEEDED' && call.timeoutMs !== undefined) return undefined;
  if (name === 'CANCELLED' && (call.cancelMs !== undefined || call.timeoutMs !== undefined)) return undefined;
  // The gateway cuts off callers who send for more than 30 s, as those do whom other work starves.
  if (details.startsWith('Error: HTTP 408')) return undefined;
  return `${name}: ${details}`;
}

export const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The measurements of the watchdog in a server, see watchdog.mjs. */
export interface Watch {
  readonly longestCpuMs: number | undefined;
  readonly heapMiB: number;
  readonly rssMiB: number;
  readonly peakRssMiB: number;
}

/** A server process under a heap limit, with a watchdog inside. */
export interface WatchedServer {
  readonly grpc: string;
  readonly gateway: string;
  readonly health: string;
  /** The URL of its metrics. */
  readonly metrics: string;
  /** How it ended; undefined while it runs. */
  readonly ended: string | undefined;
  /** Returns the measurements since the last call. */
  watch(): Promise<Watch>;
  close(): Promise<void>;
}

/** The heap of deploy/kubernetes/base/server.yaml. */
export const heapMiB = 384;

/** Starts the built server. */
export async function startServer(heap = heapMiB): Promise<WatchedServer> {
  const args = ['--port', '0', '--gateway-port', '0', '--metrics-port', '0', '--health-port', '0'];
  const child = fork(here('../../dist/main.js'), args, {
    execArgv: [...NODE_FLAGS, `--max-old-space-size=${heap}`, '--import', here('watchdog.mjs')],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let ended: string | undefined;
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-4000)));
  child.on('exit', (code, signal) => (ended = `code ${code}, signal ${signal}: ${errors}`));
  const { grpc, gateway, metrics, health } = await waitForAddresses(child, () => ended);
  return {
    grpc,
    gateway,
    metrics,
    health,
    get ended() {
      return ended;
    },
    async watch() {
      child.send('watch');
      const [measured] = (await once(child, 'message')) as [Watch];
      return measured;
    },
    close: () => kill(child),
  };
}

async function waitForAddresses(
  child: ChildProcess,
  ended: () => string | undefined,
): Promise<Pick<WatchedServer, 'grpc' | 'gateway' | 'metrics' | 'health'>> {
  if (!child.stdout) throw new Error('The server has no output.');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const event = JSON.parse(line) as Record<'event' | 'grpc' | 'gateway' | 'metrics' | 'health', string>;
    if (event.event !== 'listening') continue;
    // The log of the calls is not used here, but must be read.
    child.stdout.resume();
    return event;
  }
  throw new Error(`The server ended: ${ended()}`);
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** The report of honest callers, see honest-callers.mjs. */
export interface Report {
  readonly calls: number;
  readonly failures: readonly string[];
}

const honest: readonly [request: { code: string; str1: string; str2?: string; int_value?: number }, message: string][] = [
  [{ code: 'echo', str1: 'hello', int_value: 1 }, '{"code":"echo","str1":"hello","str2":"","int_value":1}'],
  [
    { code: 'build', str1: 'GET /repos/{owner}/{repo}', str2: '{"owner":"octocat","repo":"hello","page":2}' },
    JSON.stringify(endpoint('GET /repos/{owner}/{repo}', { owner: 'octocat', repo: 'hello', page: 2 })),
  ],
  [{ code: 'expand', str1: '/search{?q,lang}', str2: '{"q":"été","lang":"fr"}' }, '/search?q=%C3%A9t%C3%A9&lang=fr'],
]; // prettier-ignore

/** Starts four honest callers; the returned function ends them. */
export function startHonestCallers(address: string): () => Promise<Report> {
  const child = fork(here('honest-callers.mjs'), [address], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  child.send(
    honest.map(([request, message]) => ({
      request: base64(new Request(request).serialize()),
      response: base64(new Response({ success: true, message }).serialize()),
    })),
  );
  return async () => {
    const report = once(child, 'message') as Promise<[Report]>;
    child.send('end');
    const [result] = await report;
    await kill(child);
    return result;
  };
}

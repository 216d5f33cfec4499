import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import fc from 'fast-check';
import { type Caller, frame, grpcCaller, post, readResult, type Result } from '../callers.js';
import { type HostileCall, hostileCalls } from './messages.js';
import {
  type Report,
  startHonestCallers,
  startServer,
  startUpstream,
  type Watch,
  type WatchedServer,
} from './stage.js';

/** What an attack did to a server. */
export interface Outcome {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers that a server must not give, the first ten. */
  readonly wrong: readonly string[];
  /** How the server ended; undefined where it is still there. */
  readonly ended: string | undefined;
  readonly honest: Report;
  /** Of the same callers at another server, which nobody attacks, at the same time. */
  readonly control: Report;
  readonly watch: Watch;
  readonly controlWatch: Watch;
  /** The longest delay of that server's event loop before and after the attack: what else the machine does. */
  readonly restDelayMs: number;
}

/** Hostile callers at once. */
const callers = 8;
const maxMessageBytes = 4_194_304;

/**
 * Sends that many hostile messages to a server, beside honest callers.
 *
 * @param round each has messages of its own
 */
export async function attack(count: number, round = 0): Promise<Outcome> {
  const upstream = await startUpstream();
  const [target, quiet] = await Promise.all([startServer(upstream.origin), startServer(upstream.origin)]);
  const endHonest = startHonestCallers(target.grpc);
  const endControl = startHonestCallers(quiet.grpc);
  // What they do when they start is not measured.
  await Promise.all([target.watch(), quiet.watch()]);
  const before = await rest(quiet);
  await target.watch();
  const statuses: Record<string, number> = {};
  const wrong: string[] = [];
  const messages = fc.sample(hostileCalls(upstream.origin), { numRuns: count, seed: seedOf(round) }).values();
  const clients = Array.from({ length: callers }, () => grpcCaller(target.grpc));
  const attackers = clients.map(async (client: Caller) => {
    for (const call of messages) {
      if (target.ended !== undefined) return;
      const result = await Promise.race([answer(call, client, target.gateway), noAnswer()]);
      const name = status[result.code] ?? String(result.code);
      statuses[name] = (statuses[name] ?? 0) + 1;
      const problem = problemOf(call, result);
      if (problem !== undefined && wrong.length < 10) wrong.push(`${call.transport} ${call.name}: ${problem}`);
    }
  });
  await Promise.all(attackers);
  for (const client of clients) client.close();
  const watch = target.ended === undefined ? await target.watch() : nothing;
  const controlWatch = await quiet.watch();
  const restDelayMs = Math.max(before, await rest(quiet));
  const outcome = {
    restDelayMs,
    statuses, wrong, ended: target.ended, watch, controlWatch, honest: await endHonest(), control: await endControl(),
  }; // prettier-ignore
  await Promise.all([target.close(), quiet.close()]);
  upstream.close();
  return outcome;
}

const seedOf = (round: number): number => (fc.readConfigureGlobal().seed ?? 0) + round;

const restMs = 1000;

/** The longest delay while nobody attacks. */
async function rest(server: WatchedServer): Promise<number> {
  await delay(restMs);
  return (await server.watch()).longestDelayMs;
}

const nothing: Watch = { longestDelayMs: Infinity, longestCpuMs: Infinity, heapMiB: NaN, rssMiB: NaN };

/** A worker is ended after 10 s and `send` waits for 2 s; a machine with other work may take long to carry 4 MiB. */
const longestAnswerMs = 300_000;

const noAnswer = async (): Promise<Result> => {
  await delay(longestAnswerMs, undefined, { ref: false });
  return { code: status.UNKNOWN, details: 'no answer', response: undefined, headers: {}, trailers: {} };
};

async function answer(
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

/** What is wrong with an answer; undefined when nothing is. */
function problemOf(call: HostileCall, { code, details, response }: Result): string | undefined {
  const name = status[code] ?? String(code);
  if (response && Buffer.byteLength(response.message) > maxMessageBytes) return 'the result is above the limit';
  if (name === 'OK') return response ? undefined : 'there is no response';
  if (allowed.has(name)) return details === '' ? 'the status has no details' : undefined;
  if (name === 'DEADLINE_EXCEEDED' && call.timeoutMs !== undefined) return undefined;
  if (name === 'CANCELLED' && (call.cancelMs !== undefined || call.timeoutMs !== undefined)) return undefined;
  if (name === 'INTERNAL' && call.malformed) return undefined;
  // The gateway closes on who sends for more than 30 s, which a caller does whom other work starves.
  if (details.startsWith('Error: HTTP 408')) return undefined;
  return `${name}: ${details}`;
}

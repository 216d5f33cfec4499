import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { grpcCaller } from '../callers.js';
import { here, kill, quietMs, type Report, rest, startHonestCallers, startServer, type Watch } from './attack.js';

const connections = 500;
const streams = 100;
const attacks = 3;
const mostRssMiB = 200;
const mostDelayMs = 250;
/** How long the streams are held. */
const holdMs = 5000;

interface Outcome {
  readonly ended: string | undefined;
  readonly honest: Report;
  /** The same callers at a server that no one attacks, at the same time. */
  readonly control: Report;
  readonly watch: Watch;
  /** The longest delay of a server that no one attacks, before and after: the effect of other work on the machine. */
  readonly restDelayMs: number;
  /** What new connections, and probes, got instead of a response. */
  readonly refused: readonly string[];
}

/** Asks for health, and calls over a new connection, until the signal. */
async function probe({ grpc, health }: { grpc: string; health: string }, signal: AbortSignal): Promise<string[]> {
  const refused: string[] = [];
  while (!signal.aborted) {
    const { status } = await fetch(health);
    if (status !== 200) refused.push(`health: ${status}`);
    const caller = grpcCaller(grpc);
    const { response, details } = await caller.call({ code: 'expand', str1: '/a' });
    if (!response) refused.push(details);
    caller.close();
    await delay(50);
  }
  return refused;
}

async function flood(method: string): Promise<Outcome> {
  const [target, quiet] = await Promise.all([startServer(), startServer()]);
  const endHonest = startHonestCallers(target.grpc);
  const endControl = startHonestCallers(quiet.grpc);
  // Their start is not measured.
  await Promise.all([target.watch(), quiet.watch()]);
  const before = await rest(quiet);
  await target.watch();
  const probing = new AbortController();
  const probes = probe(target, probing.signal);
  const args = [target.grpc, String(connections), String(streams), method];
  const child = fork(here('flood.mjs'), args, { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
  await once(child, 'message');
  await delay(holdMs);
  probing.abort();
  const outcome = {
    ended: target.ended,
    honest: await endHonest(),
    control: await endControl(),
    watch: await target.watch(),
    refused: await probes,
    restDelayMs: Math.max(before, await rest(quiet)),
  };
  await Promise.all([kill(child), target.close(), quiet.close()]);
  return outcome;
}

describe.each(['/grpc.health.v1.Health/Watch', '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', '/a.B/C'])(
  `a server with ${connections * streams} open streams of %s over ${connections} connections`,
  (method) => {
    const outcomes: Outcome[] = [];
    beforeAll(async () => {
      // Other work of the machine may delay one of them.
      while (outcomes.length < attacks) outcomes.push(await flood(method));
      const figures = outcomes.map(({ honest, control, watch, refused, restDelayMs }) => ({
        calls: honest.calls, longestMs: [honest.longestMs, control.longestMs].map(Math.round), restDelayMs: Math.round(restDelayMs), cpuMs: watch.longestCpuMs, peakRssMiB: Math.round(watch.peakRssMiB), refused: refused.length,
      })); // prettier-ignore
      console.info(method, JSON.stringify(figures));
    }, 300_000);

    it('does not end, and serves probes, new connections and honest callers', () => {
      expect(outcomes.flatMap(({ ended, refused, honest }) => [ended, ...refused, ...honest.failures])).toEqual(
        Array.from({ length: attacks }, () => undefined),
      );
    });

    it(`holds at most ${mostRssMiB} MiB`, () => {
      expect(Math.max(...outcomes.map(({ watch }) => watch.peakRssMiB))).toBeLessThanOrEqual(mostRssMiB);
    });

    it(`holds the serving thread for ${mostDelayMs} ms of processor time at most`, () => {
      expect(Math.min(...outcomes.map(({ watch }) => watch.longestCpuMs ?? 0))).toBeLessThanOrEqual(mostDelayMs);
    });

    it(`delays no honest call by more than ${mostDelayMs} ms, on a quiet machine`, (context) => {
      const measured = outcomes.filter(({ restDelayMs }) => restDelayMs <= quietMs);
      if (measured.length === 0) context.skip('Other work delayed even a server at rest.');
      const delays = measured.map(({ honest, control }) => honest.longestMs - control.longestMs);
      expect(Math.min(...delays)).toBeLessThanOrEqual(mostDelayMs);
    });
  },
);

import { beforeAll, describe, expect, it } from 'vitest';
import { attack, type Outcome } from './attack.js';

const attacks = 4;
const messages = 5000;

describe(`servers with the heap of the Kubernetes file under ${attacks} × ${messages} hostile messages`, () => {
  const outcomes: Outcome[] = [];
  beforeAll(async () => {
    while (outcomes.length < attacks) outcomes.push(await attack(messages));
    const figures = outcomes.map(({ watch, controlWatch, honest, control, statuses }) => ({
      statuses,
      delayMs: [watch.longestDelayMs, controlWatch.longestDelayMs].map(Math.round),
      cpuMs: watch.longestCpuMs,
      p99Ms: [honest.p99Ms, control.p99Ms].map(Math.round),
      heapMiB: Math.round(watch.heapMiB),
      rssMiB: Math.round(watch.rssMiB),
    }));
    console.info(JSON.stringify(figures, undefined, 1));
  }, 3_600_000);

  it('do not end', () => {
    expect(outcomes.map(({ ended }) => ended)).toEqual(Array.from({ length: attacks }, () => undefined));
  });

  it('answer each as they should', () => {
    expect(outcomes.flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  it('answer every honest caller', () => {
    expect(outcomes.flatMap(({ honest }) => honest.failures)).toEqual([]);
  });

  // Each figure beside that of a server which nobody attacks, at the same time: what else the machine does delays both. The best
  // of several attacks, for what hits only one of the two.
  it.each<[what: string, mostMs: number, figure: (outcome: Outcome) => number]>([
    ['the longest delay of the event loop', 100, ({ watch, controlWatch }) => watch.longestDelayMs - controlWatch.longestDelayMs],
    ['the processor time between two turns of the event loop', 100, ({ watch }) => watch.longestCpuMs ?? 0],
    ["the 99th percentile of honest callers' latency", 250, ({ honest, control }) => honest.p99Ms - control.p99Ms],
  ])('%s is at most %d ms', (_, mostMs, figure) => {
    expect(Math.min(...outcomes.map(figure))).toBeLessThanOrEqual(mostMs);
  });
}); // prettier-ignore

import { beforeAll, describe, expect, it } from 'vitest';
import { attack, type Outcome } from './attack.js';

const attacks = 4;
const messages = 5000;

describe(`servers with the heap of the Kubernetes file under ${attacks} × ${messages} hostile messages`, () => {
  const outcomes: Outcome[] = [];
  beforeAll(async () => {
    while (outcomes.length < attacks) outcomes.push(await attack(messages, { round: outcomes.length }));
    console.info(
      JSON.stringify(
        outcomes.map(({ watch, statuses }) => ({ statuses, ...watch })),
        undefined,
        1,
      ),
    );
  }, 1_200_000);

  it('do not end, respond to each correctly, and serve every honest caller', () => {
    const faults = outcomes.map(({ ended, wrong, honest }) => [ended, ...wrong, ...honest.failures]);
    expect(faults).toEqual(Array.from({ length: attacks }, () => [undefined]));
  });

  it('hold the serving thread for 100 ms of processor time at most', () => {
    expect(Math.max(...outcomes.map(({ watch }) => watch.longestCpuMs ?? 0))).toBeLessThanOrEqual(100);
  });
});

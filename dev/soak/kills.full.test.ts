/** Calls while servers are killed, behind envoy.production.yaml. The built packages run as they would for their users. */
import { expect, test } from 'vitest';
import { noEnvoy } from '../../envoy/test/envoy.js';
import { build } from '../commands/build.mjs';
import { killUnderLoad, planKills } from './kills.mjs';

const CALLS = 3000;
const KILLS = 6;

test.skipIf(noEnvoy || process.platform === 'win32')(
  'kill -9 of a server loses no call that is safe to run twice, and repeats no other',
  async () => {
    await build(['lib', 'client', 'server'], console.error);
    const { web, plain, ...counts } = await killUnderLoad({
      seed: 1,
      calls: CALLS,
      kills: KILLS,
      concurrency: 16,
    });
    const none = { wrong: 0, failed: 0, lost: 0, errors: {} };
    expect(web).toMatchObject({ answered: CALLS, ...none });
    // The kills met calls in progress: otherwise this would prove nothing.
    expect(counts).toMatchObject({ killed: KILLS, ranTwice: 0 });
    expect(counts.interrupted).toBeGreaterThan(0);
    expect(counts.repeatedByEnvoy).toBeGreaterThan(0);
    // Without the mark a call whose work may be done fails, with an error that says so.
    expect(plain.answered).toBeGreaterThan(0);
    expect(counts.ran).toBeGreaterThanOrEqual(plain.answered);
    expect(plain.failed).toBeGreaterThan(0);
  },
);

test('the kills of a seed are at the same moments', () => {
  const options = { seed: 1, calls: 1000, kills: 5 };
  expect(planKills(options)).toEqual(planKills(options));
  expect(planKills({ ...options, seed: 2 })).not.toEqual(planKills(options));
  const moments = planKills(options).map(({ after }) => after);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  expect(Math.min(...moments)).toBeGreaterThan(0);
  expect(Math.max(...moments)).toBeLessThan(1000);
});

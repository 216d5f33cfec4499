/** Calls while servers are killed, behind envoy.production.yaml. The built packages run as they would for their users. */
import { expect, test } from 'vitest';
import { noEnvoy } from '../../envoy/test/envoy.js';
import { build } from '../commands/build.mjs';
import { killUnderLoad } from './kills.mjs';

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

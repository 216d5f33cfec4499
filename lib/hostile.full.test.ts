import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileCase } from './test/hostile/generator.cases.js';
import { assertNone, judge, judgeExplanation } from './test/hostile/invariants.cases.js';

const RUNS = 1_800_000;

/** For a slow or busy machine. */
const timeout = 3_600_000;

test('1,000,000 urls of random hostile requests keep every invariant', { timeout }, () => {
  let built = 0;
  fc.assert(
    fc.property(hostileCase, (request) => {
      const { request: options, violations } = judge(request);
      if (options) built++;
      assertNone(violations);
    }),
    { numRuns: RUNS },
  );
  console.log(`${built} urls were built of ${RUNS} requests`);
  expect(built).toBeGreaterThanOrEqual(1_000_000);
});

test('100,000 explanations of random hostile requests keep every invariant', { timeout }, () => {
  fc.assert(
    fc.property(hostileCase, (request) => {
      assertNone(judgeExplanation(request));
    }),
    { numRuns: 100_000 },
  );
});

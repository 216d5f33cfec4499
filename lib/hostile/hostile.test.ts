import { createExplain } from 'endpoint.js/explain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileCase } from './generator.cases.js';
import { assertNone, judge, judgeExplanation, PROMISE } from './invariants.cases.js';

/** A machine may be slow, or busy with other things. */
const timeout = 600_000;

test('50,000 urls of random hostile requests', { timeout }, () => {
  let built = 0;
  fc.assert(
    fc.property(hostileCase, (request) => {
      const { request: options, violations } = judge(request);
      if (options) built++;
      assertNone(violations);
    }),
    { numRuns: 90_000 },
  );
  expect(built).toBeGreaterThanOrEqual(50_000);
});

test('2,500 random hostile requests, explained', { timeout }, () => {
  expect(createExplain()('https://h/x').url[0]?.sentence).toMatch(PROMISE);
  fc.assert(
    fc.property(hostileCase, (request) => {
      assertNone(judgeExplanation(request));
    }),
    { numRuns: 2500 },
  );
});

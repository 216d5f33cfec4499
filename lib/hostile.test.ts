import { createExplain } from 'endpoint.js/explain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileCase } from './generator.cases.js';
import { assertNone, judge, judgeExplanation, PROMISE } from './invariants.cases.js';

// A third of the requests are refused, and no one reads where.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test('50,000 urls of random hostile requests', () => {
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

test('2,500 random hostile requests, explained', () => {
  expect(createExplain()('https://h/x').url[0]?.sentence).toMatch(PROMISE);
  fc.assert(
    fc.property(hostileCase, (request) => {
      assertNone(judgeExplanation(request));
    }),
    { numRuns: 2500 },
  );
});

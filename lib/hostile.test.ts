import { createExplain } from 'endpoint.js/explain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileCase } from './test/hostile/generator.cases.js';
import { assertNone, judge, judgeExplanation, PROMISE } from './test/hostile/invariants.cases.js';

// A third of the requests are rejected, and nothing reads their stack traces.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test('50,000 urls of random hostile requests keep every invariant', () => {
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

test('2,500 explanations of random hostile requests keep every invariant', () => {
  expect(createExplain()('https://h/x').url[0]?.sentence).toMatch(PROMISE);
  fc.assert(
    fc.property(hostileCase, (request) => {
      assertNone(judgeExplanation(request));
    }),
    { numRuns: 2500 },
  );
});

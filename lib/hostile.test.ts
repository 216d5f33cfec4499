import { createExplain } from 'endpoint.js/explain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { full } from '../dev/testing/full.js';
import { hostileCase } from './test/hostile/generator.cases.js';
import { assertNone, judge, judgeExplanation, PROMISE } from './test/hostile/invariants.cases.js';
import { judgeKeys, judgeOrigin, strangerCase } from './test/hostile/strangers.cases.js';

/** The least of urls built of the requests, about half of which can be built. */
const URLS = full ? 1_000_000 : 5000;
const REQUESTS = 2 * URLS;
const EXPLANATIONS = full ? 100_000 : 500;
const STRANGERS = full ? 500_000 : 4000;
/** For a slow or busy machine. */
const timeout = 3_600_000;

// A third of the requests are rejected, and nothing reads their stack traces.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test(`${URLS} urls of random hostile requests keep every invariant`, { timeout }, () => {
  let built = 0;
  fc.assert(
    fc.property(hostileCase, (request) => {
      const { request: options, violations } = judge(request);
      if (options) built++;
      assertNone(violations);
    }),
    { numRuns: REQUESTS },
  );
  if (full) console.log(`${built} urls were built of ${REQUESTS} requests`);
  expect(built).toBeGreaterThanOrEqual(URLS);
});

test(`${EXPLANATIONS} explanations of random hostile requests keep every invariant`, { timeout }, () => {
  expect(createExplain()('https://h/x').url[0]?.sentence).toMatch(PROMISE);
  fc.assert(
    fc.property(hostileCase, (request) => {
      assertNone(judgeExplanation(request));
    }),
    { numRuns: EXPLANATIONS },
  );
});

test.each([
  [`the keys of ${STRANGERS} objects of strangers lead nowhere else with \`origins\``, judgeOrigin],
  [`the keys of ${STRANGERS} objects of strangers are no options in \`endpoint.in\``, judgeKeys],
])('%s', { timeout }, (_, judgeStranger) => {
  let built = 0;
  fc.assert(
    fc.property(strangerCase, (one) => {
      const verdict = judgeStranger(one);
      if (verdict.built) built++;
      assertNone(verdict.violations);
    }),
    { numRuns: STRANGERS },
  );
  expect(built).toBeGreaterThan(STRANGERS / 5);
});

test('the same objects lead elsewhere without `origins`', () => {
  const open = fc.sample(strangerCase, 500).flatMap(({ settings, ...one }) => {
    const { violations } = judgeOrigin({ settings: { ...settings, origins: undefined }, ...one });
    return violations;
  });
  expect(open.length).toBeGreaterThan(10);
});

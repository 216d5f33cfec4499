import { createExplain } from 'endpoint.js/explain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { full } from '../dev/testing/full.js';
import { withoutStackTraces } from './test/attempt.js';
import { hostileCase } from './test/hostile/generator.cases.js';
import { assertNone, judge, judgeExplanation, PROMISE } from './test/hostile/invariants.cases.js';

/** The least of urls built of the requests, about half of which can be built. */
const URLS = full ? 200_000 : 2000;
const REQUESTS = 2 * URLS;
const EXPLANATIONS = full ? 20_000 : 250;

withoutStackTraces();

test(`${URLS} urls of random hostile requests keep every invariant`, () => {
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

test(`${EXPLANATIONS} explanations of random hostile requests keep every invariant`, () => {
  expect(createExplain()('https://h/x').url[0]?.sentence).toMatch(PROMISE);
  fc.assert(
    fc.property(hostileCase, (request) => {
      assertNone(judgeExplanation(request));
    }),
    { numRuns: EXPLANATIONS },
  );
});

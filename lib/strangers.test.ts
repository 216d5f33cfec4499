import fc from 'fast-check';
import { expect, test } from 'vitest';
import { full } from '../dev/testing/full.js';
import { withoutStackTraces } from './test/attempt.js';
import { assertNone } from './test/hostile/invariants.cases.js';
import { judgeKeys, judgeOrigin, strangerCase } from './test/hostile/strangers.cases.js';

const STRANGERS = full ? 100_000 : 1500;

withoutStackTraces();

test.each([
  [`the keys of ${STRANGERS} objects of strangers lead nowhere else with \`origins\``, judgeOrigin],
  [`the keys of ${STRANGERS} objects of strangers are no options in \`endpoint.in\``, judgeKeys],
])('%s', (_, judgeStranger) => {
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

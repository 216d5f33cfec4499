/**
 * The time of the inputs of linear-time.test.ts: the engine's own work, in regular expressions, `join` and the like, is linear too.
 * Measured in CPU time, which other processes hardly change, as the least of several runs.
 */
import { EndpointError } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { GROUPS } from './test/linear-time/readers.cases.js';
import type { Prepare } from './test/linear-time/builder.cases.js';

/** Of 16 times the input, linear work takes 16 times as long, quadratic work 256 times. */
const FACTOR = 16;
const LIMIT = 64;
const LEAST = 256;
const MOST = 2 ** 18;
/** Below this the clock matters more than the work. */
const MEASURABLE_MS = 1;
const ROUNDS = 5;

function cpuTime(run: () => unknown): number {
  const { user, system } = process.cpuUsage();
  try {
    run();
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
  }
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

let inputs = 0;
/** The least time of some runs, each with an input that is in no cache. */
function measureLeast(prepare: Prepare, n: number): number {
  return Math.min(...Array.from({ length: 3 }, () => cpuTime(prepare(n, `s${inputs++}`))));
}

/** The growth of the time for a larger input, measured again if other work may have distorted it. */
function measureGrowth(prepare: Prepare): number {
  let n = LEAST;
  while (FACTOR * n < MOST && measureLeast(prepare, n) < MEASURABLE_MS) n *= 2;
  let [small, large] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    small = Math.min(small, measureLeast(prepare, n));
    large = Math.min(large, measureLeast(prepare, FACTOR * n));
    if (large / Math.max(small, MEASURABLE_MS) < LIMIT / 2) break;
  }
  return large / Math.max(small, MEASURABLE_MS);
}

describe.each(GROUPS)('time is linear in %s', (_, cases) => {
  test.each(cases)('%s', (_title, prepare) => {
    expect(measureGrowth(prepare)).toBeLessThan(LIMIT);
  });
});

test('detects quadratic time', () => {
  // The search restarts at each character.
  const quadratic: Prepare = (n) => {
    const text = 'a'.repeat(n);
    return () => /a*b/.test(text);
  };
  expect(measureGrowth(quadratic)).toBeGreaterThan(LIMIT);
});

/**
 * The inputs of linear-time.test.ts, measured: also what the engine does by itself, in regular expressions, `join` and the like, is
 * linear. By the time that the processor works, which other processes hardly change, and the least of several runs.
 */
import { EndpointError } from 'endpoint.js';
import { describe, expect, test } from 'vitest';
import { EXPLANATIONS } from './explain.cases.js';
import { HEADERS, TEMPLATES, VALUES, type Case, type Prepare } from './cases.js';
import { URLS } from './match.cases.js';

/** Of 16 times the input, linear work takes 16 times as long, quadratic work 256 times. */
const FACTOR = 16;
const LIMIT = 64;
const LEAST = 256;
const MOST = 2 ** 18;
/** Below this the clock says more than the work. */
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
/** The least of some runs, each with an input that no cache has seen. */
function leastTime(prepare: Prepare, n: number): number {
  return Math.min(...Array.from({ length: 3 }, () => cpuTime(prepare(n, `s${inputs++}`))));
}

/** How many times longer a larger input takes; where other work may have falsified it, it is measured again. */
function growth(prepare: Prepare): number {
  let n = LEAST;
  while (FACTOR * n < MOST && leastTime(prepare, n) < MEASURABLE_MS) n *= 2;
  let [small, large] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    small = Math.min(small, leastTime(prepare, n));
    large = Math.min(large, leastTime(prepare, FACTOR * n));
    if (large / Math.max(small, MEASURABLE_MS) < LIMIT / 2) break;
  }
  return large / Math.max(small, MEASURABLE_MS);
}

describe.each<[string, Case[]]>([
  ['templates and routes', TEMPLATES],
  ['values', VALUES],
  ['headers', HEADERS],
  ['explanations', EXPLANATIONS],
  ['urls that are matched', URLS],
])('time is linear in %s', (_, cases) => {
  test.each(cases)('%s', (_title, prepare) => {
    expect(growth(prepare)).toBeLessThan(LIMIT);
  });
});

test('quadratic time would be found', () => {
  // The search for the end begins anew at each place.
  const quadratic: Prepare = (n) => {
    const text = 'a'.repeat(n);
    return () => /a*b/.test(text);
  };
  expect(growth(quadratic)).toBeGreaterThan(LIMIT);
});

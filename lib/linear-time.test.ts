/**
 * No input, however hostile, makes the library slow: four times the input takes about four times the work, at each stage. The work is
 * counted, so that every machine has the same result; linear-time.full.test.ts measures the time of the same inputs.
 */
import { countSteps } from '../dev/testing/count-steps.js';
import type { EndpointError } from 'endpoint.js';
import { match } from 'endpoint.js/uri-template';
import { describe, expect, test } from 'vitest';
import { GROUPS, LARGE } from './test/linear-time/readers.cases.js';
import type { Prepare } from './test/linear-time/builder.cases.js';
import { catchError } from './test/attempt.js';

const LIBRARY = new URL('./', import.meta.url);
const SMALL = 250;
/** Of four times the input, quadratic work is 16 times as much, n · log n about 5 times. */
const LIMIT = 6;
/** The least count of a short text, whose work the engine may do alone. */
const STEPS_A_UNIT = 10;

/** The growth of the work when the input grows fourfold. */
async function measureGrowth(prepare: Prepare): Promise<number> {
  const [small, large] = [prepare(SMALL, 'small'), prepare(4 * SMALL, 'large')];
  const [most, least] = [
    await countSteps(LIBRARY, () => catchError(large)),
    await countSteps(LIBRARY, () => catchError(small)),
  ];
  return most / Math.max(least, STEPS_A_UNIT * SMALL);
}

describe.each(GROUPS)('work is linear in %s', (_, cases) => {
  test.each(cases)('%s', async (_title, prepare) => {
    expect(await measureGrowth(prepare)).toBeLessThan(LIMIT);
  });
});

test('detects quadratic work', async () => {
  const quadratic: Prepare = (n) => () => {
    let sum = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += j;
    return sum;
  };
  expect(await measureGrowth(quadratic)).toBeGreaterThan(15);
});

describe('bounds the work on a matched template', () => {
  test.each(LARGE)('%s', async (_, template) => {
    for (const n of [50, 20_000]) {
      let error: EndpointError | undefined;
      const steps = await countSteps(LIBRARY, () => {
        error = catchError(() => match(template(n), ''));
      });
      expect(steps).toBeLessThan(10_000_000);
      if (error) expect(error.message).toMatch(n === 50 ? /two ways/ : /too large|two ways/);
    }
  });
});

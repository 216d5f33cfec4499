import { expect, it } from 'vitest';
import { readTimeout } from './timeouts.js';

const unitsInMs = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 };
/** The last that fits a timer, and the first that doesn't. */
const edges = { H: [596, 597], M: [35_791, 35_792], S: [2_147_483, 2_147_484], m: [], u: [], n: [] };

it.each([
  ...Object.entries(unitsInMs).flatMap(([unit, unitMs]) =>
    [0, 1, 7, ...edges[unit as keyof typeof edges], 99_999_999].map((count): [string, number] => [
      `${count}${unit}`,
      count * unitMs,
    ]),
  ),
  // Zeros count as digits.
  ['00000031S', 31_000] as const,
])('the timeout %s is %d ms, or none beyond a timer', (timeout, ms) => {
  expect(readTimeout(timeout)).toBe(ms < 2 ** 31 ? ms : Infinity);
});

it.each(['-1S', '+1S', '999999999n', '000000031S', '1.5S', '1,5S', '1e3m', 'S', '', '31', '31s', '31h', '31 S', '31SS', '31S31S', '31S, 32S', 'x31S', '31ms', '0x1S', 'Infinity', 'x'.repeat(100), '"31S"'])(
  'the timeout %j is malformed',
  (timeout) => {
    const message = `grpc-timeout: ${JSON.stringify(timeout.slice(0, 20))} isn't a timeout; send at most eight digits and a unit (H, M, S, m, u or n), such as 30S.`;
    expect(readTimeout(timeout)).toMatchObject({ name: 'CallError', code: 3, message });
  },
); // prettier-ignore

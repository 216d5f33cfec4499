import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { splitTiming } from './timing.js';
import { formatMilliseconds } from '../../../ui/text.js';
import type { Timing } from '../call.js';

const timing = (total: number, upstream?: number, server?: number): Timing => ({
  total,
  headers: undefined,
  upstream,
  server,
});

test.each<[name: string, timing: Timing, parts: string[]]>([
  ['all parts', timing(10, 4, 1.5), ['Browser and network 6, whole', 'Envoy 2.5, whole', 'Server 1.5']],
  [
    'whole milliseconds of Envoy, fewer than the server’s',
    timing(10, 0, 0.5),
    ['Browser and network 9.5, whole', 'Envoy 0, whole', 'Server 0.5'],
  ],
  [
    'no server-timing',
    timing(10, 4),
    ['Browser and network 6, whole', 'Envoy and server 4, whole', 'Server not known'],
  ],
  ['no Envoy', timing(10, undefined, 2), ['Browser and network 8', 'Envoy not known', 'Server 2']],
  ['neither of them', timing(10), ['Browser and network 10', 'Envoy not known', 'Server not known']],
])('splits %s', (_, received, parts) => {
  const shown = splitTiming(received).map(
    ({ name, ms, isWhole, note }) => `${name} ${ms ?? /^not known/.exec(note)?.[0]}${isWhole ? ', whole' : ''}`,
  );
  expect(shown).toEqual(parts);
});

test('splits a time into parts that add up to it, and are never negative', () => {
  const ms = fc.double({ min: 0, max: 1e5, noNaN: true });
  fc.assert(
    fc.property(
      ms,
      fc.option(fc.nat(1000), { nil: undefined }),
      fc.option(ms, { nil: undefined }),
      (total, upstream, server) => {
        const known = splitTiming(timing(total, upstream, server)).flatMap((part) => part.ms ?? []);
        expect(known.every((part) => part >= 0)).toBe(true);
        // Another clock may have run longer than the call took here.
        expect(known.reduce((sum, part) => sum + part, 0)).toBeCloseTo(Math.max(total, server ?? 0), 6);
      },
    ),
    { numRuns: runs(100) },
  );
});

test.each([
  [0, '0.00 ms', '< 1 ms'],
  [0.99, '0.99 ms', '< 1 ms'],
  [8.06, '8.1 ms', '8 ms'],
  [350.4, '350 ms', '350 ms'],
  [2503, '2.50 s', '2.50 s'],
])('formats %d ms as %s, and as %s if it is known to a millisecond', (ms, exact, whole) => {
  expect([formatMilliseconds(ms), formatMilliseconds(ms, true)]).toEqual([exact, whole]);
});

import { describe, expect, test } from 'vitest';
import { compareRounds, compareTurns, ratioFigures } from './ratios.mjs';

/** Turns in which the peer takes four times as long, and one in which another process slowed it. */
const TURNS = [
  [100, 400],
  [200, 800],
  [100, 9000],
];

describe('compareTurns', () => {
  test('divides samples of the same turn', () => {
    expect(compareTurns(['ours', 'peer'], TURNS)).toEqual([
      { contender: 'ours', nanoseconds: { median: 100, low: 100, high: 200 }, ratio: { median: 1, low: 1, high: 1 } },
      { contender: 'peer', nanoseconds: { median: 800, low: 800, high: 9000 }, ratio: { median: 4, low: 4, high: 90 } },
    ]);
  });
});

describe('compareRounds', () => {
  test('counts each round once', () => {
    const fast = [[100, 300]];
    const slow = [[100, 500]];
    const [, peer] = compareRounds(['ours', 'peer'], [[...fast, ...fast, ...fast, ...fast], slow, slow]);
    expect(peer?.ratio).toEqual({ median: 5, low: 5, high: 5 });
  });
});

describe('ratioFigures', () => {
  const compared = compareTurns(['ours', 'peer'], TURNS);

  test.each([
    [{ atLeast: 4 }, { what: 'q: peer / ours', measured: '4.00 (4.00 – 90.00), 100 ns', bar: '≥ 4.00', met: true }],
    [{ atLeast: 4.1 }, { what: 'q: peer / ours', measured: '4.00 (4.00 – 90.00), 100 ns', bar: '≥ 4.10', met: false }],
    [{ atMost: 0.25 }, { what: 'q: ours / peer', measured: '0.25 (0.01 – 0.25), 100 ns', bar: '≤ 0.25', met: true }],
    [{ atMost: 0.24 }, { what: 'q: ours / peer', measured: '0.25 (0.01 – 0.25), 100 ns', bar: '≤ 0.24', met: false }],
  ])('compares the ratio with the bar %j', (bar, figure) => {
    expect(ratioFigures('q', compared, { peer: bar })).toEqual([figure]);
  });

  test('rejects a bar for a peer that is not compared', () => {
    expect(() => ratioFigures('q', compared, { other: { atLeast: 1 } })).toThrow(
      "q: there is a bar for other, which isn't a contender.",
    );
  });
});

import { describe, expect, test } from 'vitest';
import { comparable, timer, warmUp } from './calls.mjs';
import { OTHER_NODES_BARS, QUESTIONS } from './questions.mjs';

describe.each(QUESTIONS)('$name', ({ inputs = 1, contenders, bars }) => {
  const [ours, ...peers] = Object.entries(contenders).map(([name, call]) => ({
    name,
    results: Array.from({ length: inputs }, (_, input) => comparable(call(input))),
  }));

  test.each(peers)('$name has the same results', ({ results }) => {
    expect(results).toEqual(ours?.results);
  });

  test('has a bar', () => {
    expect(peers.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(bars)));
    expect(Object.keys(bars)).not.toEqual([]);
  });
});

test.each(Object.values(OTHER_NODES_BARS).flatMap(Object.entries))(
  '%s is a question for other versions of Node too',
  (name, bars) => {
    const { contenders = {} } = QUESTIONS.find((question) => question.name === name) ?? {};
    expect(Object.keys(contenders)).toEqual(expect.arrayContaining(Object.keys(bars)));
  },
);

/** A clock that runs by 2 ms for each call, and the calls so far. */
function countCalls() {
  /** @type {number[]} */
  const calls = [];
  const time = timer(
    (input) => {
      calls.push(input);
      return 'url';
    },
    3,
    () => calls.length * 2,
  );
  return { calls, time };
}

test('a pass calls with each input', () => {
  const { calls, time } = countCalls();
  expect(time(2)).toBe(12);
  expect(calls).toEqual([0, 1, 2, 0, 1, 2]);
});

test.each([
  [0, 60, 10],
  [500, 60, 10],
  [0, 1, 1],
])('warms up for %d ms, then finds the passes of %d ms', (warmUpMs, sampleMs, passes) => {
  const { calls, time } = countCalls();
  expect(warmUp(time, warmUpMs, sampleMs)).toBe(passes);
  expect(calls.length * 2).toBeGreaterThanOrEqual(warmUpMs);
});

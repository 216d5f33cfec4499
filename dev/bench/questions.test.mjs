import { describe, expect, test } from 'vitest';
import { comparable } from './calls.mjs';
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

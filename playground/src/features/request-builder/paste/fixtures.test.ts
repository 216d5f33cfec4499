import { describe, expect, test } from 'vitest';
import { isPasteable } from './detect.js';
import { describeReading, listFormats, readExamples } from './test/fixtures.js';

/** Examples of each format; more are welcome. */
const MINIMUM = 20;

describe.each(listFormats())('%s', (format) => {
  const examples = readExamples(format);

  test(`has ${MINIMUM} examples with their sources`, () => {
    expect(examples.length).toBeGreaterThanOrEqual(MINIMUM);
    expect(examples.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
  });

  test.each(examples)('$name', async ({ text, expected }) => {
    expect(isPasteable(text)).toBe(true);
    expect(await describeReading(text)).toBe(expected);
  });
});

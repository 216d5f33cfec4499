import { expect, it } from 'vitest';
import { computeRestartDelay } from './workers.js';

it.each([
  [0, 100],
  [1, 200],
  [6, 6400],
  [7, 10_000],
  [5000, 10_000],
])('replaces a worker after %d failures in a row in %d ms', (failures, ms) => {
  expect(computeRestartDelay(failures)).toBe(ms);
});

import { expect, it } from 'vitest';
import { restartDelay } from './workers.js';

it.each([
  [0, 100],
  [1, 200],
  [6, 6400],
  [7, 10_000],
  [5000, 10_000],
])('after %d failures in a row a worker is replaced in %d ms', (failures, ms) => {
  expect(restartDelay(failures)).toBe(ms);
});

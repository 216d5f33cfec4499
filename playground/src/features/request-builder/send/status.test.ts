import { expect, test } from 'vitest';
import { writeStatus } from './status.js';

test.each([
  [200, '200 OK'],
  [404, '404 Not Found'],
  [413, '413 Content Too Large'],
  [299, '299'],
  [999, '999'],
])('the status %i is %s', (status, text) => {
  expect(writeStatus(status)).toBe(text);
});

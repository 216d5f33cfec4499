import { expect, test } from 'vitest';
import { CHECKS } from './index.js';

test('the walk has 38 checks', () => {
  expect(Object.keys(CHECKS)).toHaveLength(38);
});

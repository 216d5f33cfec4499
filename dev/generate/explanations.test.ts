import { expect, test } from 'vitest';
import { checkExplanations } from './explanations.mjs';

test('the public type lists every warning, the guide every fix; else run `npm run generate`', async () => {
  expect(await checkExplanations()).toStrictEqual([]);
});

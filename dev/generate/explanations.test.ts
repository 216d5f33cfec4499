import { expect, test } from 'vitest';
import { checkExplanations } from './explanations.mjs';

test('the guide and the public type list every warning and fix; else run `npm run generate`', async () => {
  expect(await checkExplanations()).toStrictEqual([]);
});

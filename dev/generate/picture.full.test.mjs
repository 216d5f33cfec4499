/** The picture of the playground shows the page as it is. */
import { expect, test } from 'vitest';
import { checkPicture } from './picture.mjs';

test('the page has the texts of the picture; else run `npm run generate -- picture`', async () => {
  expect(await checkPicture()).toStrictEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describePicture, PICTURE, readRecord } from './picture.mjs';

test('the picture is the one that `npm run generate -- picture` took', () => {
  const { texts, ...description } = readRecord();
  expect(describePicture(readFileSync(PICTURE))).toStrictEqual(description);
  expect(texts).toContain('Build a request');
});

test('another file is no picture', () => {
  expect(() => describePicture(Buffer.from('<svg width="1280" height="800"></svg>'))).toThrow("isn't a PNG");
});

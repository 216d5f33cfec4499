import { expect, test } from 'vitest';
import { hasSecrets, mask, withMasks } from './masking.js';

test.each([
  ['', ''],
  ['abc', '***'],
  ['Bearer abc', 'Bearer ***'],
  ['token  abc', 'token  ***'],
  ['Basic', '***'],
])('masks %j', (value, shown) => {
  expect(mask(value)).toBe(shown);
});

test.each<[unknown, unknown]>([
  [undefined, undefined],
  [1, 1],
  [{ a: 'b' }, { a: 'b' }],
  [{ headers: { authorization: 'Bearer x', accept: 'y' } }, { headers: { authorization: 'Bearer ***', accept: 'y' } }],
  [[{ layer: 'a', options: { access_token: 't' } }], [{ layer: 'a', options: { access_token: '***' } }]],
])('masks the secrets in %j', (value, shown) => {
  expect(withMasks(value)).toEqual(shown);
  expect(hasSecrets(value)).toBe(JSON.stringify(value) !== JSON.stringify(shown));
});

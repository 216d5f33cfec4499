import { expect, test } from 'vitest';
import { EMPTY_FORM } from '../model/form.js';
import { NO_SURROUNDINGS, type Auth } from '../model/surroundings.js';
import { enterForm } from './credentials.js';

const ORIGIN = 'https://api.github.com';
const NONE: Auth = { kind: 'none' };

test.each<
  [name: string, value: string, auth: Auth, origin: string | undefined, headers: number, token: string | undefined]
>([
  ['a bearer token that is still to be entered', 'Bearer {{TOKEN}}', NONE, undefined, 0, '{{TOKEN}}'],
  ['a token', 'Bearer abc', NONE, undefined, 1, undefined],
  ['another scheme', 'token {{TOKEN}}', NONE, undefined, 1, undefined],
  ['a token with a variable in it', 'Bearer x{{TOKEN}}', NONE, undefined, 1, undefined],
  ['credentials for the origin', 'Bearer {{TOKEN}}', { kind: 'bearer', token: 'abc' }, ORIGIN, 0, undefined],
  ['credentials for another origin', 'Bearer {{TOKEN}}', { kind: 'bearer', token: 'abc' }, 'https://h', 0, '{{TOKEN}}'],
])('enters %s', (_, value, auth, authOrigin, headers, token) => {
  const form = { ...EMPTY_FORM, route: 'GET /user', headers: [{ id: 1, name: 'Authorization', value }] };
  const entered = enterForm(form, { ...NO_SURROUNDINGS, auth, authOrigin });
  expect(entered.form.headers).toHaveLength(headers);
  expect(entered.change.auth).toEqual(token === undefined ? undefined : { kind: 'bearer', token });
  expect(entered.change.authOrigin).toBe(token === undefined ? undefined : ORIGIN);
});

import { expect, test } from 'vitest';
import { isSecretName, withoutSecretText, hasSecrets, mask, withMasks } from './secrets.js';

test.each([
  'authorization',
  'Proxy-Authorization',
  'Cookie',
  'x-api-key',
  'X-Auth-Token',
  'PRIVATE-TOKEN',
  'access_token',
  'accessToken',
  'client_secret',
  'clientSecret',
  'api_key',
  'apikey',
  'apiKey',
  'password',
  'password2',
  'password_confirmation',
  'db.password',
  'X-Amz-Signature',
  'sig',
  'session_id',
  'sshKey',
])('%s is secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  '',
  'author',
  'key',
  'issue_key',
  'keys',
  'secret_name',
  'secret_id',
  'token_type',
  'page_token',
  'nextToken',
  'pageToken',
  'tokenizer',
  'keyboard',
  'pattern',
  'pinned',
  'assignee',
])('%s is not secret', (name) => {
  expect(isSecretName(name)).toBe(false);
});

test.each<[text: string, without: string]>([
  ['', ''],
  ['GET https://mona:hunter2@example.com/x', 'GET https://example.com/x'],
  ['GET /x{?access_token,page}', 'GET /x{?access_token,page}'],
  ['GET /x?access_token=abc&page=2', 'GET /x?access_token=&page=2'],
  ['{"headers": {"authorization": "token 1"}, "page": "2"}', '{"headers": {"authorization": ""}, "page": "2"}'],
  [String.raw`{"str2": "{\"password\": \"a\\\"b\"}"}`, String.raw`{"str2": "{\"password\": \"\"}"}`],
  ['{"authorization": "token 1', '{"authorization": "'],
  [String.raw`{"token": "a\\", "b": "c"}`, '{"token": "", "b": "c"}'],
  ['{"pin": 1234, "tokens": ["a", "b"], "page": 2}', '{"pin": "", "tokens": [], "page": 2}'],
  [
    "curl -H 'Authorization: Bearer abcdefgh1' https://api.github.com",
    "curl -H 'Authorization: ' https://api.github.com",
  ],
  ['GET /x?access_token={{token}}&page=2', 'GET /x?access_token={{token}}&page=2'],
  ['GET /x?access_token=a{{token}}', 'GET /x?access_token='],
  ['{"authorization": "Bearer {{token}}"}', '{"authorization": "Bearer {{token}}"}'],
  ['{"authorization": "Bearer x{{token}}"}', '{"authorization": ""}'],
  ['Bearer {{token}}', 'Bearer {{token}}'],
  ['Bearer abcdefgh1', 'Bearer '],
  ['Basic information about tokens', 'Basic information about tokens'],
  ['see ghp_0123456789abcdefghijABCDEFGHIJ012345.', 'see .'],
  ['//mona@', '//'],
  ['GET /@mona', 'GET /@mona'],
  ['mona@example.com', 'mona@example.com'],
])('removes the secrets of “%s”', (text, without) => {
  expect(withoutSecretText(text)).toBe(without);
});

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

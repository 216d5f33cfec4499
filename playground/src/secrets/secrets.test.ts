import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../dev/testing/full.js';
import { withoutSecretText } from './remove.js';
import { isSecretName, hasSecrets, mask, withMasks } from './secrets.js';

test.each([
  'authorization',
  'Proxy-Authorization',
  'Cookie',
  'x-api-key',
  'X-Auth-Token',
  'access_token',
  'client_secret',
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
  'X-Auth-Key',
  'DD-APPLICATION-KEY',
  'x-functions-key',
  'APIToken',
  'admintoken',
  'DBPassword',
  'dbpassword',
  'AWSSecretKey',
  'apisecret',
  'secretAccessKey',
  'JSESSIONID',
  'pass',
  'dbPass',
])('%s is secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  '',
  'author',
  'key',
  'secret_name',
  'secret_id',
  'token_type',
  'page_token',
  'tokenizer',
  'pattern',
  'pinned',
  'assignee',
  'primary_key',
  'partitionKey',
  'publicKey',
  'routing_key',
  'monkey',
  'nextpagetoken',
  'passenger',
  'bypass',
  'compass',
  'max_tokens',
  'maxCompletionTokens',
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
  ['GET /feed?token={token}', 'GET /feed?token={token}'],
  ['GET /feed?token={+token}&page=2', 'GET /feed?token={+token}&page=2'],
  ['GET /feed?token={token}x', 'GET /feed?token='],
  ['GET /feed?token={hunter 2}', 'GET /feed?token= 2}'],
  ['Authorization: Bearer {token}', 'Authorization: Bearer {token}'],
  ['Authorization: Bearer {{token}}', 'Authorization: Bearer {{token}}'],
  ['{"authorization": "token {token}"}', '{"authorization": "token {token}"}'],
  ['{"credentials": {"user": "u", "value": "hunter2"}}', '{"credentials": {}}'],
  ['{"tokens": [{"scopes": ["a"], "value": "hunter2"}], "a": 1}', '{"tokens": [], "a": 1}'],
  ['{"tokens": ["]", "hunter2"], "a": [1]}', '{"tokens": [], "a": [1]}'],
  ['{"credentials": {"value": "hunter2"', '{"credentials": {'],
  [String.raw`{"str2": "{\"auth\": {\"a\": \"}\\"\"}, \"b\": 1}"}`, String.raw`{"str2": "{\"auth\": {}, \"b\": 1}"}`],
  ['{"token": {{token}}, "tokens": [{{token}}], "a": 1}', '{"token": {{token}}, "tokens": [{{token}}], "a": 1}'],
  ['{"auth": false, "token": null, "pin": -1}', '{"auth": false, "token": null, "pin": ""}'],
  ['{"api key": "x"}', '{"api key": ""}'],
  [String.raw`{"a": "token=x\"y", "b": "pin: x\"y"}`, '{"a": "token=", "b": "pin: "}'],
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
  ['{{TOKEN}}', '{{TOKEN}}'],
  ['Bearer {{TOKEN}}', 'Bearer {{TOKEN}}'],
  ['x{{TOKEN}}', '***'],
])('masks %j', (value, shown) => {
  expect(mask(value)).toBe(shown);
});

test.each<[unknown, unknown]>([
  [undefined, undefined],
  [1, 1],
  [{ a: 'b' }, { a: 'b' }],
  [{ headers: { authorization: 'Bearer x', accept: 'y' } }, { headers: { authorization: 'Bearer ***', accept: 'y' } }],
  [
    { tokens: ['abc'], pin: 1234 },
    { tokens: '***', pin: '***' },
  ],
  [{ credentials: { user: 'u' } }, { credentials: '***' }],
  [
    { auth: true, token: null, tokens: [], password: '' },
    { auth: true, token: null, tokens: [], password: '' },
  ],
  [{ max_tokens: 256 }, { max_tokens: 256 }],
  [[{ layer: 'a', options: { access_token: 't' } }], [{ layer: 'a', options: { access_token: '***' } }]],
])('masks the secrets in %j', (value, shown) => {
  expect(withMasks(value)).toEqual(shown);
  expect(hasSecrets(value)).toBe(JSON.stringify(value) !== JSON.stringify(shown));
});

const SECRET = /s3cr3t/;
const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '}', ']', "'", '{{a}}', '[{', 'a\\"b'));
const name = text.map((part) => `${part.replaceAll(/[^a-z]/gi, '')}x`);
const secretName = fc.constantFrom('credentials', 'tokens', 'apiKey', 'DBPassword', 'auth', 'client secret');
const planted = fc.jsonValue().chain((value) =>
  fc.oneof(
    text.map((part): unknown => `${part}s3cr3t`),
    fc.constant({ user: value, nested: [{ value: 's3cr3t' }, value] }),
    fc.constant([value, ['s3cr3t'], { 'a}': 's3cr3t"]' }]),
  ),
);
/** JSON with secrets under secret names, some in strings of JSON. */
const { json } = fc.letrec<{ readonly json: unknown; readonly object: unknown }>((tie) => ({
  json: fc.oneof({ maxDepth: 4 }, text, fc.double({ noNaN: true }), fc.constantFrom(true, null), tie('object')),
  object: fc.oneof(
    fc
      .tuple(secretName, planted, name, tie('json'))
      .map(([key, value, other, rest]) => ({ [key]: value, [other]: rest })),
    fc.tuple(name, tie('json')).map(([key, value]) => ({ [key]: [value, value] })),
    tie('json').map((value) => ({ str: JSON.stringify(value) })),
  ),
}));

test('what remains of any JSON is JSON without its secrets', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
      const without = withoutSecretText(JSON.stringify(value, null, indent));
      expect(without).not.toMatch(SECRET);
      expect(() => JSON.parse(without) as unknown).not.toThrow();
      expect(withoutSecretText(without)).toBe(without);
    }),
    { numRuns: runs(300) },
  );
});

/** The paths of the values that differ; a container that was emptied or replaced counts as one. */
function listChanges(before: unknown, after: unknown, path = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isContainer = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isContainer(before) || !isContainer(after)) return [path];
  return Object.entries(before as object).flatMap(([key, value]) =>
    listChanges(value, (after as Readonly<Record<string, unknown>>)[key], `${path}/${key}`),
  );
}

test('every value that a link drops is masked on the screen', () => {
  const names = fc.oneof(secretName, name, fc.constantFrom('max_tokens', 'pass'));
  const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.stringMatching(/^\w{0,6}$/));
  const { value: values } = fc.letrec<{ readonly value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(values, (value) => {
      const dropped = listChanges(value, JSON.parse(withoutSecretText(JSON.stringify(value))));
      expect(listChanges(value, withMasks(value))).toEqual(expect.arrayContaining(dropped));
      if (dropped.length > 0) expect(hasSecrets(value)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

import type { EndpointOptions, EndpointSettings } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { expect, test } from 'vitest';

const elsewhere: [route: string, options: EndpointOptions, origin: string | undefined, settings?: EndpointSettings][] =
  [
    ['/x', {}, undefined],
    ['https://H:443/y', {}, undefined],
    ['https://u:p@h/y', {}, undefined],
    ['https://other/x', { headers: { authorization: 'mine' } }, undefined],
    ['https://other/x', { headers: { authorization: null } }, undefined],
    ['https://other/x', {}, '`https://other`'],
    ['http://h/x', {}, '`http://h`'],
    ['https://h:8443/x', {}, '`https://h:8443`'],
    ['/x', { baseUrl: '//h' }, undefined],
    ['/x', { baseUrl: '' }, "the page's origin"],
    ['/x', { baseUrl: undefined }, "the page's origin"],
    ['https://h/x', {}, '`https://h`', { headers: { Authorization: 'x' } }],
    ['https://h/x', {}, undefined, { headers: { 'x-page-token': 'x' } }],
  ];

test.each(elsewhere)('credentials of settings with %s %j go to %s', (route, options, origin, settings) => {
  const explainWith = createExplain(settings ?? { baseUrl: 'https://h/api', headers: { authorization: 'x' } });
  const { warnings } = explainWith(route, options);
  const { sentence, layer } = warnings.find(({ code }) => code === 'credentials-elsewhere') ?? {};
  expect(sentence?.replace(/^.* for (.*); .*$/, '$1')).toBe(origin);
  if (origin !== undefined) expect(layer?.label).toBe('the settings');
});

const find = (route: string, options: EndpointOptions) =>
  createExplain({})(route, options).warnings.filter(({ code }) => code === 'secret-in-url').length;

test.each([
  'authorization',
  'Authorization',
  'api-key',
  'apikey',
  'api_key',
  'API.KEY',
  'apiKey',
  'x-api-key',
  'X-Goog-Api-Key',
  'client_secret',
  'private_token',
  'session_token',
  'access-token',
  'X-Auth-Token',
  'db_password',
  'cookie',
  'jwt',
])('%s is the name of a credential', (name) => {
  expect(find('/x', { [name]: 'abcdefgh1' })).toBe(1);
  expect(find('/x', { a: { [name]: 'abcdefgh1' } })).toBe(1);
  expect(find(`/x?${name}=abcdefgh1`, {})).toBe(1);
  expect(find('POST /x', { [name]: 'abcdefgh1' })).toBe(0);
});

test.each(['key', 'page_token', 'nextToken', 'client_token', 'public_key', 'token_type', 'secret_name', 'author'])(
  '%s is not',
  (name) => {
    expect(find('/x', { [name]: 'abcdefgh1' })).toBe(0);
  },
);

test.each([
  ['Bearer abcdefgh1', 1],
  ['bearer abcdefghijklmnopqrstuvwxyz', 1],
  ['Basic dXNlcjpwYXNz', 1],
  ['token abcdefgh1', 1],
  ['Basic JavaScript', 0],
  ['Token economics', 0],
  ['Bearer bonds of 2024', 0],
  ['token 5', 0],
])('%s as a value: %i', (value, count) => {
  expect(find('/x', { q: value })).toBe(count);
});

import type { EndpointOptions, EndpointSettings } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { expect, test } from 'vitest';

const elsewhere: [route: string, options: EndpointOptions, to: string | undefined, settings?: EndpointSettings][] = [
  ['/x', {}, undefined],
  ['https://H:443/y', {}, undefined],
  ['https://u:p@h/y', {}, undefined],
  ['https://other/x', { headers: { authorization: 'mine' } }, undefined],
  ['https://other/x', { headers: { authorization: null } }, undefined],
  ['https://other/x', {}, 'leaves `https://h` for `https://other`'],
  ['http://h/x', {}, 'leaves `https://h` for `http://h`'],
  ['https://h:8443/x', {}, 'leaves `https://h` for `https://h:8443`'],
  ['/x', { baseUrl: '//h' }, undefined],
  ['/x', { baseUrl: '' }, "leaves `https://h` for the page's origin"],
  ['/x', { baseUrl: undefined }, "leaves `https://h` for the page's origin"],
  ['https://h/x', {}, 'belongs to no base URL, and goes to `https://h`', { headers: { Authorization: 'x' } }],
  [
    '/x',
    { baseUrl: 'https://h' },
    'belongs to no base URL, and goes to `https://h`',
    { baseUrl: '', headers: { Authorization: 'x' } },
  ],
  ['https://h/x', {}, "leaves the page's origin for `https://h`", { baseUrl: '/api', headers: { Authorization: 'x' } }],
  ['https://h/x', {}, undefined, { headers: { 'x-page-token': 'x' } }],
];

test.each(elsewhere)('credentials of settings with %s %j: %s', (route, options, to, settings) => {
  const explainWith = createExplain(settings ?? { baseUrl: 'https://h/api', headers: { authorization: 'x' } });
  const { warnings } = explainWith(route, options);
  const { sentence, layer } = warnings.find(({ code }) => code === 'credentials-elsewhere') ?? {};
  expect(sentence?.replace(/^.* from the settings (.*); .*$/, '$1')).toBe(to);
  if (to !== undefined) expect(layer?.label).toBe('the settings');
});

const [A, B] = ['https://a', 'https://b'];
const headers = { authorization: 'x' };
const layers: [settings: EndpointSettings, defaults: EndpointOptions[], to: string | undefined][] = [
  [{ baseUrl: A, headers }, [{ baseUrl: B }], `the settings leaves \`${A}\` for \`${B}\``],
  [{ baseUrl: A }, [{ headers }, { baseUrl: B }], `defaults 1 leaves \`${A}\` for \`${B}\``],
  [{ headers }, [{ baseUrl: A }, { baseUrl: B }], `the settings leaves \`${A}\` for \`${B}\``],
  [{ headers: { 'x-api-key': 'x' } }, [{ baseUrl: A, headers }], undefined],
  [{ baseUrl: A, headers }, [{ baseUrl: undefined }], `the settings leaves \`${A}\` for the page's origin`],
  [{ baseUrl: A, headers }, [{ baseUrl: `${A}/v2` }], undefined],
  [{ baseUrl: A, headers }, [{ baseUrl: B }, { baseUrl: A }], undefined],
  [{ baseUrl: A, headers }, [{ baseUrl: B, headers }], undefined],
  [{ baseUrl: A, headers }, [{ baseUrl: B }, { headers: { authorization: null } }], undefined],
  [{ baseUrl: A }, [{ baseUrl: B }, { headers }], undefined],
  [{ baseUrl: A, headers, origins: [B] }, [{ baseUrl: B }], undefined],
  [{}, [{ headers }, { baseUrl: B }], undefined],
];

test.each(layers)('credentials of %j with defaults %j: %s', (settings, defaults, to) => {
  const explainWith = defaults.reduce((under, layer) => under.defaults(layer), createExplain(settings));
  const { sentence } = explainWith('/x').warnings.find(({ code }) => code === 'credentials-elsewhere') ?? {};
  expect(sentence?.replace(/^.* from (.*); .*$/, '$1')).toBe(to);
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

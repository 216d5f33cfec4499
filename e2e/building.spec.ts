import { sample } from '../dev/testing/full.js';
import { Playground, type Entry } from './support/playground.js';
import { expect, test } from './support/stack.js';

const ACCEPT = 'application/vnd.github.v3+json';
const USER_AGENT = expect.stringMatching(/^github-endpoint\.js\/\d+\.\d+\.\d+$/);
const HEADERS = { accept: ACCEPT, 'user-agent': USER_AGENT };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json; charset=utf-8' };
const API = 'https://api.github.com';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
});

const BUILT: readonly (readonly [
  name: string,
  entry: Entry,
  options: { method: string; url: string; headers: object; body?: unknown },
])[] = [
  [
    'path variables of both notations',
    { route: 'GET /repos/:owner/{repo}', variables: { owner: 'octo cat', repo: 'a/b' } },
    { method: 'get', url: `${API}/repos/octo%20cat/a%2Fb`, headers: HEADERS },
  ],
  ['a url without a method', { route: '/zen' }, { method: 'get', url: `${API}/zen`, headers: HEADERS }],
  [
    'a method in lower case after a run of whitespace',
    { route: '  delete    /repos/{id}', variables: { id: 7 } },
    { method: 'delete', url: `${API}/repos/7`, headers: HEADERS },
  ],
  [
    'form-style query with a list, exploded and not',
    { route: 'GET /issues{?labels,tags*,page}', variables: { labels: ['a', 'b c'], tags: ['x', 'y'] } },
    { method: 'get', url: `${API}/issues?labels=a,b%20c&tags=x&tags=y`, headers: HEADERS },
  ],
  [
    'reserved expansion',
    { route: 'GET /repos/contents/{+path}', variables: { path: 'src/a b.ts' } },
    { method: 'get', url: `${API}/repos/contents/src/a%20b.ts`, headers: HEADERS },
  ],
  [
    'remaining parameters of a GET in the query',
    {
      route: 'GET /search/code',
      parameters: [
        { name: 'q', value: 'C++ & C#' },
        { name: 'page', value: '2', type: 'JSON' },
      ],
    },
    { method: 'get', url: `${API}/search/code?q=C%2B%2B%20%26%20C%23&page=2`, headers: HEADERS },
  ],
  [
    'remaining parameters of a POST in the body',
    {
      route: 'POST /repos/{owner}/issues',
      variables: { owner: 'nodejs' },
      parameters: [
        { name: 'title', value: 'It’s “broken”' },
        { name: 'labels', value: '["bug"]', type: 'JSON' },
      ],
    },
    {
      method: 'post',
      url: `${API}/repos/nodejs/issues`,
      headers: JSON_HEADERS,
      body: { title: 'It’s “broken”', labels: ['bug'] },
    },
  ],
  [
    'the body as it is',
    { route: 'PUT /topics', parameters: [{ name: 'data', value: '[1, null]', type: 'JSON' }] },
    { method: 'put', url: `${API}/topics`, headers: JSON_HEADERS, body: [1, null] },
  ],
  [
    'a parameter named url in the body, and one in the query of a PATCH',
    {
      route: 'PATCH /app/hook/config',
      parameters: [
        { name: 'url', value: 'https://example.com/hook', place: 'body' },
        { name: 'dry', value: 'true', type: 'JSON', place: 'query' },
      ],
    },
    {
      method: 'patch',
      url: `${API}/app/hook/config?dry=true`,
      headers: JSON_HEADERS,
      body: { url: 'https://example.com/hook' },
    },
  ],
  [
    'headers, one of them dropped',
    {
      route: 'GET /user',
      headers: [
        ['Authorization', 'token 123'],
        ['user-agent', ''],
      ],
    },
    { method: 'get', url: `${API}/user`, headers: { accept: ACCEPT, authorization: 'token 123' } },
  ],
  [
    'format and previews',
    { route: 'GET /readme', format: 'raw', previews: 'mercy, luke-cage-preview' },
    {
      method: 'get',
      url: `${API}/readme`,
      headers: {
        accept: 'application/vnd.github.mercy-preview.raw,application/vnd.github.luke-cage-preview.raw',
        'user-agent': USER_AGENT,
      },
    },
  ],
  [
    'defaults under the options',
    {
      route: 'GET /orgs/{org}/repos',
      parameters: [{ name: 'per_page', value: '5' }],
      defaults: '{"org": "github", "per_page": 100, "headers": {"x-trace": "1"}}',
    },
    { method: 'get', url: `${API}/orgs/github/repos?per_page=5`, headers: { ...HEADERS, 'x-trace': '1' } },
  ],
  [
    'another API',
    { route: 'GET /pets/{id}', variables: { id: '1' }, vendor: '', baseUrl: 'https://pets.example/v2/' },
    {
      method: 'get',
      url: 'https://pets.example/v2/pets/1',
      headers: { accept: 'application/json', 'user-agent': expect.stringMatching(/^endpoint\.js\//) },
    },
  ],
  [
    'names that objects inherit',
    { route: 'GET /x{?constructor}', variables: { constructor: 'a' }, parameters: [{ name: '__proto__', value: 'b' }] },
    { method: 'get', url: `${API}/x?constructor=a&__proto__=b`, headers: HEADERS },
  ],
];

test('builds what is entered', async ({ page }) => {
  const playground = new Playground(page);
  for (const [name, entry, options] of sample(BUILT, 4)) {
    await test.step(name, async () => {
      await playground.reset();
      await playground.enter(entry);
      await expect(playground.line).toContainText(`${options.method.toUpperCase()}${options.url}`);
      await expect(playground.line.getByText(/^Built/)).toBeVisible();
      // Secrets are masked until they are revealed.
      const reveal = playground.button('Show secrets');
      if ((await reveal.count()) > 0) await reveal.click();
      expect(await playground.shownOptions()).toEqual(options);
    });
  }
});

const AT_FIELD: readonly (readonly [name: string, entry: Entry, field: string, says: RegExp])[] = [
  ['an empty route', { route: '' }, 'Route', /url/],
  ['an unknown method', { route: 'FETCH /x' }, 'Route', /GET, HEAD/],
  ['an unclosed brace', { route: 'GET /repos/{owner' }, 'Route', /position 11/],
  ['a reserved operator', { route: 'GET /repos/{!owner}' }, 'Route', /!/],
  ['a missing path variable', { route: 'GET /users/{username}' }, 'Value of username', /username/],
  ['a value that escapes the path', { route: 'GET /a/{b}', variables: { b: '..' } }, 'Value of b', /\.\./],
  [
    'a value that isn’t valid JSON',
    { route: 'GET /a', parameters: [{ name: 'b', value: '{', type: 'JSON' }] },
    'Value of parameter 1',
    /Not JSON/,
  ],
  [
    'a parameter without a name',
    { route: 'GET /a', parameters: [{ name: '', value: '1' }] },
    'Name of parameter 1',
    /no name/,
  ],
  [
    'an option for a parameter',
    { route: 'POST /a', parameters: [{ name: 'url', value: '1' }] },
    'Name of parameter 1',
    /choose path, query or body/,
  ],
  ['a body with a GET', { route: 'GET /a', parameters: [{ name: 'data', value: '1' }] }, 'Value of parameter 1', /GET/],
  [
    'a parameter of an OPTIONS',
    { route: 'OPTIONS /a', parameters: [{ name: 'b', value: '1' }] },
    'Value of parameter 1',
    /OPTIONS/,
  ],
  [
    'a header name that isn’t a token',
    { route: 'GET /a', headers: [['x y', '1']] },
    'Name of header 1',
    /letters, digits/,
  ],
  [
    'a header that is set twice',
    {
      route: 'GET /a',
      headers: [
        ['x', '1'],
        ['X', '2'],
      ],
    },
    'Name of header 2',
    /twice/,
  ],
  ['an invalid format', { route: 'GET /a', format: 'a b' }, 'Format', /a b/],
  ['an invalid preview', { route: 'GET /a', previews: 'a;b' }, 'Previews', /a;b/],
  ["defaults that aren't JSON", { route: 'GET /a', defaults: '{"a"' }, 'Options of defaults 1', /not JSON/],
  ['a base URL with a query', { route: 'GET /a', baseUrl: 'https://h?x=1' }, 'Base URL', /baseUrl/],
  ['an invalid vendor', { route: 'GET /a', vendor: 'a b' }, 'Vendor', /vendor/],
];

test('reports a problem at its field', async ({ page }) => {
  const playground = new Playground(page);
  for (const [name, entry, field, says] of sample(AT_FIELD, 3)) {
    await test.step(name, async () => {
      await playground.reset();
      await playground.enter(entry);
      await expect(playground.field(field)).toHaveAttribute('aria-invalid', 'true');
      await expect(playground.field(field)).toHaveAccessibleDescription(says);
      await expect(playground.line).toContainText('1 problem');
      await expect(playground.options).toContainText('"method"');
    });
  }
});

test('follows every keystroke, and shows the known part of a route while it is typed', async ({ page }) => {
  const playground = new Playground(page);
  const url = playground.line.locator('code.url');
  await playground.field('Route').fill('');
  const shown: string[] = [];
  for (const key of '/a/{c}{?b}') {
    await page.keyboard.type(key);
    const invalid = (await playground.field('Route').getAttribute('aria-invalid')) !== null;
    shown.push(`${await url.textContent()}${invalid ? ' !' : ''}`);
  }
  expect(shown.map((text) => text.replace(API, ''))).toEqual([
    '/', '/a', '/a/', '/a/{ !', '/a/{c !', '/a/{c}', '/a/{c}{ !', '/a/{c}{? !', '/a/{c}{?b !', '/a/{c}',
  ]); // prettier-ignore
  await expect(playground.field('Value of c')).toHaveAttribute('aria-invalid', 'true');
});

test('keeps a value while its variable is gone', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /users/{name}', variables: { name: 'mona' } });
  await playground.field('Route').fill('GET /users');
  await expect(playground.field('Value of name')).toHaveCount(0);
  await playground.field('Route').fill('GET /users/{name}');
  await expect(playground.field('Value of name')).toHaveValue('mona');
});

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
    'another API',
    { route: 'GET /pets/{id}', variables: { id: '1' }, vendor: '', baseUrl: 'https://pets.example/v2/' },
    {
      method: 'get',
      url: 'https://pets.example/v2/pets/1',
      headers: { accept: 'application/json', 'user-agent': expect.stringMatching(/^endpoint\.js\//) },
    },
  ],
];

test('builds what is entered, or reports a problem at its field', async ({ page }) => {
  const playground = new Playground(page);
  await test.step('builds what is entered', async () => {
    for (const [name, entry, options] of BUILT) {
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
  await test.step('reports a problem at its field', async () => {
    for (const [name, entry, field, says] of AT_FIELD) {
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
});

const AT_FIELD: readonly (readonly [name: string, entry: Entry, field: string, says: RegExp])[] = [
  ['an unclosed brace', { route: 'GET /repos/{owner' }, 'Route', /position 11/],
  ['a value that escapes the path', { route: 'GET /a/{b}', variables: { b: '..' } }, 'Value of b', /\.\./],
  [
    'a parameter without a name',
    { route: 'GET /a', parameters: [{ name: '', value: '1' }] },
    'Name of parameter 1',
    /no name/,
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
  ["defaults that aren't JSON", { route: 'GET /a', defaults: '{"a"' }, 'Options of defaults 1', /not JSON/],
  ['a base URL with a query', { route: 'GET /a', baseUrl: 'https://h?x=1' }, 'Base URL', /baseUrl/],
  ['an invalid vendor', { route: 'GET /a', vendor: 'a b' }, 'Vendor', /vendor/],
];

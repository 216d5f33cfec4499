import type { Playground } from './playground.js';
import { expect } from './stack.js';

/** Brings a page that was just opened into a state. */
type Reach = (playground: Playground) => Promise<void>;

/** Fills most fields. */
export async function full(playground: Playground): Promise<void> {
  await playground.enter({
    route: 'POST /repos/{owner}/{repo}/issues{?draft,tags*}',
    variables: { owner: 'octokit', repo: 'endpoint.js', draft: true, tags: ['a', 'b c'] },
    parameters: [
      { name: 'title', value: 'A title that is long enough to need a second line in a narrow column' },
      { name: 'labels', value: '["bug", "help wanted"]', type: 'JSON' },
      { name: 'url', value: 'https://example.com/a/rather/long/path/without/a/place/to/break', place: 'body' },
    ],
    headers: [
      ['authorization', 'token 0000000000000000000000000000000000000000'],
      ['user-agent', ''],
    ],
    previews: 'mercy',
    format: 'text+json',
    defaults: '{"headers": {"x-trace": "1"}, "assignees": ["mona"]}',
  });
  await playground.addDefaults(2, '{"milestone": 7}');
  await playground.field('Use defaults 2').uncheck();
}

export async function openTab(playground: Playground, name: string | RegExp): Promise<void> {
  await playground.show('Result');
  await playground.tab(name).click();
  await expect(playground.page.getByText(/^Fetching/)).toHaveCount(0);
}

const ANSWER = { id: 7, items: Array.from({ length: 150 }, (_, n) => ({ n })), name: 'x', nothing: null };

/** The states of the page, each from its first visit. */
export const STATES: Readonly<Record<string, Reach>> = {
  start: async () => undefined,
  empty: async (playground) => {
    await playground.field('Route').fill('');
    await playground.page.reload();
    await playground.field('Route').fill('');
  },
  full: async (playground) => {
    await full(playground);
    await playground.field('Value of tags').focus();
    await playground.show('Result');
    await playground.button('Build this route on the server too').click();
    await expect(playground.page.getByText(/^Identical:/)).toBeVisible();
  },
  'full-inputs': async (playground) => {
    await full(playground);
    await playground.field('Options of defaults 1').focus();
  },
  json: async (playground) => {
    await full(playground);
    await playground.page.getByRole('radio', { name: 'JSON' }).check();
    const editor = playground.field('Route and options as JSON');
    await editor.fill((await editor.inputValue()).replace('"draft": true', '"draft": tru'));
    await expect(editor).toHaveAttribute('aria-invalid', 'true');
  },
  failing: async (playground) => {
    await playground.enter({
      route: 'GET /repos/{owner}/{repo}/issues',
      variables: { owner: '..' },
      headers: [
        ['not a token', '1'],
        ['', 'x'],
      ],
      defaults: '{"a": }',
    });
    await playground.show('Result');
  },
  'failing-route': (playground) => playground.field('Route').fill('GET /repos/{owner}/{re po}/issues'),
  problems: async (playground) => {
    await playground.enter({
      route: 'GET /users/{username}/{+path}',
      variables: { path: 'a/b' },
      parameters: [{ name: 'usernam', value: 'mona' }],
    });
    await openTab(playground, /Problems/);
  },
  snippets: async (playground) => {
    await full(playground);
    await openTab(playground, 'Snippets');
    await expect(playground.page.getByRole('region', { name: 'Snippet: JavaScript (endpoint.js)' })).toBeVisible();
  },
  steps: async (playground) => {
    await full(playground);
    await openTab(playground, 'Steps');
    await expect(playground.page.getByRole('region', { name: 'After expand' })).toBeVisible();
  },
  changes: async (playground) => {
    await full(playground);
    await openTab(playground, 'Changes');
    await playground.button('Pin this request').click();
    await playground.show('Build');
    await playground.field('Value of parameter 1').fill('Another title');
    await playground.field('Value of draft').fill('false');
    await playground.show('Result');
  },
  response: async (playground) => {
    await playground.page.route('https://api.github.com/**', (route) =>
      route.fulfill({ json: ANSWER, headers: { 'access-control-allow-origin': '*' } }),
    );
    await playground.show('Result');
    await playground.button('Send request').click();
    await expect(playground.page.getByRole('tree')).toBeVisible();
    await playground.page.getByRole('tree').getByText('[ 150 items ]').click();
  },
  different: async (playground) => {
    await playground.enter({ route: 'DELETE /a', vendor: 'acme', previews: 'mercy' });
    await playground.show('Result');
    await playground.button('Build this route on the server too').click();
    await expect(playground.page.getByText(/^Different:/)).toBeVisible();
  },
  picture: async (playground) => {
    await full(playground);
    await playground.button('Share').click();
    await playground.button('Picture of the url …').click();
    await expect(playground.page.getByRole('img', { name: /^The url / })).toBeVisible();
  },
  embed: async (playground) => {
    await playground.button('Share').click();
    await playground.button('HTML to embed …').click();
    await expect(playground.page.getByRole('region', { name: 'HTML to embed' })).toBeVisible();
  },
  palette: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  catalogue: async ({ page }) => {
    await page.getByRole('button', { name: 'Catalogue' }).click();
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  },
  'a route of the catalogue': async ({ page }) => {
    await page.getByRole('button', { name: 'Catalogue' }).click();
    await page.getByRole('combobox', { name: 'Search routes' }).fill('create an issue');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Build a request' }).getByText('Create an issue', { exact: true }).click();
  },
  'a damaged link': async ({ page }) => {
    await page.evaluate(() => (location.hash = 'z=AAAA'));
    await expect(page.getByRole('alert')).toBeVisible();
  },
  tour: async ({ page }) => {
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('dialog', { name: 'Tour' })).toContainText('Enter values for the parameters');
    await expect(page.locator('.tour-target')).toBeVisible();
  },
};

export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

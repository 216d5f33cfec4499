import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.js';
import { Playground } from './playground.js';
import { expect, PICTURES, test } from './stack.js';

type State = (playground: Playground) => Promise<void>;

async function full(playground: Playground): Promise<void> {
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

async function openTab(playground: Playground, name: string | RegExp): Promise<void> {
  await playground.show('Result');
  await playground.tab(name).click();
  await expect(playground.page.getByText(/^Fetching/)).toHaveCount(0);
}

const ANSWER = { id: 7, items: Array.from({ length: 150 }, (_, n) => ({ n })), name: 'x', nothing: null };

test.describe.configure({ mode: 'parallel' });

const STATES: Readonly<Record<string, State>> = {
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
    await expect(playground.page.getByRole('region', { name: 'Snippet: curl' })).toBeVisible();
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
    await playground.show('Inputs');
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
    await expect(playground.page.locator('.tree')).toBeVisible();
    await playground.page.locator('.tree').getByText('[ 150 items ]').click();
  },
  different: async (playground) => {
    await playground.enter({ route: 'DELETE /a', vendor: 'acme', previews: 'mercy' });
    await playground.show('Result');
    await playground.button('Build this route on the server too').click();
    await expect(playground.page.getByText(/^Different:/)).toBeVisible();
  },
};

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** The whole page, in a window as high as it: a full-page picture would show sticky parts in the middle. */
async function picture(page: Page, path: string): Promise<void> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size?.width ?? 0, height });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path });
  if (size) await page.setViewportSize(size);
}

for (const [device, options] of Object.entries(DEVICES)) {
  test.describe(device, () => {
    test.use(options);

    for (const [name, reach] of Object.entries(STATES)) {
      test(`${name}: accessible in light and dark, nothing sideways`, async ({ page, stack }) => {
        await page.goto(stack.url);
        await new Playground(page).arrived();
        await reach(new Playground(page));
        for (const colorScheme of ['light', 'dark'] as const) {
          // Half-way from one colour to another axe would see one that is nowhere else.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await picture(page, `${PICTURES}/page/${name}-${device}-${colorScheme}.png`);
          expect(await accessibilityProblems(page)).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      });
    }
  });
}

test('everything that is touched is at least 44 px high', async ({ browser, stack }) => {
  const page = await browser.newPage(DEVICES.phone);
  await page.goto(stack.url);
  const playground = new Playground(page);
  await full(playground);
  const low = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, textarea, a[href], summary')]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML),
    );
  expect(await low()).toEqual([]);
  for (const tab of ['Request', 'Snippets', 'Steps', 'Changes', /Problems/]) {
    await openTab(playground, tab);
    expect(await low()).toEqual([]);
  }
  await playground.show('Inputs');
  await page.getByRole('radio', { name: 'JSON' }).check();
  await expect(playground.field('Route and options as JSON')).toBeVisible();
  expect(await low()).toEqual([]);
  await page.close();
});

test('nothing sideways on the narrowest of screens', async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(stack.url);
  const playground = new Playground(page);
  await full(playground);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(320);
  for (const tab of ['Request', 'Snippets', 'Steps', 'Changes', /Problems/]) {
    await openTab(playground, tab);
    expect(await width()).toBe(320);
  }
  await playground.show('Inputs');
  await page.getByRole('radio', { name: 'JSON' }).check();
  await expect(playground.field('Route and options as JSON')).toBeVisible();
  expect(await width()).toBe(320);
});

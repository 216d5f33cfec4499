import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { Playground } from './playground.js';
import { expect, ROOT, test } from './stack.js';

type State = (playground: Playground) => Promise<void>;

async function full(playground: Playground): Promise<void> {
  await playground.enter({
    route: 'POST /repos/{owner}/{repo}/issues{?draft}',
    variables: { owner: 'octokit', repo: 'endpoint.js', draft: true },
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
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('x-request-id');
  await playground.field('Value of metadata 1').fill('42');
}

const STATES: Readonly<Record<string, State>> = {
  start: async () => undefined,
  empty: async (playground) => {
    await playground.enter({ route: '' });
    await playground.page.reload();
    await playground.field('Route').fill('');
  },
  full: async (playground) => {
    await full(playground);
    await playground.button('Build this route on the server too').click();
    await expect(playground.page.getByText(/^Identical:/)).toBeVisible();
    await playground.call({ code: 'operations', str1: '' });
    await expect(playground.message).toBeVisible();
  },
  failing: async (playground) => {
    await playground.enter({
      route: 'GET /repos/{owner}/{repo}/issues',
      variables: { owner: '..' },
      headers: [
        ['not a token', '1'],
        ['', 'x'],
      ],
    });
    await playground.call({ code: 'nope', int_value: '1' });
    await expect(playground.message).toBeVisible();
    await playground.field('int_value').fill('1.5');
    await playground.field('Deadline in ms').fill('soon');
  },
  'failing-route': async (playground) => {
    await playground.field('Route').fill('GET /repos/{owner}/{re po}/issues');
    await playground.call({ 'Deadline in ms': '1' });
    await expect(playground.response.getByText('4 DEADLINE_EXCEEDED')).toBeVisible();
  },
  different: async (playground) => {
    await playground.enter({ route: 'DELETE /a', vendor: 'acme', previews: 'mercy' });
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
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${device}, ${colorScheme}`, () => {
      test.use({ ...options, colorScheme });

      for (const [name, reach] of Object.entries(STATES)) {
        test(`${name}: accessible, nothing sideways`, async ({ page, stack, bridgeKind }) => {
          await page.goto(stack.url);
          await reach(new Playground(page));
          await picture(page, `${ROOT}/e2e/screenshots/${bridgeKind}/${name}-${device}-${colorScheme}.png`);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        });
      }
    });
  }
}

test('everything that is touched is at least 44 px high', async ({ browser, stack }) => {
  const page = await browser.newPage(DEVICES.phone);
  await page.goto(stack.url);
  await full(new Playground(page));
  const low = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, a[href]')]
      .filter((element) => element.getBoundingClientRect().height < 44)
      .map((element) => element.outerHTML),
  );
  expect(low).toEqual([]);
  await page.close();
});

test('nothing sideways on the narrowest of screens', async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(stack.url);
  await full(new Playground(page));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

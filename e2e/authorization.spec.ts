import type { Page } from '@playwright/test';
import { Playground } from './support/playground.js';
import { startEchoApi } from './support/echo-api.js';
import { expect, test } from './support/stack.js';

const SECRET = 'planted-secret-0123';

let api: Awaited<ReturnType<typeof startEchoApi>>;
test.beforeEach(async ({ page, stack, untilEnd }) => {
  api = untilEnd(await startEchoApi());
  // A page of the same origin without the playground, whose tab keeps the credentials of the test before.
  await page.goto(new URL('manifest.webmanifest', stack.url).href);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(stack.url);
});

async function choose(page: Page, kind: string, fields: Readonly<Record<string, string>>) {
  await new Playground(page).openSettings('Authorization');
  await page.getByLabel(kind).check();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

test('credentials are sent, and hidden in all views', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', baseUrl: api.url });
  await choose(page, 'Basic', { User: 'ü', Password: SECRET });
  await expect(playground.options).toContainText('***');
  await playground.button('Send request').click();
  const sent = `"authorization": "Basic ${Buffer.from(`ü:${SECRET}`).toString('base64')}"`;
  await expect(page.getByRole('tree')).toContainText(sent);
  for (const name of ['Request', 'Code', 'Why']) {
    await playground.tab(name).click();
    expect(await page.locator('.builder').innerText()).not.toContain(SECRET);
  }
  await playground.tab('Request').click();
  await playground.button('Show secrets').click();
  await expect(playground.options).toContainText(sent);
});

test('a key in the query is hidden in the url, and copied as it is', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', baseUrl: api.url });
  await choose(page, 'API key', { Key: SECRET });
  await page.getByLabel('In the query').check();
  await playground.field('Query parameter').fill('api key');
  await expect(playground.line).toContainText('/a?api%20key=HIDDEN');
  await playground.button('Copy URL').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${api.url}/a?api%20key=${SECRET}`);
  await playground.button('Send request').click();
  await expect(page.getByRole('tree')).toContainText(`/a?api%20key=${SECRET}`);
});

test('credentials stay in the tab: not in links, drafts, history or undo steps', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', baseUrl: api.url });
  await choose(page, 'Bearer token', { Token: SECRET });
  await playground.field('Route').fill('GET /b');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('/b');
  expect(await page.evaluate(() => JSON.stringify([location.href, { ...localStorage }]))).not.toContain('planted');
  await playground.choose('Undo');
  await expect(playground.field('Route')).toHaveValue('GET /a');
  await expect(playground.options).toContainText('Bearer ***');
  await page.reload();
  await expect(playground.field('Route')).toHaveValue('GET /a');
  await expect(playground.options).toContainText('Bearer ***');
});

test.describe('without kept files', () => {
  test.use({ serviceWorkers: 'block' });

  test('credentials survive a reload right after the last character, however slowly the page’s files arrive', async ({
    page,
  }) => {
    const playground = new Playground(page);
    await playground.enter({ route: 'GET /a', baseUrl: api.url });
    await playground.openSettings('Authorization');
    await expect(page.getByLabel('Bearer token')).toBeVisible();
    // What the page would load from now on comes too late.
    await page.route('**/assets/*.js', () => new Promise(() => {}));
    await choose(page, 'Bearer token', { Token: SECRET });
    await expect(playground.options).toContainText('Bearer ***');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(playground.options).toContainText('Bearer ***');
  });
});

test('credentials of one origin are not sent to another, until the user says so', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', baseUrl: 'https://api.test' });
  await choose(page, 'Bearer token', { Token: SECRET });
  await expect(playground.options).toContainText('Bearer ***');
  // As a link or a paste may.
  await playground.field('Route').fill(`GET ${api.url}/a`);
  await expect(playground.options).not.toContainText('authorization');
  await expect(page.getByText(`entered for https://api.test, so they are not sent to ${api.url}.`)).toBeVisible();
  await playground.button('Send request').click();
  await expect(page.getByRole('tree')).toContainText('"authorization": null');
  await playground.button(`Use them for ${api.url}`).click();
  await playground.button('Send request').click();
  await expect(page.getByRole('tree')).toContainText(`"authorization": "Bearer ${SECRET}"`);
});

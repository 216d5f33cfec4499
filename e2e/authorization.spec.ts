import type { Playground } from './support/playground.js';
import { startEchoApi } from './support/echo-api.js';
import { expect, forget, test } from './support/stack.js';

const SECRET = 'planted-secret-0123';
const HEADER = 'planted-in-a-header-0123';

let api: Awaited<ReturnType<typeof startEchoApi>>;
// The tab keeps the credentials of the test before.
test.beforeEach(forget);
test.beforeEach(async ({ untilEnd }) => {
  api = untilEnd(await startEchoApi());
});

async function choose(playground: Playground, kind: string, fields: Readonly<Record<string, string>>) {
  await playground.openSettings('Authorization');
  await playground.page.getByLabel(kind).check();
  for (const [label, value] of Object.entries(fields)) await playground.field(label).fill(value);
}

test('credentials are sent, and hidden in all views', async ({ page, playground }) => {
  await playground.enter({ route: 'GET /a', baseUrl: api.url, headers: [['x-api-key', HEADER]] });
  await choose(playground, 'Basic', { User: 'ü', Password: SECRET });
  await expect(playground.options).toContainText('***');
  await playground.send();
  const sent = `"authorization": "Basic ${Buffer.from(`ü:${SECRET}`).toString('base64')}"`;
  await expect(page.getByRole('tree')).toContainText(sent);
  for (const name of ['Request', 'Code', 'Why']) {
    await playground.tab(name).click();
    await expect(page.getByText('Fetching')).toHaveCount(0);
    for (const step of await page.locator('details.step').all())
      await step.evaluate((element) => element.setAttribute('open', ''));
    const shown = await page.locator('.builder').innerText();
    for (const secret of [SECRET, HEADER]) expect(shown).not.toContain(secret);
  }
  await playground.tab('Code').click();
  await playground.button('Copy snippet').click();
  await expect.poll(() => playground.readClipboard()).toContain(HEADER);
  await playground.tab('Request').click();
  await playground.button('Show secrets').click();
  await expect(playground.options).toContainText(sent);
});

test('a key in the query is hidden in the url, and copied as it is', async ({ page, playground }) => {
  await playground.enter({ route: 'GET /a', baseUrl: api.url });
  await choose(playground, 'API key', { Key: SECRET });
  await page.getByLabel('In the query').check();
  await playground.field('Query parameter').fill('api key');
  await expect(playground.line).toContainText('/a?api%20key=HIDDEN');
  await playground.button('Copy URL').click();
  await expect.poll(() => playground.readClipboard()).toBe(`${api.url}/a?api%20key=${SECRET}`);
  await playground.send();
  await expect(page.getByRole('tree')).toContainText(`/a?api%20key=${SECRET}`);
});

test('credentials stay in the tab: not in links, drafts, history or undo steps', async ({ page, playground }) => {
  await playground.enter({ route: 'GET /a', baseUrl: api.url });
  await choose(playground, 'Bearer token', { Token: SECRET });
  await playground.field('Route').fill('GET /b');
  await expect.poll(() => playground.readHash()).toContain('/b');
  expect(await page.evaluate(() => JSON.stringify([location.href, { ...localStorage }]))).not.toContain('planted');
  await playground.choose('Undo');
  await expect(playground.field('Route')).toHaveValue('GET /a');
  await expect(playground.options).toContainText('Bearer ***');
  await page.reload();
  await expect(playground.field('Route')).toHaveValue('GET /a');
  await expect(playground.options).toContainText('Bearer ***');
});

test('credentials survive a reload right after the last character, however slowly the page’s files arrive', async ({
  page,
  playground,
}) => {
  await playground.enter({ route: 'GET /a', baseUrl: api.url });
  await playground.openSettings('Authorization');
  await expect(page.getByLabel('Bearer token')).toBeVisible();
  // What the page would load from now on comes too late.
  await page.route('**/assets/*.js', () => new Promise(() => {}));
  await choose(playground, 'Bearer token', { Token: SECRET });
  await expect(playground.options).toContainText('Bearer ***');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(playground.options).toContainText('Bearer ***');
});

test('credentials of one origin are not sent to another, until the user says so', async ({ page, playground }) => {
  await playground.enter({ route: 'GET /a', baseUrl: 'https://api.test' });
  await choose(playground, 'Bearer token', { Token: SECRET });
  await expect(playground.options).toContainText('Bearer ***');
  // As a link or a paste may.
  await playground.field('Route').fill(`GET ${api.url}/a`);
  await expect(playground.options).not.toContainText('authorization');
  await expect(page.getByText(`entered for https://api.test, so they are not sent to ${api.url}.`)).toBeVisible();
  await playground.send();
  await expect(page.getByRole('tree')).toContainText('"authorization": null');
  await playground.button(`Use them for ${api.url}`).click();
  await playground.send();
  await expect(page.getByRole('tree')).toContainText(`"authorization": "Bearer ${SECRET}"`);
});

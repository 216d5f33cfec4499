/** While the request has a mistake, nothing is sent, copied or shared, and no earlier request is shown. */
import type { Page } from '@playwright/test';
import { sample } from '../dev/testing/full.js';
import { startEchoApi } from './support/echo-api.js';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

let api: Awaited<ReturnType<typeof startEchoApi>>;
/** The requests that were received, such as `GET /a`. */
const listReceived = () => api.received.map(({ method, url }) => `${method} ${url.slice(api.url.length)}`);
test.beforeEach(async ({ page, context, stack, untilEnd }) => {
  api = untilEnd(await startEchoApi());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stack.url);
});

async function copyLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.locator('.notice')).not.toHaveText('');
}

const EDITOR = 'Route and options as JSON';
const LARGE = JSON.stringify({ route: 'GET /a', options: { q: 'x'.repeat(60_000) } });

type Make = (playground: Playground, page: Page) => Promise<void>;
const typeRoute =
  (route: string): Make =>
  (playground) =>
    playground.field('Route').fill(route);
const writeJson =
  (text: string): Make =>
  async (playground, page) => {
    await page.getByRole('radio', { name: 'JSON' }).check();
    await playground.field(EDITOR).fill(text);
  };
/** Pastes a text, and waits for the notice of its reading, which would move the page under the next click. */
const paste =
  (text: string, notice: string): Make =>
  async (playground, page) => {
    await playground.pasteRoute(text);
    await expect(page.getByText(notice).first()).toBeVisible();
  };

/** Mistakes by their names, those that differ most first: each is made in a form that is ready. */
const MISTAKES: Readonly<Record<string, Make>> = {
  'a route that ends too early': typeRoute('GET /users/{id'),
  'credentials without a token': async (playground, page) => {
    await playground.openSettings('Authorization');
    await page.getByLabel('Bearer token').check();
  },
  'JSON that is cut off': writeJson('{"route": "DELETE /users/1"'),
  'a large text that isn’t applied': async (playground, page) => {
    await writeJson(LARGE)(playground, page);
    await playground.button('Edit as text').click();
    await playground.field(EDITOR).press('End');
    await page.keyboard.type('x');
  },
  'a pasted text that is refused': paste('This text has no request, (whatever it is).', 'Insert it as text'),
  'a pasted text that is being read': async (playground, page) => {
    await page.route('**/assets/paste-*.js', () => new Promise(() => {}));
    await playground.pasteRoute('curl https://h.test/a');
  },
  'a link without its secrets': async (playground, page) => {
    await playground.openSettings('Headers');
    await playground.button('Add header').click();
    await playground.field('Name of header 1').fill('authorization');
    await playground.field('Value of header 1').fill('Bearer S3cr3tInAHeader');
    await copyLink(page);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    // The address may be that of the link already.
    await page.goto('about:blank');
    await page.goto(link);
  },
  'a pasted text with a file': paste('curl https://h.test/a -F file=@photo.png', 'the request isn’t complete'),
  'a pasted text whose reader doesn’t load': async (playground, page) => {
    await page.route('**/assets/paste-*.js', (route) => route.abort());
    await paste('curl https://h.test/a', 'Insert it as text')(playground, page);
  },
};

test.use({ serviceWorkers: 'block' });

for (const [mistake, make] of sample(Object.entries(MISTAKES), 4)) {
  test(`${mistake}: nothing stale leaves the page`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.enter({ route: 'GET /users/{id}', variables: { id: '1' }, baseUrl: api.url });
    await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
    await make(playground, page);
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await expect(playground.line.getByText(/^\d problems?$/)).toBeVisible();
    await expect(playground.line.getByText('Built')).toHaveCount(0);

    await playground.field('Route').press('Control+Enter');
    await expect(playground.button('Send request')).toBeDisabled();
    // A text that isn't in the form is in place of the request.
    const copies = page.getByRole('button', { name: /^Copy (?:URL|Request options)$/ });
    await expect(copies.first()).toBeVisible();
    for (const copy of await copies.all()) {
      await expect(copy).toBeDisabled();
      await copy.press('Enter');
    }
    await playground.output('Code').click();
    await expect(page.getByText('The code appears once the request has no problems.')).toBeVisible();
    await playground.output(/^Why \d/).click();
    await expect(page.locator('.problems-problem').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
    expect(api.received).toEqual([]);
  });
}

test('a request that only a page can’t send isn’t sent, and is copied', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill(`GET ${api.url.replace('//', '//mona@')}/a`);
  await expect(playground.line.getByText('Built, can’t be sent')).toBeVisible();
  await expect(playground.button('Send request')).toBeDisabled();
  await playground.field('Route').press('Control+Enter');
  await playground.button('Copy URL').press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('127.0.0.1');
  await playground.output('Code').click();
  await expect(page.getByRole('button', { name: /^Copy/ }).last()).toBeEnabled();
  await playground.line.getByText('Built, can’t be sent').click();
  await expect(page.locator('.problems-problem')).toHaveCount(1);
  await expect(playground.output('Response')).toHaveAttribute('aria-selected', 'false');
  expect(api.received).toEqual([]);
});

for (const mistake of ['JSON that is cut off', 'a pasted text that is refused'])
  test(`${mistake} isn’t shared or saved as the form before`, async ({ page }) => {
    const playground = new Playground(page);
    await MISTAKES[mistake]?.(playground, page);
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await copyLink(page);
    await expect(page.locator('.notice')).toContainText(/JSON|pasted text/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

test('control: without a mistake, the same ways out have the request', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /users/{id}', variables: { id: '1' }, baseUrl: api.url });
  await playground.field('Route').press('Control+Enter');
  await expect.poll(listReceived).toEqual(['GET /users/1']);
  await playground.button('Copy URL').press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${api.url}/users/1`);
});

/** Holds the code that reads pasted texts back until it is released. */
async function holdReader(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/paste-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

for (const isLate of [false, true])
  test(`a paste that ${isLate ? 'is still being read' : 'is refused'} and that an undo settles doesn’t come back`, async ({
    page,
  }) => {
    const playground = new Playground(page);
    const release = isLate ? await holdReader(page) : undefined;
    await playground.field('Route').fill('GET /a');
    await playground.pasteRoute('wget https://h.test/a');
    await expect(playground.line.getByText('1 problem')).toBeVisible();
    if (!isLate) await expect(playground.button('Insert it as text')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(playground.field('Route')).not.toHaveValue('GET /a');
    await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expect(playground.field('Route')).toHaveValue('GET /a');
    release?.();
    if (isLate) await expect(page.getByText('paste it again')).toBeVisible();
    await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
  });

test('an undo takes an unreadable text back before any step of the form', async ({ page }) => {
  const playground = new Playground(page);
  const editor = playground.field(EDITOR);
  await playground.field('Route').fill('GET /a');
  await writeJson('{"route": "GET /b"')(playground, page);
  await expect(playground.line.getByText('1 problem')).toBeVisible();
  await page.getByRole('radio', { name: 'JSON' }).focus();
  await page.keyboard.press('Control+z');
  await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
  await expect(editor).toHaveValue(/"route": "GET \/a"/);
  await page.keyboard.press('Control+Shift+z');
  await expect(playground.line.getByText('1 problem')).toBeVisible();
  await expect(editor).toHaveValue('{"route": "GET /b"');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(playground.field('Route')).not.toHaveValue('GET /a');
});

test('an unreadable text stays while the fields are shown, and the next change of a field ends it', async ({
  page,
}) => {
  const playground = new Playground(page);
  await writeJson('{"route": "GET /a"')(playground, page);
  await page.getByRole('radio', { name: 'Fields' }).check();
  await expect(playground.line.getByText('1 problem')).toBeVisible();
  await page.getByRole('radio', { name: 'JSON' }).check();
  await expect(playground.field(EDITOR)).toHaveValue('{"route": "GET /a"');
  await page.getByRole('radio', { name: 'Fields' }).check();
  await playground.field('Value of state').fill('closed');
  await expect(playground.line.getByText('Built')).toBeVisible();
});

test('a request of a pasted text with a file can be sent as it is, once the user says so', async ({ page }) => {
  const playground = new Playground(page);
  await paste(`curl ${api.url}/a -F file=@photo.png`, 'the request isn’t complete')(playground, page);
  await playground.line.getByText('1 problem').click();
  await playground.button('Send the request as it is').click();
  await playground.field('Route').press('Control+Enter');
  await expect.poll(listReceived).toEqual(['POST /a']);
});

test('a call of a link isn’t sent without its secrets until each is entered or accepted', async ({ page }) => {
  const playground = new Playground(page);
  await playground.show('Call');
  await playground.enterCode('echo');
  await playground.field('str1').fill('Hello');
  await playground.field('str2').fill('Bearer S3cr3tInAnArgument');
  await playground.button('Add metadata').click();
  await playground.field('Name of metadata 1').fill('authorization');
  await playground.field('Value of metadata 1').fill('Bearer S3cr3tInMetadata');
  await copyLink(page);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link);

  await playground.show('Call');
  await expect(page.getByText('2 fields keep this call from being sent.')).toBeVisible();
  await playground.field('str1').press('Control+Enter');
  await expect(playground.button('Send')).toBeDisabled();
  await playground.field('str2').locator('xpath=..').getByRole('button', { name: 'Send without it' }).click();
  await playground.field('str1').press('Control+Enter');
  await expect(page.getByText('One field keeps this call from being sent.')).toBeVisible();
  await expect(playground.response.locator('time')).toHaveCount(0);
  await playground.field('Value of metadata 1').fill('Bearer 2');
  await playground.field('str1').press('Control+Enter');
  await expect(playground.message).toContainText('"str1": "Hello"');
});

test('a text with a mistake survives a reload, and nothing older is sent', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /users/{id}', variables: { id: '1' }, baseUrl: api.url });
  await writeJson('{"route": "DELETE /users/1"')(playground, page);
  await page.reload();
  await expect(playground.line.getByText('1 problem')).toBeVisible();
  await expect(playground.field(EDITOR)).toHaveValue('{"route": "DELETE /users/1"');
  await playground.field('Route').press('Control+Enter');
  await playground.field(EDITOR).fill('{"route": "GET /b"}');
  await expect(playground.line.getByText('Built')).toBeVisible();
  await page.reload();
  await expect(playground.line.getByText('Built')).toBeVisible();
  expect(api.received).toEqual([]);
});

test('what is typed while a pasted text is read stays', async ({ page }) => {
  const playground = new Playground(page);
  const release = await holdReader(page);
  await playground.pasteRoute('curl -X DELETE https://h.test/pasted');
  await playground.field('Route').fill('GET /typed');
  release();
  await expect(page.getByText('paste it again')).toBeVisible();
  await expect(playground.field('Route')).toHaveValue('GET /typed');
  await expect(playground.line.getByText('Built')).toBeVisible();
});

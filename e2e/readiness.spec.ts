/** While the request has a mistake, nothing is sent, copied or shared, and no earlier request is shown. */
import type { Page } from '@playwright/test';
import { startEchoApi } from './support/echo-api.js';
import type { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

let api: Awaited<ReturnType<typeof startEchoApi>>;
test.beforeEach(async ({ untilEnd }) => {
  api = untilEnd(await startEchoApi());
});

async function copyLink(playground: Playground): Promise<void> {
  await playground.button('Share').click();
  await playground.button('Copy link').click();
  await expect(playground.page.locator('.notice')).not.toHaveText('');
}

const EDITOR = 'Route and options as JSON';
const LARGE = JSON.stringify({ route: 'GET /a', options: { q: 'x'.repeat(60_000) } });

async function writeJson(playground: Playground, text: string): Promise<void> {
  await playground.page.getByRole('radio', { name: 'JSON' }).check();
  await playground.field(EDITOR).fill(text);
}

/** Mistakes by their names, each made in a form that is ready. Others differ in the model alone: readiness.test.ts has them. */
const MISTAKES: Readonly<Record<string, (playground: Playground) => Promise<void>>> = {
  'a route that ends too early': (playground) => playground.field('Route').fill('GET /users/{id'),
  'a large text that isn’t applied': async (playground) => {
    await writeJson(playground, LARGE);
    await playground.button('Edit as text').click();
    await playground.field(EDITOR).press('End');
    await playground.page.keyboard.type('x');
  },
  'a pasted text that is being read': async (playground) => {
    await playground.page.route('**/assets/paste-*.js', () => new Promise(() => {}));
    await playground.pasteRoute('curl https://h.test/a');
  },
  'a pasted text whose reader doesn’t load': async (playground) => {
    await playground.page.route('**/assets/paste-*.js', (route) => route.abort());
    await playground.pasteRoute('curl https://h.test/a');
    // Else the notice would move the page under the next click.
    await expect(playground.page.getByText('Insert it as text').first()).toBeVisible();
  },
};

for (const [mistake, make] of Object.entries(MISTAKES)) {
  test(`${mistake}: nothing stale leaves the page`, async ({ page, playground }) => {
    await playground.enter({ route: 'GET /users/{id}', variables: { id: '1' }, baseUrl: api.url });
    await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
    await playground.button('Copy URL').press('Enter');
    await expect.poll(() => playground.readClipboard()).toBe(`${api.url}/users/1`);
    await make(playground);
    await playground.writeClipboard('before');
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
    expect(await playground.readClipboard()).toBe('before');
    expect(api.received).toEqual([]);
  });
}

test('a request that only a page can’t send isn’t sent, and is copied', async ({ page, playground }) => {
  await playground.field('Route').fill(`GET ${api.url.replace('//', '//mona@')}/a`);
  await expect(playground.line.getByText('Built, can’t be sent')).toBeVisible();
  await expect(playground.button('Send request')).toBeDisabled();
  await playground.field('Route').press('Control+Enter');
  await playground.button('Copy URL').press('Enter');
  await expect.poll(() => playground.readClipboard()).toContain('127.0.0.1');
  await playground.output('Code').click();
  await expect(page.getByRole('button', { name: /^Copy/ }).last()).toBeEnabled();
  await playground.line.getByText('Built, can’t be sent').click();
  await expect(page.locator('.problems-problem')).toHaveCount(1);
  await expect(playground.output('Response')).toHaveAttribute('aria-selected', 'false');
  expect(api.received).toEqual([]);
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
    playground,
  }) => {
    const release = isLate ? await holdReader(page) : undefined;
    await playground.field('Route').fill('GET /a');
    await playground.pasteRoute('wget https://h.test/a');
    await expect(playground.line.getByText('1 problem')).toBeVisible();
    if (!isLate) {
      await expect(playground.button('Insert it as text')).toBeVisible();
      await playground.writeClipboard('before');
      await copyLink(playground);
      await expect(page.locator('.notice')).toContainText('pasted text');
      expect(await playground.readClipboard()).toBe('before');
    }
    await page.keyboard.press('Control+z');
    await expect(playground.field('Route')).not.toHaveValue('GET /a');
    await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expect(playground.field('Route')).toHaveValue('GET /a');
    release?.();
    if (isLate) await expect(page.getByText('paste it again')).toBeVisible();
    await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
  });

test('an unreadable text', async ({ page, playground }) => {
  const editor = playground.field(EDITOR);
  const isBuilt = () => expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
  const hasProblem = () => expect(playground.line.getByText('1 problem')).toBeVisible();
  const cut = '{"route": "DELETE /users/1"';
  await playground.enter({ route: 'GET /users/{id}', variables: { id: '1' }, baseUrl: api.url });
  await writeJson(playground, cut);
  await hasProblem();
  await test.step('isn’t shared or saved as the form before', async () => {
    await playground.writeClipboard('before');
    await copyLink(playground);
    await expect(page.locator('.notice')).toContainText('JSON');
    expect(await playground.readClipboard()).toBe('before');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('is taken back by an undo before any step of the form', async () => {
    await page.getByRole('radio', { name: 'JSON' }).focus();
    await page.keyboard.press('Control+z');
    await isBuilt();
    await expect(editor).toHaveValue(/"route": "GET \/users\/\{id\}"/);
    await page.keyboard.press('Control+Shift+z');
    await hasProblem();
    await expect(editor).toHaveValue(cut);
  });
  await test.step('survives a reload, after which nothing older is sent', async () => {
    await page.reload();
    await hasProblem();
    await expect(editor).toHaveValue(cut);
    await playground.field('Route').press('Control+Enter');
    await editor.fill('{"route": "GET /b{?state}"}');
    await expect(playground.line.getByText('Built')).toBeVisible();
    await page.reload();
    await expect(playground.line.getByText('Built')).toBeVisible();
    expect(api.received).toEqual([]);
  });
  await test.step('stays while the fields are shown, and the next change of a field ends it', async () => {
    await writeJson(playground, '{"route": "GET /a"');
    await page.getByRole('radio', { name: 'Fields' }).check();
    await hasProblem();
    await page.getByRole('radio', { name: 'JSON' }).check();
    await expect(editor).toHaveValue('{"route": "GET /a"');
    await page.getByRole('radio', { name: 'Fields' }).check();
    await playground.field('Value of state').fill('closed');
    await isBuilt();
  });
});

test('a request of a pasted text with a file can be sent as it is, once the user says so', async ({
  page,
  playground,
}) => {
  await playground.pasteRoute(`curl ${api.url}/a -F file=@photo.png`);
  await expect(page.getByText('the request isn’t complete').first()).toBeVisible();
  await playground.line.getByText('1 problem').click();
  await playground.button('Send the request as it is').click();
  await playground.field('Route').press('Control+Enter');
  await expect.poll(() => api.received).toMatchObject([{ method: 'POST', url: `${api.url}/a` }]);
});

test('a call of a link isn’t sent without its secrets until each is entered or accepted', async ({
  page,
  playground,
}) => {
  await playground.show('Call');
  await playground.enterCode('echo');
  await playground.field('str1').fill('Hello');
  await playground.field('str2').fill('Bearer S3cr3tInAnArgument');
  await playground.addMetadata(1, 'authorization', 'Bearer S3cr3tInMetadata');
  await copyLink(playground);
  const link = await playground.readClipboard();
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

test('what is typed while a pasted text is read stays', async ({ page, playground }) => {
  const release = await holdReader(page);
  await playground.pasteRoute('curl -X DELETE https://h.test/pasted');
  await playground.field('Route').fill('GET /typed');
  release();
  await expect(page.getByText('paste it again')).toBeVisible();
  await expect(playground.field('Route')).toHaveValue('GET /typed');
  await expect(playground.line.getByText('Built')).toBeVisible();
});

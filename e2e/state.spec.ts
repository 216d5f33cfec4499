import type { Page } from '@playwright/test';
import { Playground } from './support/playground.js';
import { serveStatic } from '../dev/testing/static-server.mjs';
import { expect, ROOT, test } from './support/stack.js';

const EXAMPLE_URL = 'https://api.github.com/repos/nodejs/undici/issues';

test.beforeEach(async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stack.url);
  await expect(new Playground(page).line).toContainText('Built');
});

test('the address contains the whole state, readable, and opens it elsewhere', async ({ page, browser }) => {
  const playground = new Playground(page);
  await playground.enter({
    route: 'GET /users/{name}{?page}',
    variables: { name: 'mona' },
    headers: [['x-a', '1 & 2']],
  });
  await playground.call({ code: 'expand' });
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('route=GET+/users/{name}{?page}');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('call.code=expand');
  const context = await browser.newContext();
  const other = await context.newPage();
  const address = await page.evaluate(() => location.href);
  await other.goto(address);
  const opened = new Playground(other);
  await expect(opened.field('Route')).toHaveValue('GET /users/{name}{?page}');
  await expect(opened.field('Value of name')).toHaveValue('mona');
  await expect(opened.field('Value of header 1')).toHaveValue('1 & 2');
  await opened.show('Call');
  await expect(opened.field('code')).toHaveValue('expand');
  expect(await other.evaluate(() => location.href)).toBe(address);
  await context.close();
});

test('secrets are in no link and no storage, and the page names the omissions', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({
    route: 'GET /user{?access_token}',
    variables: { access_token: 'S3cr3tInAVariable' },
    headers: [
      ['authorization', 'Bearer S3cr3tInAHeader'],
      ['x-a', 'kept'],
    ],
  });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toContainText('header authorization');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('kept');
  expect(copied).not.toMatch(/S3cr3t/);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Markdown copied.')).toBeVisible();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toMatch(
    /```\nGET \/user\{\?access_token\}\n```[^]*\[Open in the playground\]\(<http:\/\/[^>]+#[^>]+>\)/,
  );
  expect(markdown).not.toMatch(/S3cr3t/);
  await expect.poll(() => page.url()).toContain('x-a');
  expect(page.url()).not.toMatch(/S3cr3t/);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/S3cr3t/);
  await expect(playground.field('Value of header 1')).toHaveValue('Bearer S3cr3tInAHeader');
});

/** What leaves the page before the address can show the last edit. */
const atOnce = [
  ['a reload', async (page: Page) => page.reload()],
  [
    'another page, and the way back',
    async (page: Page) => {
      await page.goto('about:blank');
      await page.goBack();
    },
  ],
] as const;

for (const [name, leave] of atOnce) {
  test(`an undone edit stays undone after ${name} at once, and the address follows`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.enter({ route: 'GET /first' });
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('/first');
    await playground.field('Route').fill('GET /second');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('/second');
    await playground.choose('Undo');
    await expect(playground.field('Route')).toHaveValue('GET /first');
    await leave(page);
    await expect(playground.field('Route')).toHaveValue('GET /first');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('/first');
  });
}

test('a link that is opened is shown, also where an edit was left at once before', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /linked' });
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('/linked');
  const link = page.url();
  await playground.field('Route').fill('GET /edited');
  await page.reload();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('/edited');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(playground.field('Route')).toHaveValue('GET /linked');
});

test.describe('without kept files', () => {
  test.use({ serviceWorkers: 'block' });

  test('an edit that settles while a slow reload is under way is not undone by it', async ({ page, stack }) => {
    const playground = new Playground(page);
    await playground.enter({ route: 'GET /first' });
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('/first');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      (url) => url.pathname === new URL(stack.url).pathname,
      async (route) => {
        await answered;
        await route.continue();
      },
    );
    await playground.field('Route').press('End');
    await page.evaluate(() => location.reload());
    await page.keyboard.type('/second');
    await expect.poll(() => page.url()).toContain('/first/second');
    const loaded = page.waitForEvent('load');
    answer();
    await loaded;
    await expect(playground.field('Route')).toHaveValue('GET /first/second');
  });
});

test('of two links that are opened at once, the second stays', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({
    route: 'POST /long',
    parameters: [{ name: 'body', value: 'a rather long text, '.repeat(5000) }],
  });
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#z=/);
  const long = await page.evaluate(() => location.hash);
  await page.evaluate(() => {
    location.hash = '#route=GET+/between';
  });
  await expect(playground.field('Route')).toHaveValue('GET /between');
  await page.evaluate((hash) => {
    location.hash = hash;
    location.hash = '#route=GET+/second';
  }, long);
  await expect(playground.field('Route')).toHaveValue('GET /second');
  // As long as reading the first takes, several times.
  await page.evaluate(async (hash) => {
    const bytes = Uint8Array.from(atob(hash.slice(3).replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    for (let time = 0; time < 5; time += 1) {
      await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
    }
  }, long);
  await expect(playground.field('Route')).toHaveValue('GET /second');
});

test('undo restores the draft that a link replaces', async ({ page, stack }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /my/draft');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('/my/draft');
  await page.goto('about:blank');
  await page.goto(`${stack.url}#route=GET+/of/a/link`);
  await expect(playground.field('Route')).toHaveValue('GET /of/a/link');
  await playground.choose('Undo');
  await expect(playground.field('Route')).toHaveValue('GET /my/draft');
});

test('a link opened in the same page is a step that can be undone', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /before');
  await page.evaluate(() => (location.hash = 'route=GET+/after'));
  await expect(playground.field('Route')).toHaveValue('GET /after');
  await page.keyboard.press('Control+z');
  await expect(playground.field('Route')).toHaveValue('GET /before');
});

test('undo and redo cover the whole form, in the order of edits', async ({ page }) => {
  const playground = new Playground(page);
  const route = playground.field('Route');
  await route.fill('GET /a/{b}');
  await playground.field('Value of b').fill('1');
  await playground.button('Add header').click();
  await playground.field('Name of header 1').fill('x-a');
  await playground.show('Call');
  await playground.field('str1').fill('to the server');
  await playground.field('str1').focus();
  await page.keyboard.press('Control+z');
  await expect(playground.field('str1')).toHaveValue('GET /a/{b}');
  await page.keyboard.press('Control+z');
  await expect(playground.field('Name of header 1')).toHaveValue('');
  await page.keyboard.press('Control+z');
  await expect(playground.field('Name of header 1')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(playground.field('Value of b')).toHaveValue('');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+Shift+z');
  await expect(playground.field('str1')).toHaveValue('to the server');
  await expect(playground.field('Name of header 1')).toHaveValue('x-a');
  await expect(playground.field('Value of b')).toHaveValue('1');
  await expect(await playground.menuItem('Redo')).toHaveAttribute('aria-disabled', 'true');
});

test('undoes typing in one step, and restores the caret', async ({ freshPage: page, stack }) => {
  await page.goto(stack.url);
  const playground = new Playground(page);
  const route = playground.field('Route');
  await route.fill('GET /repos/{owner}/issues');
  await route.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(18, 18));
  // A pause of a second would make two steps, so the clock doesn't move.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type('-of-{repo}s');
  await expect(route).toHaveValue('GET /repos/{owner}-of-{repo}s/issues');
  await page.keyboard.press('Control+z');
  await expect(route).toHaveValue('GET /repos/{owner}/issues');
  expect(await route.evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(18);
  await page.keyboard.press('Control+y');
  await expect(route).toHaveValue('GET /repos/{owner}-of-{repo}s/issues');
  expect(await route.evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(29);
});

test('undo in a dialog’s field is the browser’s', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /kept');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search commands' });
  await search.pressSequentially('theme');
  await page.keyboard.press('Control+z');
  await expect(search).not.toHaveValue('theme');
  await page.keyboard.press('Escape');
  await expect(playground.field('Route')).toHaveValue('GET /kept');
});

test('the embedded page is the builder alone, stores nothing, and links to the full page', async ({
  page,
  context,
  stack,
}) => {
  const address = new URL(stack.url);
  address.searchParams.set('embed', '1');
  address.hash = 'route=GET+/embedded';
  await page.goto(address.href);
  const playground = new Playground(page);
  await expect(playground.field('Route')).toHaveValue('GET /embedded');
  await expect(page.getByRole('heading', { name: 'Call the service', includeHidden: true })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await playground.field('Route').fill('GET /embedded/{and}/changed');
  const [whole] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open in the playground' }).click(),
  ]);
  await expect(new Playground(whole).field('Route')).toHaveValue('GET /embedded/{and}/changed');
  await whole.close();
  expect(await page.evaluate(() => localStorage.getItem('endpoint.js:draft'))).toBeNull();
});

test('reports a damaged link, and never shows a blank page', async ({ page, stack }) => {
  await page.goto('about:blank');
  await page.goto(`${stack.url}#z=AAAA`);
  await expect(page.getByRole('alert')).toContainText('This link is damaged or incomplete');
  await expect(new Playground(page).line).toContainText(EXAMPLE_URL);
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('opens a link while an edit settles into the address', async ({ page }) => {
  const playground = new Playground(page);
  await playground.line.waitFor();
  await page.evaluate(() => {
    location.hash = 'route=GET+/opened';
    history.replaceState(null, '', '#route=GET+/edited');
  });
  await expect(playground.field('Route')).toHaveValue('GET /opened');
  await expect(page).toHaveURL(/#route=GET\+\/opened$/);
});

test('a link holds no values of variables that the route no longer has, and the page keeps them', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /users/{name}', variables: { name: 'planted' } });
  await expect(page).toHaveURL(/planted/);
  await playground.field('Route').fill('GET /users');
  await expect(page).not.toHaveURL(/planted/);
  await page.reload();
  await playground.field('Route').fill('GET /users/{name}');
  await expect(playground.field('Value of name')).toHaveValue('planted');
});

test.describe('after the first visit', () => {
  test.use({ serviceWorkers: 'allow' });

  test('works offline, except calls', async ({ page, context }) => {
    const server = await serveStatic({ '/sub/path/': `${ROOT}/playground/dist` });
    await page.goto(`${server.url}/sub/path/`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await server.stop();
    await context.setOffline(true);
    await page.reload();
    const playground = new Playground(page);
    await expect(playground.line).toContainText(EXAMPLE_URL);
    await page.getByRole('button', { name: 'Catalogue' }).click();
    await page.getByRole('combobox', { name: 'Search routes' }).fill('create an issue');
    await page.keyboard.press('Enter');
    await expect(playground.field('Route')).toHaveValue('POST /repos/{owner}/{repo}/issues');
    await playground.show('Call');
    // The usual bridge, as the host names none.
    await expect(playground.field('Bridge address')).toHaveValue('http://127.0.0.1:8080');
    await playground.call({ code: 'echo' });
    await expect(playground.response.getByText('14 UNAVAILABLE')).toBeVisible();
  });
});

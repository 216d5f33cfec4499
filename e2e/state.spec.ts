/** The state of the page in its address, its storage and its history. */
import { Playground } from './support/playground.js';
import { serveStatic } from '../dev/testing/static-server.mjs';
import { expect, ROOT, test } from './support/stack.js';

const EXAMPLE_URL = 'https://api.github.com/repos/nodejs/undici/issues';

test('the address contains the whole state, readable, and opens it elsewhere', async ({
  page,
  freshPage,
  playground,
}) => {
  await playground.enter({
    route: 'GET /users/{name}{?page}',
    variables: { name: 'mona' },
    headers: [['x-a', '1 & 2']],
  });
  await playground.call({ code: 'expand' });
  await expect.poll(() => page.url()).toMatch(/route=GET\+\/users\/\{name\}\{\?page\}.*call\.code=expand/);
  const address = page.url();
  await freshPage.goto(address);
  const opened = new Playground(freshPage);
  await expect(opened.field('Route')).toHaveValue('GET /users/{name}{?page}');
  await expect(opened.field('Value of name')).toHaveValue('mona');
  await expect(opened.field('Value of header 1')).toHaveValue('1 & 2');
  await opened.show('Call');
  await expect(opened.field('code')).toHaveValue('expand');
  expect(freshPage.url()).toBe(address);
});

test('secrets are in no link and no storage, and the page names the omissions', async ({ page, playground }) => {
  await playground.enter({
    route: 'GET /user{?access_token}',
    variables: { access_token: 'S3cr3tInAVariable' },
    headers: [
      ['authorization', 'Bearer S3cr3tInAHeader'],
      ['x-a', 'kept'],
    ],
  });
  const share = async (command: string, notice: string) => {
    await playground.button('Share').click();
    await playground.button(command).click();
    await expect(page.getByText(notice)).toContainText('header authorization');
    const copied = await playground.readClipboard();
    expect(copied).not.toMatch(/S3cr3t/);
    return copied;
  };
  expect(await share('Copy link', 'Link copied.')).toContain('kept');
  expect(await share('Copy as Markdown', 'Markdown copied.')).toMatch(
    /```\nGET \/user\{\?access_token\}\n```[^]*\[Open in the playground\]\(<http:\/\/[^>]+#[^>]+>\)/,
  );
  await expect.poll(() => page.url()).toContain('x-a');
  expect(page.url()).not.toMatch(/S3cr3t/);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/S3cr3t/);
  await expect(playground.field('Value of header 1')).toHaveValue('Bearer S3cr3tInAHeader');
});

test('what is left at once comes back', async ({ page, playground }) => {
  const route = playground.field('Route');
  const enter = async (path: string) => {
    await route.fill(`GET /${path}`);
    await expect.poll(() => playground.readHash()).toContain(`/${path}`);
  };
  const ways = {
    reload: () => page.reload(),
    'another page, and the way back': async () => {
      await page.goto('about:blank');
      await page.goBack();
    },
  };
  for (const [name, leave] of Object.entries(ways)) {
    await test.step(`an undone edit stays undone: ${name}`, async () => {
      await enter('first');
      await enter('second');
      await playground.choose('Undo');
      await expect(route).toHaveValue('GET /first');
      await leave();
      await expect(route).toHaveValue('GET /first');
      await expect.poll(() => playground.readHash()).toContain('/first');
    });
  }
  await test.step('a link that is opened then is shown, and one undo restores the draft', async () => {
    await enter('linked');
    const link = page.url();
    await route.fill('GET /edited');
    await page.reload();
    await expect.poll(() => playground.readHash()).toContain('/edited');
    await page.goto('about:blank');
    await page.goto(link);
    await expect(route).toHaveValue('GET /linked');
    await playground.choose('Undo');
    await expect(route).toHaveValue('GET /edited');
  });
  await test.step('an edit that settles while a slow reload is under way is not undone by it', async () => {
    await enter('first');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { pathname } = new URL(page.url());
    await page.route(
      (url) => url.pathname === pathname,
      async (request) => {
        await answered;
        await request.continue();
      },
    );
    await route.press('End');
    await page.evaluate(() => location.reload());
    await page.keyboard.type('/second');
    await expect.poll(() => page.url()).toContain('/first/second');
    const loaded = page.waitForEvent('load');
    answer();
    await loaded;
    await expect(route).toHaveValue('GET /first/second');
  });
});

test('links that are opened in the same page', async ({ page, playground }) => {
  const route = playground.field('Route');
  await test.step('one is a step that can be undone', async () => {
    await route.fill('GET /before');
    await playground.openHash('route=GET+/after');
    await expect(route).toHaveValue('GET /after');
    await page.keyboard.press('Control+z');
    await expect(route).toHaveValue('GET /before');
  });
  await test.step('one opens while an edit settles into the address', async () => {
    await page.evaluate(() => {
      location.hash = 'route=GET+/opened';
      history.replaceState(null, '', '#route=GET+/edited');
    });
    await expect(route).toHaveValue('GET /opened');
    await expect(page).toHaveURL(/#route=GET\+\/opened$/);
  });
  await test.step('of two that are opened at once, the second stays', async () => {
    const value = 'a rather long text, '.repeat(5000);
    await playground.enter({ route: 'POST /long', parameters: [{ name: 'body', value }] });
    await expect.poll(() => playground.readHash()).toMatch(/^#z=/);
    const long = await playground.readHash();
    await playground.openHash('route=GET+/between');
    await expect(route).toHaveValue('GET /between');
    await page.evaluate((hash) => {
      location.hash = hash;
      location.hash = '#route=GET+/second';
    }, long);
    await expect(route).toHaveValue('GET /second');
    // As long as reading the first takes, several times.
    await page.evaluate(async (hash) => {
      const bytes = Uint8Array.from(atob(hash.slice(3).replaceAll('-', '+').replaceAll('_', '/')), (c) =>
        c.charCodeAt(0),
      );
      for (let time = 0; time < 5; time += 1) {
        await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
      }
    }, long);
    await expect(route).toHaveValue('GET /second');
  });
  await test.step('one holds no values of variables that the route no longer has, and the page keeps them', async () => {
    await playground.enter({ route: 'GET /users/{name}', variables: { name: 'planted' } });
    await expect(page).toHaveURL(/planted/);
    await route.fill('GET /users');
    await expect(page).not.toHaveURL(/planted/);
    await page.reload();
    await route.fill('GET /users/{name}');
    await expect(playground.field('Value of name')).toHaveValue('planted');
  });
});

test('undo and redo cover the whole form, in the order of edits', async ({ page, playground }) => {
  const { route, value, header, argument } = {
    route: playground.field('Route'),
    value: playground.field('Value of b'),
    header: playground.field('Name of header 1'),
    argument: playground.field('str1'),
  };
  await route.fill('GET /a/{b}');
  await value.fill('1');
  await playground.button('Add header').click();
  await header.fill('x-a');
  await playground.show('Call');
  await argument.fill('to the server');
  await argument.focus();
  await page.keyboard.press('Control+z');
  await expect(argument).toHaveValue('GET /a/{b}');
  await page.keyboard.press('Control+z');
  await expect(header).toHaveValue('');
  await page.keyboard.press('Control+z');
  await expect(header).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(value).toHaveValue('');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+Shift+z');
  await expect(argument).toHaveValue('to the server');
  await expect(header).toHaveValue('x-a');
  await expect(value).toHaveValue('1');
  await expect(await playground.menuItem('Redo')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await test.step('undo in a dialog’s field is the browser’s', async () => {
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search commands' });
    await search.pressSequentially('theme');
    await page.keyboard.press('Control+z');
    await expect(search).not.toHaveValue('theme');
    await page.keyboard.press('Escape');
    await expect(argument).toHaveValue('to the server');
  });
});

test('undoes typing in one step, and restores the caret', async ({ freshPage: page, stack }) => {
  await page.goto(stack.url);
  const route = new Playground(page).field('Route');
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

test('the embedded page is the builder alone, stores nothing, and links to the full page', async ({
  page,
  context,
  stack,
}) => {
  const playground = new Playground(page);
  await page.goto(new URL('?embed=1#route=GET+/embedded', stack.url).href);
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
  await page.goto(`${stack.url}#z=AAAA`);
  await expect(page.getByRole('alert')).toContainText('This link is damaged or incomplete');
  await expect(new Playground(page).line).toContainText(EXAMPLE_URL);
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
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

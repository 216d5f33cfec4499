import { existsSync, readFileSync } from 'node:fs';
import { Playground } from './support/playground.js';
import { serveStatic } from '../dev/testing/static-server.mjs';
import { expect, ROOT, test } from './support/stack.js';

test('asks its own server for the bridge; the query of the page names another', async ({ page, stack }) => {
  const playground = new Playground(page);
  await page.goto(`${new URL('/', stack.url).href}?bridge=https%3A%2F%2Fgrpc.example%2Fweb`);
  await playground.show('Call');
  await expect(playground.field('Bridge address')).toHaveValue('https://grpc.example/web');
  await page.goto(new URL('/', stack.url).href);
  await playground.show('Call');
  await expect(playground.field('Bridge address')).toHaveValue(stack.bridge);
});

test('opens with the part that the address names, as the shortcuts of the installed app do, and keeps the chosen one', async ({
  page,
  stack,
}) => {
  const manifest = JSON.parse(readFileSync(`${ROOT}/playground/dist/manifest.webmanifest`, 'utf8')) as {
    readonly icons: readonly { readonly src: string }[];
    readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  };
  for (const { src } of manifest.icons) expect(existsSync(`${ROOT}/playground/dist/${src}`)).toBe(true);
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(new URL(url, stack.url).href);
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await page.goto(new URL('?part=call', stack.url).href);
  await new Playground(page).show('Build');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Build a request' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('part')).toBe('build');
});

test('keeps the chosen theme', async ({ page, stack }) => {
  const playground = new Playground(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(stack.url);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await playground.command('theme dark');
  await playground.expectTheme('dark');
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  await playground.expectTheme('dark');
  await expect.poll(background).toBe(dark);
  await playground.command('theme system');
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe(dark);
});

test('works where storage is blocked', async ({ page, stack }) => {
  const playground = new Playground(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto(stack.url);
  await playground.command('theme light');
  await playground.expectTheme('light');
  await expect(playground.line).toContainText('Built');
});

test('works under a sub-path of any host, from its own files alone', async ({ untilEnd, page, stack }) => {
  const playground = new Playground(page);
  const server = untilEnd(await serveStatic({ '/some/where/': `${ROOT}/playground/dist` }));
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/some/where/`)) foreign.push(request.url());
  });
  await page.goto(`${server.url}/some/where/?bridge=${encodeURIComponent(stack.bridge)}`);
  await expect(playground.line).toContainText('Built');
  expect(foreign).toEqual([]);
  // The bridge allows listed origins only, and this isn't one of them.
  await playground.call({ code: 'echo' });
  await expect(playground.response.getByText('14 UNAVAILABLE')).toBeVisible();
  await expect(playground.response).toContainText(`allows the origin ${server.url}`);
  expect(new Set(foreign)).toEqual(new Set([`${stack.bridge}/api.ApiService/CallApi`]));
});

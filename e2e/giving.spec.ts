/** What leaves the page: files of snippets, pictures, and HTML for other pages. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

const SECRETS = {
  route: 'GET /repos/{owner}/{token}{?q}',
  variables: { owner: 'octokit', token: 'S3cr3tInAPath', q: 'Bearer S3cr3tInAText' },
  parameters: [{ name: 'api_key', value: 'S3cr3tInTheQuery' }],
  headers: [['authorization', 'Bearer S3cr3tInAHeader']],
} as const;

test.beforeEach(async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stack.url);
});

async function readDownload(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('downloads a snippet under the name that its language expects, and keeps the language', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', parameters: [{ name: 'b', value: 'c' }] });
  await playground.tab('Snippets').click();
  const names: string[] = [];
  for (const language of ['endpoint.js', 'curl', 'java', 'rust', 'typescript']) {
    await playground.field('Language').selectOption(language);
    const { name, text } = await readDownload(page, () => playground.button('Download').click());
    expect(text).toBe(await page.getByRole('region', { name: /^Snippet: / }).textContent());
    names.push(name);
  }
  expect(names).toEqual(['request.mjs', 'request.sh', 'Main.java', 'main.rs', 'request.ts']);
  await page.reload();
  await playground.tab('Snippets').click();
  await expect(playground.field('Language')).toHaveValue('typescript');
  await expect(page.getByRole('region', { name: /^Snippet: TypeScript/ })).toContainText('export interface');
});

test('downloads the request as HAR', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'POST /a', parameters: [{ name: 'b', value: 'c' }] });
  await playground.tab('Snippets').click();
  await playground.field('Language').selectOption('har');
  const { name, text } = await readDownload(page, () => playground.button('Download').click());
  expect(name).toBe('request.har');
  expect(JSON.parse(text)).toMatchObject({
    log: { version: '1.2', entries: [{ request: { method: 'POST', postData: { text: '{"b":"c"}' } } }] },
  });
});

test('no file and no picture has a secret', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter(SECRETS);
  await playground.tab('Snippets').click();
  for (const language of ['endpoint.js', 'curl', 'java', 'har']) {
    await playground.field('Language').selectOption(language);
    const { text } = await readDownload(page, () => playground.button('Download without secrets').click());
    expect(text).toContain('octokit');
    expect(text).not.toContain('S3cr3t');
  }
  await playground.button('Share').click();
  await playground.button('Picture of the url …').click();
  await playground.button('Copy SVG').click();
  await expect.poll(() => copied(page)).toMatch(/^<svg /);
  const drawn = await copied(page);
  expect(drawn).toContain('octokit');
  expect(drawn).not.toContain('S3cr3t');
});

test('draws the explained url, in words too', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /repos/{owner}{?page}', variables: { owner: 'a b', page: 2 } });
  await playground.button('Share').click();
  await playground.button('Picture of the url …').click();
  const picture = page.getByRole('img', {
    name: /^The url https:\/\/api\.github\.com\/repos\/a%20b\?page=2, built from/,
  });
  await expect(picture).toBeVisible();
  // The browser could read the file.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
  const { name, text } = await readDownload(page, () => playground.button('Download').last().click());
  expect(name).toBe('url.svg');
  expect(text).toContain('prefers-color-scheme');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await playground.button('Copy SVG').click();
  await expect.poll(() => copied(page)).not.toContain('prefers-color-scheme');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('says so where there is no url to draw', async ({ page }) => {
  const playground = new Playground(page);
  await playground.field('Route').fill('GET /{missing}');
  await playground.button('Share').click();
  await playground.button('Picture of the url …').click();
  await expect(page.getByRole('dialog')).toContainText('There is no url to draw');
});

test('the HTML to embed names the request, and shows it in the chosen theme', async ({ page, context }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /embedded/{token}', variables: { token: 'S3cr3t' } });
  await playground.button('Share').click();
  await playground.button('HTML to embed …').click();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await playground.button('Copy HTML').click();
  await expect.poll(() => copied(page)).toContain('theme=dark');
  const html = await copied(page);
  expect(html).not.toContain('S3cr3t');
  await expect(page.getByRole('dialog')).toContainText('Left out because it may be secret: variable token.');
  const other = await context.newPage();
  await other.setContent(html);
  const frame = other.frameLocator('iframe[title="GET /embedded/{token}, explained by the playground of endpoint.js"]');
  await expect(frame.getByLabel('Route', { exact: true })).toHaveValue('GET /embedded/{token}');
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
});

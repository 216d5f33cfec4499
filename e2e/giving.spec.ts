/** What leaves the page: files of snippets. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

test.beforeEach(async ({ page, stack }) => {
  await page.goto(stack.url);
});

async function readDownload(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('downloads a snippet under the name that its language expects, and keeps the language', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /a', parameters: [{ name: 'b', value: 'c' }] });
  await playground.tab('Code').click();
  const names: string[] = [];
  for (const language of ['endpoint.js', 'curl', 'java', 'rust', 'typescript']) {
    await playground.field('Language').selectOption(language);
    const { name, text } = await readDownload(page, () => playground.button('Download').click());
    expect(text).toBe(await page.getByRole('region', { name: /^Snippet: / }).textContent());
    names.push(name);
  }
  expect(names).toEqual(['request.mjs', 'request.sh', 'Main.java', 'main.rs', 'request.ts']);
  await page.reload();
  await playground.tab('Code').click();
  await expect(playground.field('Language')).toHaveValue('typescript');
  await expect(page.getByRole('region', { name: /^Snippet: TypeScript/ })).toContainText('export interface');
});

test('a downloaded file has no secret', async ({ page }) => {
  const playground = new Playground(page);
  await playground.enter({ route: 'GET /octokit', headers: [['authorization', 'Bearer S3cr3tInAHeader']] });
  await playground.tab('Code').click();
  await playground.field('Language').selectOption('har');
  const { name, text } = await readDownload(page, () => playground.button('Download without secrets').click());
  expect(name).toBe('request.har');
  expect(text).toContain('octokit');
  expect(text).not.toContain('S3cr3t');
});

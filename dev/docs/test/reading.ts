/** What a page of the built site offers beside its text: its Markdown, tabs for package managers, the date of its last change. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../commands/build.mjs';
import { HOMEPAGE } from '../addresses.mjs';
import { findLastChange } from '../dates.mjs';
import { INCLUDED } from '../links.mjs';
import { markdownPath } from '../markdown-pages.mjs';

/** A built site that is served, and a browser that opens its pages. */
export interface OpenedSite {
  /** The folder with its files. */
  readonly folder: string;
  /** Its path on its host. */
  readonly base: string;
  /** Its pages, such as `guides/types.html`. */
  readonly pages: readonly string[];
  readonly open: (page: Page, path: string) => Promise<unknown>;
  readonly withPage: (
    run: (page: Page, problems: string[]) => Promise<void>,
    options?: BrowserContextOptions,
  ) => Promise<void>;
}

const BUNDLES = ['llms.txt', 'llms-full.txt'];
const fences = (text: string) => [...text.matchAll(/^```\w*\n[^]*?^```$/gm)].map(([fence]) => fence);

const read = ({ folder }: OpenedSite, path: string) => readFileSync(join(folder, path), 'utf8');

/** The Markdown of all pages. */
const listFiles = ({ pages }: OpenedSite) => pages.map((page) => markdownPath(page.replace(/html$/, 'md')));

function testMarkdown(site: () => OpenedSite): void {
  test('each page has it', () => {
    expect(listFiles(site()).filter((path) => !existsSync(join(site().folder, path)))).toStrictEqual([]);
  });

  test('the examples are the same as in the sources', () => {
    const guides = listFiles(site()).filter((path) => !path.startsWith('reference/api'));
    for (const path of guides)
      expect([path, ...fences(read(site(), path))]).toStrictEqual([
        path,
        ...fences(readFileSync(join(ROOT, INCLUDED.get(path) ?? `docs/${path}`), 'utf8')),
      ]);
  });

  test('llms.txt lists the pages, and llms-full.txt has the guides', () => {
    const [list = '', full = ''] = BUNDLES.map((path) => read(site(), path));
    const address = (path: string) => new URL(site().base + path, HOMEPAGE).href;
    for (const path of listFiles(site())) {
      const isReference = path.startsWith('reference/api');
      expect([path, list.includes(`](${address(path)})`)]).toStrictEqual([path, path !== 'reference/api.md']);
      expect([path, full.includes(`\nurl: ${address(path)}\n`)]).toStrictEqual([path, !isReference]);
    }
  });
}

function testCopying(site: () => OpenedSite): void {
  test('a button copies it, by keyboard', async () => {
    await site().withPage(
      async (page) => {
        for (const path of ['recipes/fetch', 'reference/api/index', 'security']) {
          await site().open(page, `${path}.html`);
          await page.getByRole('button', { name: 'Copy page' }).press('Enter');
          await expect.poll(() => page.locator('.copy-page [role=status]').textContent()).toBe('Copied');
          const copied = await page.evaluate(() => navigator.clipboard.readText());
          expect(copied).toBe(read(site(), markdownPath(`${path}.md`)));
        }
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });
}

function testTabs(site: () => OpenedSite): void {
  /** The commands that a page shows. */
  const shown = (page: Page) => page.locator('.vp-code-group .active code').allInnerTexts();

  test('the choice holds for all tabs of all pages', async () => {
    await site().withPage(async (page) => {
      await site().open(page, 'guides/command-line.html');
      expect(new Set((await shown(page)).map((code) => code.split(' ')[0]))).toStrictEqual(new Set(['npx']));
      await page.locator('.vp-code-group input').first().focus();
      await page.keyboard.press('ArrowRight');
      const count = (await shown(page)).length;
      expect(count).toBeGreaterThan(2);
      await expect
        .poll(async () => (await shown(page)).filter((code) => code.startsWith('pnpm dlx endpoint.js')).length)
        .toBe(count);
    });
  });
}

/** Adds the tests. */
export function testReading(site: () => OpenedSite): void {
  describe('the Markdown of pages', () => {
    testMarkdown(site);
    testCopying(site);
  });
  describe('tabs for package managers', () => {
    testTabs(site);
  });

  test.each([
    ['guides/types', 'docs/guides/types.md'],
    ['security', 'SECURITY.md'],
    ['changelog', 'CHANGELOG.md'],
    ['reference/api/fetch', 'docs/reference/api/fetch.md'],
  ])('%s has the date at which %s last changed, if git knows it', (page, file) => {
    const html = readFileSync(join(site().folder, `${page}.html`), 'utf8');
    const [, date] = /<time datetime="([^"]*)"/.exec(html) ?? [];
    expect(date && Date.parse(date)).toBe(findLastChange(file));
  });
}

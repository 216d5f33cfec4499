/** The built site, in Chromium: every page in both themes, from a folder of a static host, also without scripts, on a phone and on paper. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, colourProblems, sideways, structureProblems } from '../testing/page-problems.js';
import { ROOT } from '../commands/build.mjs';
import { findChromium } from '../setup/chromium.mjs';
import { buildSite } from './build.mjs';
import { findBadAddresses, listPages } from './built-pages.mjs';
import { withPageOf } from '../testing/browser-page.js';
import { serveFolder } from '../testing/static-server.mjs';
import { type OpenedSite, testReading } from './test/reading.js';
import { testSearch } from './test/search.js';

const FOLDER = join(ROOT, '.cache', 'docs-site');
const OUT = join(FOLDER, 'site');
/** Not the path of the homepage: no address may assume that. */
const BASE = '/a/b/';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NARROW = { width: 360, height: 740 };
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];

let browser: Browser;
let site: Awaited<ReturnType<typeof serveFolder>>;
let pages: string[];

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await buildSite({ base: BASE, out: OUT }, console.error);
  pages = listPages(OUT).filter((page) => page !== '404.html');
  site = await serveFolder(OUT, BASE);
  browser = await chromium.launch({
    executablePath: await findChromium({ env: process.env, log: console.error }),
    args: ARGS,
  });
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** Opens pages of the site in the browser. */
const withPage = (
  run: (page: Page, problems: string[]) => Promise<void>,
  options: BrowserContextOptions = {},
  origin = site.url,
): Promise<void> => withPageOf(browser, origin, run, options);

const open = (page: Page, path: string) => page.goto(site.url + path, { waitUntil: 'networkidle' });
const opened = (): OpenedSite => ({ folder: OUT, base: BASE, pages, open, withPage });
/** Opens a page without waiting for scripts. */
const openStill = (page: Page, path: string) => page.goto(site.url + path);

/** Finds inline code in tables that has more lines than words. */
function findBrokenWords(): string[] {
  const range = document.createRange();
  return [...document.querySelectorAll('td code, th code')].flatMap((code) => {
    range.selectNodeContents(code);
    const text = code.textContent;
    const lines = new Set([...range.getClientRects()].map(({ top }) => top));
    return lines.size > text.split(/\s+/).length ? [text] : [];
  });
}

/** The kinds of texts on a page, whose colours are the same on every page: elements and their parents, with their classes and styles. */
function listKinds(): string[] {
  const write = (element: Element | null) =>
    element && `${element.localName}.${element.className}${element.getAttribute('style') ?? ''}`;
  return [...document.querySelectorAll('body *')]
    .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ''))
    .map((element) => `${write(element.parentElement)} ${write(element)}`);
}

/** Finds blocks of code that are wider than their column, or whose lines are. */
function findWideCode(): string[] {
  const column = document.querySelector('.vp-doc')?.getBoundingClientRect().right ?? 0;
  return [...document.querySelectorAll('.vp-doc pre')]
    .filter((code) => code.scrollWidth > code.clientWidth || code.getBoundingClientRect().right > column + 1)
    .map((code) => code.textContent);
}

test('the site has all pages, and the playground', () => {
  expect(pages.length).toBeGreaterThan(25);
  expect(pages).toEqual(expect.arrayContaining(['index.html', 'guides/types.html', 'reference/api/fetch.html']));
  expect(readFileSync(join(OUT, 'play', 'index.html'), 'utf8')).toContain('endpoint.js playground');
});

describe('addresses', () => {
  test('every link, script and style exists', () => {
    expect(findBadAddresses(OUT, BASE, pages)).toStrictEqual([]);
  });

  test('the page for missing addresses leads to the first page, from any depth', async () => {
    await withPage(async (page, problems) => {
      await open(page, 'no/such/page.html');
      await page.locator('.NotFound a').click();
      await page.waitForURL(site.url);
      // The page itself has that status.
      expect(problems.splice(0).every((problem) => problem.includes('404'))).toBe(true);
    });
  });
});

describe('every page', () => {
  test('has no errors, no foreign request, and in both themes no violation', async () => {
    await withPage(async (page) => {
      const violations: string[] = [];
      const kinds = new Set<string>();
      for (const path of pages) {
        await page.emulateMedia({ colorScheme: 'light' });
        await open(page, path);
        const problems = [...(await structureProblems(page)), ...(await page.evaluate(findWideCode))];
        const others = (await page.evaluate(listKinds)).filter((kind) => !kinds.has(kind));
        // Contrasts take most of the time, and are those of pages before.
        if (others.length > 0) {
          for (const kind of others) kinds.add(kind);
          problems.push(...(await colourProblems(page)));
          await page.emulateMedia({ colorScheme: 'dark' });
          await page.locator('html.dark').waitFor();
          problems.push(...(await colourProblems(page)));
        }
        violations.push(...problems.map((problem) => `${path}: ${problem}`));
      }
      expect(kinds.size).toBeGreaterThan(50);
      expect(violations).toStrictEqual([]);
    });
  });

  test('fits a phone, without a violation', async () => {
    await withPage(async (page) => {
      const found: string[] = [];
      for (const path of [...pages, 'play/']) {
        await page.setViewportSize(PHONE.viewport);
        await open(page, path);
        const problems = [
          ...(await structureProblems(page)),
          ...(await page.evaluate(findBrokenWords)),
          ...(await page.evaluate(findWideCode)),
        ];
        found.push(...problems.map((problem) => `${path}: ${problem}`));
        await page.setViewportSize(NARROW);
        found.push(...(await sideways(page)).map((problem) => `${path}: ${problem}`));
      }
      expect(found).toStrictEqual([]);
    }, PHONE);
  });

  test('reads without scripts', async () => {
    await withPage(
      async (page, problems) => {
        for (const path of pages) {
          await openStill(page, path);
          expect([path, await page.locator('h1').first().isVisible()]).toStrictEqual([path, true]);
          expect((await page.locator('main').innerText()).length).toBeGreaterThan(100);
        }
        await open(page, 'index.html');
        expect(await page.locator('.lit-url').innerText()).toContain('/repos/nodejs/undici/issues');
        await page.locator('.landing-actions a').first().click();
        await page.waitForURL(`${site.url}getting-started.html`);
        // The browser drops the scripts that a page preloads.
        const others = problems.filter((problem) => !problem.endsWith('.js failed'));
        problems.splice(0, problems.length, ...others);
      },
      { javaScriptEnabled: false },
    );
  });
});

describe('the first page', () => {
  test('shows the url of an edited route, and its reasons', async () => {
    await withPage(async (page) => {
      await open(page, 'index.html');
      const url = page.locator('.lit-url');
      const reason = page.locator('.lit-reason');
      expect(await reason.textContent()).toContain('labels');
      await page.getByLabel('Route', { exact: true }).fill('GET /users/{name}');
      await page.getByLabel('Parameters').fill('{"name": "a b"}');
      await expect.poll(() => url.innerText()).toContain('https://api.github.com/users/a%20b');
      await page.locator('.lit-part', { hasText: 'api.github.com' }).hover();
      await expect.poll(() => reason.textContent()).toContain('base');
      await page.locator('.lit-part', { hasText: 'a%20b' }).focus();
      await page.keyboard.press('Home');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('https://api.github.com');
      await page.getByLabel('Parameters').fill('{"name": ');
      await expect.poll(() => page.locator('.lit-error').count()).toBe(1);
    });
  });
});

describe('the search', () => {
  testSearch(opened);
});

describe('pages for readers and models', () => {
  testReading(opened);
});

describe('the playground', () => {
  async function openExample(page: Page) {
    await open(page, 'guides/explain.html');
    await page.getByRole('link', { name: 'Open in the playground' }).first().click();
    await page.waitForURL(/\/a\/b\/play\/#/);
    await expect.poll(() => page.getByLabel('Route', { exact: true }).inputValue()).toContain('GET /repos/{owner}');
  }

  test('has no violation on a phone, with the request of an example in each of its views, and calling', async () => {
    await withPage(async (page) => {
      await openExample(page);
      const tabs = page.locator('.bottom-tab');
      expect(await tabs.count()).toBeGreaterThan(2);
      for (const tab of await tabs.all()) {
        await tab.click();
        expect([await tab.textContent(), await accessibilityProblems(page)]).toStrictEqual([
          await tab.textContent(),
          [],
        ]);
      }
    }, PHONE);
  });

  test('is in a page only once someone wants it', async () => {
    await withPage(async (page) => {
      await open(page, 'guides/explain.html');
      expect(await page.locator('iframe').count()).toBe(0);
      await page.getByRole('button', { name: 'Show it here' }).first().click();
      const route = page.frameLocator('.play iframe').getByLabel('Route', { exact: true });
      await expect.poll(() => route.inputValue()).toContain('GET /repos/{owner}');
    });
  });
});

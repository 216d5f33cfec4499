/** The search of the built site: the words that people type, and the page that must come first. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { MINI_SEARCH } from '../search.mjs';
import { ROOT } from '../../commands/build.mjs';
import type { OpenedSite } from './reading.js';

const SEARCHES: readonly (readonly [words: string, page: string])[] = [
  ['..', 'faq'],
  ['abort', 'recipes/fetch'],
  ['agent', 'guides/agents'],
  ['authentication', 'faq'],
  ['axios', 'recipes/axios'],
  ['base url', 'reference/options'],
  ['browser support', 'guides/support'],
  ['cors', 'recipes/fetch'],
  ['curl', 'guides/playground'],
  ['docker', 'guides/operate'],
  ['error code', 'guides/errors'],
  ['express', 'guides/forward-input'],
  ['grpc', 'guides/other-languages'],
  ['install', 'getting-started'],
  ['kubernetes', 'guides/operate'],
  ['missing parameter', 'guides/errors'],
  ['openapi', 'guides/catalogue'],
  ['pagination', 'recipes/fetch'],
  ['path traversal', 'faq'],
  ['query string', 'reference/options'],
  ['retry', 'recipes/fetch'],
  ['rfc 6570', 'guides/uri-template'],
  ['ssrf', 'faq'],
  ['typescript', 'guides/types'],
  ['unsafe-value', 'guides/errors'],
];

/** The members in use of the index. */
interface Index {
  readonly search: (words: string) => readonly { readonly id: string }[];
}

const REFERENCE = 'reference/api/';

/** Loads the index that VitePress has written, with the settings and the program of the site's search. */
async function loadIndex({ folder }: OpenedSite): Promise<Index> {
  const program = createRequire(join(ROOT, 'docs', 'package.json')).resolve('minisearch');
  const { default: MiniSearch } = await import(pathToFileURL(program).href);
  const chunks = join(folder, 'assets', 'chunks');
  const chunk = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot'));
  if (chunk === undefined) throw new Error('The site has no search index.');
  const { default: json } = await import(pathToFileURL(join(chunks, chunk)).href);
  return MiniSearch.loadJSON(json, { ...MINI_SEARCH.options, searchOptions: MINI_SEARCH.searchOptions });
}

/** Adds the tests. */
export function testSearch(site: () => OpenedSite): void {
  let index: Index;
  beforeAll(async () => {
    index = await loadIndex(site());
  });

  const findFirst = (words: string): string | undefined => index.search(words)[0]?.id;

  test.each(SEARCHES)('%s is found in %s', (words, page) => {
    expect(findFirst(words)?.replace(/#.*/, '')).toBe(`${site().base}${page}.html`);
  });

  test('the reference is found by the names that it alone has', () => {
    expect(findFirst('CallClientOptions')).toContain(`${REFERENCE}endpoint-client.html`);
  });

  test('a result opens its place', async () => {
    await site().withPage(async (page) => {
      await site().open(page, 'guides/types.html');
      await page.keyboard.press('/');
      await page.locator('.search-input').fill('missing-parameter');
      await page.locator('.results a[href*="guides/errors.html"]').first().click();
      await page.waitForURL(/\/a\/b\/guides\/errors\.html#missing-parameter/);
      await expect.poll(() => page.locator('main').innerText()).toContain('missing-parameter');
    });
  });
}

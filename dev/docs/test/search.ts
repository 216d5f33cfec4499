/** The search of the built site: the words that people type, and the page that must come first. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { MINI_SEARCH } from '../search.mjs';
import { ROOT } from '../../commands/build.mjs';
import type { OpenedSite } from './opened-site.js';

const SEARCHES: readonly (readonly [words: string, page: string])[] = [
  ['..', 'faq'],
  ['abort', 'recipes/fetch'],
  ['agent', 'guides/agents'],
  ['array', 'faq'],
  ['authentication', 'faq'],
  ['axios', 'recipes/axios'],
  ['base url', 'reference/options'],
  ['browser support', 'guides/support'],
  ['bun', 'recipes/bun'],
  ['cache', 'faq'],
  ['cdn', 'guides/script-tag'],
  ['cli', 'guides/command-line'],
  ['cloudflare', 'recipes/workers'],
  ['cookie', 'recipes/fetch'],
  ['cors', 'recipes/fetch'],
  ['curl', 'guides/playground'],
  ['date', 'reference/options'],
  ['debug', 'faq'],
  ['deno', 'recipes/deno'],
  ['docker', 'guides/operate'],
  ['envoy', 'guides/envoy'],
  ['error code', 'guides/errors'],
  ['express', 'guides/forward-input'],
  ['fastify', 'guides/forward-input'],
  ['form', 'recipes/fetch'],
  ['grpc', 'guides/other-languages'],
  ['har', 'guides/snippets'],
  ['headers', 'reference/options'],
  ['health check', 'guides/operate'],
  ['hono', 'guides/forward-input'],
  ['install', 'getting-started'],
  ['interceptor', 'guides/client'],
  ['jwt', 'guides/server'],
  ['kubernetes', 'guides/operate'],
  ['ky', 'recipes/ky'],
  ['logging', 'faq'],
  ['mcp', 'guides/agents'],
  ['metrics', 'guides/server'],
  ['middleware', 'faq'],
  ['missing parameter', 'guides/errors'],
  ['mock', 'recipes/testing'],
  ['monorepo', 'faq'],
  ['next.js', 'recipes/next'],
  ['null', 'reference/options'],
  ['octokit', 'recipes/octokit'],
  ['offline', 'faq'],
  ['openapi', 'guides/catalogue'],
  ['pagination', 'recipes/fetch'],
  ['path traversal', 'faq'],
  ['path-to-regexp', 'guides/migrating'],
  ['postman', 'guides/playground'],
  ['protobuf', 'guides/other-languages'],
  ['query string', 'reference/options'],
  ['rate limit', 'faq'],
  ['react', 'recipes/tanstack-query'],
  ['redirect', 'recipes/fetch'],
  ['req.body', 'guides/forward-input'],
  ['req.query', 'guides/forward-input'],
  ['retry', 'recipes/fetch'],
  ['rfc 6570', 'guides/uri-template'],
  ['script tag', 'guides/script-tag'],
  ['security', 'security'],
  ['service worker', 'recipes/workers'],
  ['size', 'comparison'],
  ['sse', 'faq'],
  ['ssrf', 'faq'],
  ['status code', 'recipes/fetch'],
  ['swagger', 'guides/catalogue'],
  ['timeout', 'recipes/fetch'],
  ['token', 'faq'],
  ['typescript', 'guides/types'],
  ['unsafe-value', 'guides/errors'],
  ['untrusted input', 'guides/forward-input'],
  ['upload file', 'recipes/fetch'],
  ['uri template', 'guides/uri-template'],
  ['validate', 'faq'],
  ['websocket', 'faq'],
];

/** The members in use of the index. */
interface Index {
  readonly search: (words: string) => readonly { readonly id: string }[];
  readonly toJSON: () => {
    readonly documentIds: Readonly<Record<string, string>>;
    readonly index: readonly [
      term: string,
      documentsByField: Readonly<Record<string, Readonly<Record<string, number>>>>,
    ][];
  };
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

  test('a guide precedes the reference, for every word of the guides', () => {
    const { documentIds, index: terms } = index.toJSON();
    const words = terms
      .filter(([, fields]) =>
        Object.values(fields)
          .flatMap((documents) => Object.keys(documents))
          .some((document) => !documentIds[document]?.includes(REFERENCE)),
      )
      .map(([term]) => term);
    expect(words.length).toBeGreaterThan(2000);
    expect(words.filter((word) => findFirst(word)?.includes(REFERENCE) ?? true)).toStrictEqual([]);
  });

  test('the reference is found by the names that it alone has', () => {
    expect(findFirst('CallClientOptions')).toContain(`${REFERENCE}endpoint-client.html`);
  });

  test('the page finds the same', async () => {
    await site().withPage(async (page) => {
      await site().open(page, 'guides/types.html');
      await page.keyboard.press('/');
      for (const [words] of SEARCHES) {
        await page.locator('.search-input').fill(words);
        const first = page.locator('.result').first();
        await expect.poll(() => first.getAttribute('href').catch(() => '')).toBe(findFirst(words));
      }
    });
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

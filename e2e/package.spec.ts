import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { serveStatic } from '../dev/testing/static-server.mjs';
import { expect, ROOT, test } from './support/stack.js';
import { install } from '../dev/testing/installed.js';

/** An empty project with the builder's package, as npm would publish it. */
let project: string;
const packageFolder = (): string => join(project, 'node_modules', 'endpoint.js');
test.beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'endpoint.js-packed-'));
  await install(project, { packages: ['lib'] });
});
test.afterAll(() => rm(project, { recursive: true }));

test('the script tag has a source map with its sources', async () => {
  const bundle = await readFile(join(packageFolder(), 'dist/endpoint.min.js'), 'utf8');
  const [, name = ''] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(bundle) ?? [];
  const map = JSON.parse(await readFile(join(packageFolder(), 'dist', name), 'utf8')) as {
    sources: string[];
    sourcesContent: (string | null)[];
  };
  expect(map.sources.length).toBeGreaterThan(10);
  expect(map.sourcesContent.every((content) => (content ?? '').length > 0)).toBe(true);
});

test('the pages of the guide to script tags work', async ({ untilEnd, page }) => {
  const guide = await readFile(`${ROOT}/docs/guides/script-tag.md`, 'utf8');
  const [byTag = '', byMap = ''] = Array.from(guide.matchAll(/^```html\n([^]*?)^```$/gm), ([, html = '']) => html);
  const server = untilEnd(
    await serveStatic({ '/node_modules/endpoint.js/': packageFolder() }, { '/tag.html': byTag, '/map.html': byMap }),
  );
  await page.route('https://unpkg.com/**', (route) => {
    const [, file = ''] = /@[\d.]+\/(.*)$/.exec(route.request().url()) ?? [];
    return route.fulfill({ path: `${packageFolder()}/${file}` });
  });
  await page.route('https://api.github.com/users/nodejs/repos?per_page=5', (route) =>
    route.fulfill({ json: [1, 2, 3, 4, 5], headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.goto(`${server.url}/tag.html`);
  await expect(page).toHaveTitle('5 repositories');
  await page.goto(`${server.url}/map.html`);
  await expect(page).toHaveTitle('https://api.github.com/users/7');
});

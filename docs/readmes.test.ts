/** Pages as strangers meet them: on GitHub, and the READMEs on the packages' pages, where only absolute links work. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../dev/commands/tracked-files.mjs';
import { HOMEPAGE, REPOSITORY, slugify } from '../dev/docs/addresses.mjs';
import { checkReadme, RAW } from '../dev/generate/readme.mjs';
import { readPage, ROOT } from './test/pages.js';

const PACKED = ['lib/README.md', 'client/README.md', 'server/README.md'];
const FENCES = /^ *```[^]*?^ *```$/gm;

/** The addresses of links and pictures of a page. */
const readLinks = (text: string): string[] =>
  [...text.replaceAll(FENCES, '').matchAll(/\]\(([^)\s]+)\)|\b(?:href|src)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );

/** The headings of a page, as GitHub and the site name them in addresses. */
const readAnchors = (text: string): string[] =>
  (text.replaceAll(FENCES, '').match(/(?<=^#+ ).*$/gm) ?? []).map(slugify);

/** The file of this repository that an address shows; undefined for an address of others, and for one that a build makes. */
function findFile(path: string, from: string): string | undefined {
  if (path === '') return from;
  if (!/^\w+:/.test(path)) return join(dirname(from), path);
  if (path.startsWith(RAW)) return path.slice(RAW.length);
  const page = path.startsWith(HOMEPAGE) ? path.slice(HOMEPAGE.length) : '';
  // The landing page, the playground and the reference are built.
  if (page !== '' && !/^(?:play|reference\/api)\//.test(page)) return `docs/${page.replace(/\.html$/, '.md')}`;
  return new RegExp(`^${REPOSITORY}/(?:blob|tree)/main/(.+)$`).exec(path)?.[1];
}

/** The links of a page to files that don't exist, and to headings that their page doesn't have. */
const findBroken = (page: string, text: string): string[] =>
  readLinks(text).filter((address) => {
    const [path = '', hash] = address.split('#');
    const file = findFile(path, page);
    if (file === undefined) return false;
    if (!existsSync(join(ROOT, file))) return true;
    if (hash === undefined || !file.endsWith('.md')) return false;
    return !readAnchors(file === page ? text : readPage(file)).includes(decodeURIComponent(hash));
  });

test('a link that leads nowhere is found', () => {
  const text = `# A page, of \`two\`\n[a](CHANGELOG.md) [b](no.md) [c](#a-page-of-two) [d](#b) [e](SECURITY.md#reporting)
    [f](SECURITY.md#no) [g](${HOMEPAGE}guides/no.html) [h](${REPOSITORY}/blob/main/no.ts) [i](${HOMEPAGE}play/)`;
  expect(findBroken('CONTRIBUTING.md', text).map((link) => link.replace(/^https:.*\//, ''))).toEqual([
    'no.md',
    '#b',
    'SECURITY.md#no',
    'no.html',
    'no.ts',
  ]);
});

test('every link of a page leads to a file and its heading', () => {
  const pages = listFiles(ROOT, { untracked: true }).filter(
    (path) => path.endsWith('.md') && !/fixtures\/|^docs\/(?:changelog|security)\.md$/.test(path),
  );
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.flatMap((page) => findBroken(page, readPage(page)).map((link) => `${page}: ${link}`))).toEqual([]);
});

test.each(PACKED)('%s begins with the installation, and has no relative link', (page) => {
  const [before = ''] = readPage(page).split('```');
  expect(before.split('\n').length).toBeLessThan(9);
  expect(readPage(page).slice(before.length)).toMatch(/^```sh\n(?:npm install|npx) (?:\.\/vendor\/)?endpoint\.js/);
  expect(readLinks(readPage(page)).filter((address) => !address.startsWith('https:'))).toEqual([]);
});

test('lib/README.md is README.md for npm', () => {
  expect(checkReadme()).toEqual([]);
});

test("the client's size is that of the bar", () => {
  const { 'size-limit': bars } = JSON.parse(readPage('package.json')) as {
    'size-limit': readonly { readonly name: string; readonly limit: string }[];
  };
  const { limit = '' } = bars.find(({ name }) => name.startsWith('endpoint.js-client: without its two')) ?? {};
  expect(readPage('client/README.md')).toContain(limit);
});

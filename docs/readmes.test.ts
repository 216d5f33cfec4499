/** READMEs, as strangers meet them: on GitHub, and on the packages' pages, where only absolute links work. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOMEPAGE, REPOSITORY, slugify } from '../dev/docs/addresses.mjs';
import { checkReadme, RAW } from '../dev/generate/readme.mjs';
import { readPage, ROOT } from './test/pages.js';

const PACKED = ['lib/README.md', 'client/README.md', 'server/README.md'];
const READMES = ['README.md', ...PACKED];

interface Manifest {
  readonly 'size-limit': readonly { readonly name: string; readonly limit: string }[];
}

const manifest = JSON.parse(readPage('package.json')) as Manifest;

/** The addresses of links and pictures of a page. */
const readLinks = (page: string): string[] =>
  [...readPage(page).matchAll(/\]\(([^)\s]+)\)|\bhref="([^"]+)"|\bsrc="([^"]+)"/g)].map(
    ([, ...found]) => found.find((address) => address !== undefined) ?? '',
  );

/** The headings of a page, as GitHub and the site name them in addresses. */
function readAnchors(page: string): string[] {
  const headings = readPage(page).match(/(?<=^#{1,4} ).*$/gm) ?? [];
  return headings.map(slugify);
}

/** The file of this repository that an address shows: undefined for an address of others, null for one that the site's build makes. */
function findFile(address: string, from: string): string | null | undefined {
  const [path = ''] = address.split('#');
  if (path === '') return from;
  if (!/^https?:/.test(path)) return join(dirname(from), path);
  if (path.startsWith(HOMEPAGE)) {
    const page = path.slice(HOMEPAGE.length);
    // The landing page, the playground and the reference are built.
    if (/^$|^play\/|^reference\/api\//.test(page)) return null;
    return `docs/${page.replace(/\.html$/, '.md')}`;
  }
  if (path.startsWith(RAW)) return path.slice(RAW.length);
  if (!path.startsWith(`${REPOSITORY}/`)) return undefined;
  const [, file] = /^(?:blob|tree)\/main\/(.+)$/.exec(path.slice(REPOSITORY.length + 1)) ?? [];
  // Pages of GitHub itself: issues, releases.
  return file ?? null;
}

describe.each(READMES)('%s', (page) => {
  test('links into the repository and the site have their files and headings', () => {
    const links = readLinks(page).map((address) => ({ address, file: findFile(address, page) }));
    const own = links.filter(({ file }) => typeof file === 'string');
    for (const { address, file } of own) expect([address, existsSync(join(ROOT, file ?? ''))]).toEqual([address, true]);
    for (const { address, file } of own.filter((link) => link.address.includes('#')))
      expect(readAnchors(file ?? '')).toContain(address.split('#')[1]);
    if (PACKED.includes(page)) expect(own.length).toBeGreaterThan(4);
  });
});

test.each(PACKED)('%s begins with the installation', (page) => {
  const [before = ''] = readPage(page).split('```');
  expect(before.split('\n').length).toBeLessThan(9);
  expect(readPage(page).slice(before.length)).toMatch(/^```sh\n(?:npm install|npx) (?:\.\/vendor\/)?endpoint\.js/);
});

test.each(PACKED)('%s has no relative link', (page) => {
  expect(readLinks(page).filter((address) => !address.startsWith('https:'))).toEqual([]);
});

test('lib/README.md is README.md for npm', () => {
  expect(checkReadme()).toEqual([]);
});

test("the client's sizes are those of the bars", () => {
  const bar = (start: string): string => manifest['size-limit'].find(({ name }) => name.startsWith(start))?.limit ?? '';
  expect(readPage('client/README.md')).toContain(bar('endpoint.js-client: without its two dependencies'));
  expect(bar('endpoint.js-client, one file')).toMatch(/^31\.[5-9]\d kB$/);
});

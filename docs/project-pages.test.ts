/** The pages beside the documentation: those of the root, of `.github/`, and of each example. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { slugify } from '../dev/docs/addresses.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const list = (folder: string, name: RegExp): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => name.test(path) && !path.includes('node_modules'));
const PAGES = [
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy/README.md',
  ...list('.github', /\.md$/),
  ...list('examples', /(^|\/)README\.md$/),
  ...list('findings', /(^|\/)README\.md$/),
];

/** The anchors of a page, as GitHub makes them of its headings. */
function listAnchors(text: string): string[] {
  return Array.from(text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    slugify(heading),
  );
}

/** The links of a page to files that don't exist, or to headings that it, or the other page, doesn't have. */
function findBroken(page: string, text: string): string[] {
  const links = Array.from(text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g), ([, link = '']) => link);
  return links.filter((link) => {
    const url = new URL(link, pathToFileURL(ROOT + page));
    const path = fileURLToPath(new URL(url.pathname, url));
    if (!existsSync(path)) return true;
    if (url.hash === '' || !path.endsWith('.md')) return false;
    const target = link.startsWith('#') ? text : readFileSync(path, 'utf8');
    return !listAnchors(target).includes(decodeURIComponent(url.hash.slice(1)));
  });
}

test('a link that leads nowhere is found', () => {
  const text =
    '# A page, of `two`\n[a](CHANGELOG.md) [b](no.md) [c](#a-page-of-two) [d](#b) [e](SECURITY.md#reporting) [f](SECURITY.md#no)';
  expect(findBroken('CONTRIBUTING.md', text)).toEqual(['no.md', '#b', 'SECURITY.md#no']);
});

describe.each(PAGES)('%s', (page) => {
  test('has links that lead somewhere', () => {
    expect(findBroken(page, readFileSync(ROOT + page, 'utf8'))).toEqual([]);
  });
});

test('CONTRIBUTING.md names tests and scripts that exist', () => {
  const text = readFileSync(`${ROOT}CONTRIBUTING.md`, 'utf8');
  const find = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = '']) => found);
  const tests = find(/npx vitest (?:run )?([\w./-]+\/[\w./-]+)/g);
  expect(tests.length).toBeGreaterThan(5);
  // A name may be the start of several files' names.
  const exists = (path: string): boolean =>
    existsSync(ROOT + path) ||
    (existsSync(dirname(ROOT + path)) &&
      readdirSync(dirname(ROOT + path)).some((name) => name.startsWith(basename(path))));
  expect(tests.filter((path) => !exists(path))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };
  expect([...new Set(find(/npm run ([\w:]+)/g))].filter((name) => !(name in scripts))).toEqual([]);
});

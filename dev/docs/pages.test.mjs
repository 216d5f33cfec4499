import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../commands/build.mjs';
import { parseFlags } from './build.mjs';
import { listGroups } from './sidebar.mjs';
import { slugify } from './addresses.mjs';

const DOCS = join(ROOT, 'docs');

/** The page of a link in the sidebar. @param {string} link */
const pageOf = (link) => `${link.slice(1).replace(/\/$/, '/index') || 'index'}.md`;

describe('the sidebar', () => {
  const linked = listGroups().flatMap(({ items }) => items.map(({ link }) => pageOf(link)));

  test('each link leads to a page', () => {
    expect(linked.filter((page) => !existsSync(join(DOCS, page)))).toStrictEqual([]);
  });

  test('each page has a link', () => {
    const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.md'))
      .filter((name) => !/^(?:node_modules|\.vitepress|decisions|reference\/api)\//.test(name));
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter((page) => !linked.includes(page))).toStrictEqual([]);
  });
});

test.each([
  ['From `@octokit/endpoint`', 'from-octokitendpoint'],
  ['On paper: a million calls a second', 'on-paper-a-million-calls-a-second'],
  ['Über 100 %', 'über-100-'],
])('the anchor of %s is %s, as GitHub has it', (heading, slug) => {
  expect(slugify(heading)).toBe(slug);
});

test.each(['/a', 'a/', '//'])('the base %s is refused', (base) => {
  expect(() => parseFlags(['--base', base])).toThrow('--base must be a path');
});

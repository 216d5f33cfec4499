import { describe, expect, test } from 'vitest';
import { HOMEPAGE, REPOSITORY } from './addresses.mjs';
import { markdownPath, writeMarkdown } from './markdown-pages.mjs';

const SITE = 'https://h.example/a/b/';
const FILES = `${REPOSITORY}/blob/main`;

describe('the text', () => {
  test.each([
    [
      '[a](errors.md#too-long), [b](../faq.md)',
      'guides/types.md',
      `[a](${SITE}guides/errors.md#too-long), [b](${SITE}faq.md)`,
    ],
    ['[`a`](../SECURITY.md)', 'faq.md', `[\`a\`](${SITE}security.md)`],
    ['[a](../package.json)', 'faq.md', `[a](${FILES}/package.json)`],
    ['[a](#b)', 'faq.md', '[a](#b)'],
    [`[a](${HOMEPAGE}play/#x=1)`, 'guides/types.md', `[a](${SITE}play/#x=1)`],
    [`[a](${HOMEPAGE}reference/api/)`, 'guides/types.md', `[a](${SITE}reference/api.md)`],
    ['`[a](b)` and ``c ` [a](b)``', 'faq.md', '`[a](b)` and ``c ` [a](b)``'],
    ['```js\nx[a](b);\n```\n\n[a](faq.md)', 'faq.md', `\`\`\`js\nx[a](b);\n\`\`\`\n\n[a](${SITE}faq.md)`],
  ])('%s of %s', (source, page, expected) => {
    expect(writeMarkdown(`# T\n\n## U\n\n${source}\n`, page, SITE)).toBe(`# T\n\n## U\n\n${expected}\n`);
  });

  test.each([
    ['a <!-- b -->\n', 'a\n'],
    ['<!-- play: {"a": "`"} -->\n[a](#`)\n', '\n[a](#`)\n'],
    ['```html\n<!-- a -->\n```\n', '```html\n<!-- a -->\n```\n'],
  ])('%j without comments is %j', (source, expected) => {
    expect(writeMarkdown(`# T\n\n## U\n\n${source}`, 'faq.md', SITE)).toBe(`# T\n\n## U\n\n${expected}`);
  });

  test('a link to no file is refused', () => {
    expect(() => writeMarkdown('[a](no.md)', 'faq.md', SITE)).toThrow('leads to no file');
  });
});

test('a page with the text of another file has it', () => {
  const text = writeMarkdown('---\ntitle: A\n---\n\n<!--@include: ../SECURITY.md-->\n', 'security.md', SITE);
  expect(text).toMatch(/^---\ntitle: A\n---\n\n# Security\n/);
  expect(text).not.toMatch(/\]\((?!https:|#)/);
});

test.each([
  ['# A\n\nOne "two".\n', `---\ndescription: "One 'two'."\n---\n\n# A\n\nOne "two".\n`],
  ['---\ntitle: A\n---\n\n# A\n\nOne.\n', '---\ntitle: A\n---\n\n# A\n\nOne.\n'],
])('%j has a description', (source, expected) => {
  expect(writeMarkdown(source, 'faq.md', SITE)).toBe(expected);
});

test.each([['reference/api/index.md', 'reference/api.md']])('the Markdown of %s is %s', (page, path) => {
  expect(markdownPath(page)).toBe(path);
});

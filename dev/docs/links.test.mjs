import { describe, expect, test } from 'vitest';
import { HOMEPAGE, REPOSITORY } from './addresses.mjs';
import { resolveLink } from './links.mjs';

const BLOB = `${REPOSITORY}/blob/main`;

describe('links of pages', () => {
  test.each([
    ['to another site', 'https://example.com/x.md', 'guides/types.md', 'https://example.com/x.md'],
    ['by mail', 'mailto:a@example.com', 'guides/types.md', 'mailto:a@example.com'],
    ['to a heading', '#cost', 'guides/types.md', '#cost'],
    ['to a page beside it', 'errors.md', 'guides/types.md', 'errors.md'],
    ['to a heading of a page', 'errors.md#invalid-url', 'guides/types.md', 'errors.md#invalid-url'],
    ['to a page in another folder', '../guides/errors.md', 'recipes/ky.md', '../guides/errors.md'],
    [
      'to a generated page',
      '../reference/api/fetch.md#tofetch',
      'guides/types.md',
      '../reference/api/fetch.md#tofetch',
    ],
    ['to a source', '../../lib/errors.ts', 'guides/types.md', `${BLOB}/lib/errors.ts`],
    ['to a line of a source', '../../lib/errors.ts#L3', 'guides/types.md', `${BLOB}/lib/errors.ts#L3`],
    ['to a folder', '../../examples/', 'guides/types.md', `${REPOSITORY}/tree/main/examples`],
    ['to a decision', '../decisions/0007-one-build.md', 'guides/types.md', `${BLOB}/docs/decisions/0007-one-build.md`],
    ['to a file with a page', '../../SECURITY.md#reporting', 'guides/types.md', '../security.md#reporting'],
    ['of such a page to a source', 'lib/errors.ts', 'security.md', `${BLOB}/lib/errors.ts`],
    ['of such a page to a guide', 'docs/guides/errors.md', 'security.md', 'guides/errors.md'],
    ['of such a page to its file', '../SECURITY.md', 'security.md', `${BLOB}/SECURITY.md`],
    ['to the reference', `${HOMEPAGE}reference/api/`, 'reference/options.md', 'api/index.md'],
    ['to the playground', `${HOMEPAGE}play/`, 'index.md', './play/'],
    ['to the playground, from a folder', `${HOMEPAGE}play/#route=GET+/a`, 'guides/types.md', '../play/#route=GET+/a'],
  ])('%s: %s of %s', (_, href, page, expected) => {
    expect(resolveLink(href, page)).toBe(expected);
  });

  test.each([
    ['../../lib/missing.ts', 'guides/types.md', 'docs/guides/types.md'],
    ['missing.md', 'guides/types.md', 'docs/guides/types.md'],
    ['../../../outside.md', 'guides/types.md', 'docs/guides/types.md'],
    ['docs/guides/missing.md', 'security.md', 'SECURITY.md'],
  ])('%s of %s leads to no file', (href, page, file) => {
    expect(() => resolveLink(href, page)).toThrow(`${file}: the link to ${href} leads to no file`);
  });
});

/**
 * The site: `npm run docs` serves it, `npm run docs:build` builds it (`dev/docs/`).
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import { ROOT } from '../../dev/commands/build.mjs';
import { findLastChange, hasHistory } from '../../dev/docs/dates.mjs';
import { BRANCH, HOMEPAGE, REPOSITORY, slugify } from '../../dev/docs/addresses.mjs';
import { describePage } from '../../dev/docs/description.mjs';
import { markdownPages } from './markdown-pages.mjs';
import { SEARCH } from '../../dev/docs/search.mjs';
import { INCLUDED, NO_PAGES } from '../../dev/docs/links.mjs';
import { addRules } from '../../dev/docs/markdown.mjs';
import { isReleased } from '../../dev/generate/status.mjs';
import { createSidebar } from '../../dev/docs/sidebar.mjs';

const TITLE = 'endpoint.js';
const DESCRIPTION =
  'Builds HTTP requests from REST routes and parameters, with no dependencies. It reports mistakes before a request is sent.';

/** Whether the repository's address leads anywhere. */
const isPublic = isReleased(ROOT);

/** The path of the site on its host; of a development server, `/`. */
const base = process.env['ENDPOINTJS_DOCS_BASE'] ?? '/';

/** The pages without a file of their own in docs/. */
const isGenerated = (page) => page.startsWith('reference/api/');

/** The date of the file whose text a page has, for the sitemap; nothing for other pages. */
function dateOfIncluded(page) {
  return INCLUDED.has(page) ? { lastmod: findLastChange(INCLUDED.get(page)) } : {};
}

/** Serves the built playground beside the pages, as the built site has it. */
const playground = {
  name: 'playground',
  configureServer({ middlewares }) {
    const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
    middlewares.use('/play', ({ url = '/' }, response, next) => {
      const { pathname } = new URL(url, 'http://localhost');
      const file = join(ROOT, 'playground', 'dist', pathname === '/' ? 'index.html' : pathname);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
        next();
        return;
      }
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
    });
  },
};

export default defineConfig({
  title: TITLE,
  description: DESCRIPTION,
  lang: 'en',
  base,
  srcExclude: NO_PAGES,
  lastUpdated: hasHistory(),
  // VueUse would compute the styles of the whole page three times as it starts; the theme does so at a change.
  appearance: { disableTransition: false },
  metaChunk: true,
  // The sidebar has links to all pages: a first visit would load every one of them.
  router: { prefetchLinks: false },
  // The only other pages are on this machine, such as that of a dashboard.
  ignoreDeadLinks: 'localhostLinks',
  sitemap: {
    hostname: HOMEPAGE,
    transformItems: (items) => items.map((item) => ({ ...item, ...dateOfIncluded(item.url.replace(/html$/, 'md')) })),
  },
  head: [
    ['link', { rel: 'icon', href: `${base}play/favicon.svg`, type: 'image/svg+xml' }],
    ['link', { rel: 'apple-touch-icon', href: `${base}play/icon-192.png` }],
    ['meta', { name: 'theme-color', content: '#ffffff', media: '(prefers-color-scheme: light)' }],
    ['meta', { name: 'theme-color', content: '#0f1115', media: '(prefers-color-scheme: dark)' }],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    // GitHub has no attributes in braces, and templates of urls look like them.
    attrs: { disable: true },
    config: addRules,
  },
  vite: {
    plugins: [playground, markdownPages(base)],
  },
  themeConfig: {
    logo: '/play/favicon.svg',
    nav: [
      { text: 'Get started', link: '/getting-started' },
      { text: 'Reference', link: '/reference/options', activeMatch: '/reference/' },
      // With a target, VitePress doesn't take it for one of its pages.
      { text: 'Playground', link: '/play/', target: '_self', noIcon: true },
      ...(isPublic ? [{ text: 'GitHub', link: REPOSITORY, noIcon: true }] : []),
    ],
    sidebar: createSidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: SEARCH },
    editLink: isPublic && { pattern: `${REPOSITORY}/edit/${BRANCH}/docs/:path`, text: 'Edit this page' },
    lastUpdated: { text: 'Last changed', formatOptions: { dateStyle: 'medium', forceLocale: true } },
    notFound: {
      title: 'No page has this address',
      quote: 'The search, above, looks through all pages.',
      linkText: 'To the first page',
    },
  },

  /** Descriptions from the pages' texts; no links to edit what is generated, or is another file. */
  transformPageData(data) {
    const page = data.relativePath;
    if (isGenerated(page) || INCLUDED.has(page)) data.frontmatter.editLink = false;
    if (INCLUDED.has(page)) data.lastUpdated = findLastChange(INCLUDED.get(page));
    if (data.description !== '' || isGenerated(page)) return;
    data.description = describePage(readFileSync(join(ROOT, 'docs', page), 'utf8')) ?? '';
  },

  /** What other sites show of a link to the page. */
  transformHead({ page, title, description }) {
    const path = page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
    const properties = {
      'og:type': 'website',
      'og:site_name': TITLE,
      'og:title': title,
      'og:description': description,
      'og:url': HOMEPAGE + path,
      'og:image': `${HOMEPAGE}playground.png`,
    };
    return [
      ...Object.entries(properties).map(([property, content]) => ['meta', { property, content }]),
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
      ...(page === '404.md' ? [] : [['link', { rel: 'canonical', href: HOMEPAGE + path }]]),
    ];
  },
});

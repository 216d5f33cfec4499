/**
 * Writes `llms.txt`, `llms-full.txt` and the Markdown of each page into the built site, by vitepress-plugin-llms; by hand is what it leaves as
 * the sources have it: links, included files, missing descriptions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import llms from 'vitepress-plugin-llms';
import { ROOT } from '../../dev/commands/build.mjs';
import { HOMEPAGE } from '../../dev/docs/addresses.mjs';
import { markdownPath, writeMarkdown } from '../../dev/docs/markdown-pages.mjs';

const DOCS = join(ROOT, 'docs');
const { origin } = new URL(HOMEPAGE);

/**
 * The plugins of Vite that write the files, or serve the Markdown of pages beside a site that isn't built.
 *
 * @param {string} base the site's path on its host
 */
export function markdownPages(base) {
  const [collector, writer] = llms({
    domain: origin,
    injectLLMHint: false,
    excludeUnnecessaryFiles: false,
    excludeIndexPage: false,
    // The reference is larger than all other pages together; its first page only lists the others.
    ignoreFilesPerOutput: { llmsFullTxt: ['reference/api{.md,/**}'], llmsTxt: ['reference/api.md'] },
  });
  const collect = {
    name: collector.name,
    apply: 'build',
    enforce: 'pre',
    async transform(source, id) {
      // The page itself stays as it is.
      if (id.endsWith('.md')) await collector.transform(writeMarkdown(source, pageOf(id), origin + base), id);
    },
  };
  return [collect, { ...writer, apply: 'build' }, serveMarkdown(base)];
}

/** The path of a page in docs/. */
const pageOf = (file) => relative(DOCS, file).replaceAll('\\', '/');

function serveMarkdown(base) {
  return {
    name: 'serve-markdown',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url, origin);
        const page = [pathname.slice(1), pathname.slice(1).replace(/\.md$/, '/index.md')].find(
          (path) => path.endsWith('.md') && existsSync(join(DOCS, path)),
        );
        // As modules, the pages are Vue's.
        if (page === undefined || request.headers['sec-fetch-dest'] === 'script') return next();
        response.setHeader('content-type', 'text/markdown; charset=utf-8');
        response.end(writeMarkdown(readFileSync(join(DOCS, page), 'utf8'), page, origin + base));
      });
    },
  };
}

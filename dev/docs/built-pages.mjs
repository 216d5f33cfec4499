/**
 * Reads a built site: its pages, and where their links lead.
 * By hand: VitePress checks links in Markdown, and not those of the built pages.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the pages of a built site, without the playground.
 *
 * @param {string} folder
 * @returns {string[]} paths, such as `guides/types.html`
 */
export function listPages(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html') && !name.startsWith('play/'))
    .sort();
}

const HOST = 'http://site.invalid';

/**
 * Finds what is wrong with the addresses in the pages: files and headings that don't exist, files of other hosts.
 *
 * @param {string} folder the built site
 * @param {string} base the path at which it is served
 * @param {readonly string[]} pages
 * @returns {string[]} a sentence each
 */
export function findBadAddresses(folder, base, pages) {
  /** @type {Map<string, Set<string>>} */
  const ids = new Map();
  /** @param {string} file */
  const idsOf = (file) => {
    const known =
      ids.get(file) ?? new Set(matches(readFileSync(join(folder, file), 'utf8'), /\s(?:id|name)="([^"]*)"/g));
    ids.set(file, known);
    return known;
  };
  return pages.flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8');
    return listAddresses(html).flatMap(({ tag, address }) => {
      const url = new URL(address, `${HOST}${base}${page}`);
      if (url.origin !== HOST)
        return tag === 'a' || tag === 'meta' || isCanonical(html, address) ? [] : [`${page} loads ${address}`];
      if (!url.pathname.startsWith(base)) return [`${page}: ${address} leaves the site`];
      const file = resolveFile(folder, decodeURIComponent(url.pathname.slice(base.length)));
      if (file === undefined) return [`${page}: ${address} leads to no file`];
      const id = decodeURIComponent(url.hash.slice(1));
      const isOfPage = file.endsWith('.html') && !file.startsWith('play/');
      return id === '' || !isOfPage || idsOf(file).has(id) ? [] : [`${page}: ${address} leads to no heading`];
    });
  });
}

/** @param {string} html @param {string} address */
const isCanonical = (html, address) => html.includes(`<link rel="canonical" href="${address}">`);

/** @param {string} folder @param {string} path */
function resolveFile(folder, path) {
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  return existsSync(join(folder, file)) && statSync(join(folder, file)).isFile() ? file : undefined;
}

/** The addresses in the tags of a page. @param {string} html */
function listAddresses(html) {
  return [...html.matchAll(/<(a|link|script|img|iframe|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(
    ([, tag = '', address = '']) => ({ tag, address: address.replaceAll('&amp;', '&').replaceAll('&#123;', '{') }),
  );
}

/** @param {string} text @param {RegExp} pattern */
const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, found = '']) => found);

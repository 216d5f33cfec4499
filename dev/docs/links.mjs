/**
 * Links of the pages. They are relative to the page's file, so that they work on GitHub; the site has some of their targets, and GitHub
 * has all of them.
 */
import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { BRANCH, HOMEPAGE, REPOSITORY } from './addresses.mjs';

/** Pages with the text of a file in the project's folder, whose links are relative to that folder. */
export const INCLUDED = new Map([
  ['security.md', 'SECURITY.md'],
  ['changelog.md', 'CHANGELOG.md'],
]);

/** Markdown in docs/ that isn't a page: each decision is for those who change the sources. */
export const NO_PAGES = ['decisions/**', 'node_modules/**'];

/** The playground's address, which is a folder of the site and no page. */
const PLAYGROUND = `${HOMEPAGE}play/`;

/** The address of the generated reference, which isn't in the repository: on GitHub, links lead to the site. */
const REFERENCE = `${HOMEPAGE}reference/api/`;

/** Whether a link leads to the playground. @param {string} href */
export const isPlayground = (href) => href.startsWith(PLAYGROUND);

/** The way from a page to the playground. @param {string} page */
export function playgroundFrom(page) {
  const path = posix.relative(posix.dirname(page), 'play');
  return `${path.startsWith('.') ? path : `./${path}`}/`;
}

const NOT_A_PAGE = /^(?:decisions|node_modules)\//;

/**
 * Finds the address of a link on the site.
 *
 * @param {string} href as the page's file has it
 * @param {string} page the page's path in docs/
 * @returns {string} the same, a link to another page of the site or to its playground, relative to this one, or an address at GitHub
 * @throws {Error} for a link to a file that doesn't exist
 */
export function resolveLink(href, page) {
  if (isPlayground(href)) return playgroundFrom(page) + href.slice(PLAYGROUND.length);
  if (href === REFERENCE) return posix.relative(posix.dirname(page), 'reference/api/index.md');
  if (/^(?:[a-z][a-z\d+.-]*:|[/#?]|$)/i.test(href)) return href;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const included = INCLUDED.get(page);
  const folders = [...(included === undefined ? [] : ['.']), posix.join('docs', posix.dirname(page))];
  for (const folder of folders) {
    const target = posix.join(folder, decodeURI(path)).replace(/\/$/, '');
    const found = findPage(target);
    // A page with the text of a file names that file by a link.
    if (found !== undefined && target !== included) return posix.relative(posix.dirname(page), found) + rest;
    const source = findSource(target);
    if (source !== undefined) return source + rest;
  }
  const file = included ?? posix.join('docs', page);
  throw new Error(`${file}: the link to ${href} leads to no file; write its path relative to ${file}.`);
}

/**
 * @param {string} target a path in the project
 * @returns {string | undefined} the address at GitHub of a file or folder
 */
export function findSource(target) {
  const kind = target.startsWith('..') ? undefined : statSync(join(ROOT, target), { throwIfNoEntry: false });
  return kind && `${REPOSITORY}/${kind.isDirectory() ? 'tree' : 'blob'}/${BRANCH}/${target}`;
}

/**
 * @param {string} target a path in the project
 * @returns {string | undefined} the path in docs/ of the page with its text
 */
export function findPage(target) {
  for (const [page, file] of INCLUDED) if (file === target) return page;
  const page = posix.relative('docs', target);
  if (page.startsWith('..') || !page.endsWith('.md') || NOT_A_PAGE.test(page)) return undefined;
  // Pages of the reference are generated; VitePress reports links to any that doesn't exist.
  const exists = statSync(join(ROOT, target), { throwIfNoEntry: false }) !== undefined;
  return exists || page.startsWith('reference/api/') ? page : undefined;
}

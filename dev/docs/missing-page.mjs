/**
 * The page of missing addresses, `404.html`: a static host answers with it at any depth, and its scripts write its text.
 *
 * With a base, all addresses in it are absolute. A build for every folder can't know its own: relative addresses of scripts and styles hold
 * in the site's first folder alone. Below it the page has no script but the one written here, and is its text with a link upwards: one
 * folder at a time, which never passes the site's first page.
 */
import { ANY_BASE } from './relocate.mjs';

const APP = '<div id="app"></div>';
const TITLE = 'No page has this address';
const LINK = 'To the first page';
const UP = 'One folder up';

/** The folder of the address, and of a folder that does not exist the one above. */
const CLIMB = `for (const link of document.querySelectorAll('#missing a')) link.href = location.pathname.endsWith('/') ? '../' : './';`;

/**
 * Adds what the page shows without the site's scripts.
 *
 * @param {string} html
 * @param {string} base of the build
 * @throws {Error} for a page of another form
 */
export function completeMissingPage(html, base) {
  if (!html.includes(APP)) throw new Error('The page of missing addresses has changed; see dev/docs/missing-page.mjs.');
  if (base !== ANY_BASE)
    return html.replace(APP, `${APP}<noscript><h1>${TITLE}</h1><p><a href="${base}">${LINK}</a></p></noscript>`);
  const text = `<main id="missing"><h1>${TITLE}</h1><p><a href="./">${UP}</a></p></main>`;
  const style = '<style>#app:not(:empty) + #missing { display: none; }</style>';
  return html.replace(APP, `${APP}${text}${style}<script>${CLIMB}</script>`);
}

/**
 * The pages as Markdown, for models and for readers who copy one: their sources with absolute links, which work wherever the text goes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { describePage } from './description.mjs';
import { INCLUDED, resolveLink } from './links.mjs';

const INCLUSION = /^<!--\s*@include:.*-->$/m;
/** Blocks and spans of code, which stay as they are; comments; targets of links. */
const PARTS =
  /(?<code>^(`{3,}|~{3,})[^]*?^\2|(?<!`)(`+)(?!`)[^]*?(?<!`)\3(?!`))|(?<comment> *<!--[^]*?-->)|(?<=\]\()[^)\s]+(?=\))/gm;

/**
 * The path of a page's Markdown on the site.
 *
 * @param {string} page the page's path in docs/
 */
export const markdownPath = (page) => page.replace(/(.)\/index\.md$/, '$1.md');

/**
 * Writes a page's Markdown.
 *
 * @param {string} source
 * @param {string} page the page's path in docs/
 * @param {string} site the address of the site, with a slash at its end
 * @throws {Error} for a link to a file that doesn't exist
 */
export function writeMarkdown(source, page, site) {
  const included = INCLUDED.get(page);
  const whole =
    included === undefined ? source : source.replace(INCLUSION, () => readFileSync(join(ROOT, included), 'utf8'));
  const text = whole.replaceAll(PARTS, (...match) => {
    const { code, comment } = match.at(-1);
    return code ?? (comment === undefined ? resolveAddress(match[0], page, site) : '');
  });
  const description = text.startsWith('---\n') ? undefined : describePage(source);
  // JSON's texts are YAML's too.
  return description === undefined ? text : `---\ndescription: ${JSON.stringify(description)}\n---\n\n${text}`;
}

/** @param {string} href @param {string} page @param {string} site */
function resolveAddress(href, page, site) {
  const target = resolveLink(href, page);
  if (/^(?:#|[a-z][a-z\d+.-]*:)/i.test(target)) return target;
  const { pathname, hash, origin } = new URL(target, site + page);
  const { pathname: base } = new URL(site);
  return `${origin}${base}${markdownPath(pathname.slice(base.length))}${hash}`;
}

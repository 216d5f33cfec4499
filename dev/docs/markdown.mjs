/**
 * How the site renders Markdown, where it differs from VitePress: links, requests for the playground, tabs for package managers, and braces.
 * By hand: the pages must read well on GitHub too, which has other rules than VitePress.
 */
import { posix } from 'node:path';
import { isPlayground, playgroundFrom, resolveLink } from './links.mjs';
import { markdownPath } from './markdown-pages.mjs';
import { translateCommands } from './package-managers.mjs';
import { readPlay, writePlayHash } from './play.mjs';

/**
 * The members in use of markdown-it, which is a part of VitePress.
 *
 * @typedef {{ type: string, tag: string, info: string, content: string, attrGet: (name: string) => string | null, attrSet: (name: string, value: string) => void }} Token
 * @typedef {{ relativePath?: string }} Environment
 * @typedef {(tokens: Token[], index: number, options: object, environment: Environment, self: unknown) => string} Rule
 * @typedef {{ renderer: { rules: Record<string, Rule | undefined> }, core: { ruler: Ruler } }} MarkdownIt
 * @typedef {{ disable: (name: string) => void, push: (name: string, rule: (state: State) => void) => void }} Ruler
 * @typedef {{ tokens: Token[], Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token }} State
 */

/**
 * Adds the site's rules, after those of VitePress.
 *
 * @param {MarkdownIt} markdown
 */
export function addRules(markdown) {
  const { rules } = markdown.renderer;
  const { link_open: link, html_block: html, text, code_inline: code } = rules;
  if (!link || !html || !text || !code)
    throw new Error('markdown-it has other rules than those that are changed here.');
  rules['link_open'] = (tokens, index, options, environment, self) => {
    const token = tokens[index];
    const href = token?.attrGet('href');
    if (href) token?.attrSet('href', resolveLink(href, pageOf(environment)));
    // With a target, VitePress doesn't take the playground for one of its pages.
    if (href && isPlayground(href)) token?.attrSet('target', '_self');
    return link(tokens, index, options, environment, self);
  };
  rules['html_block'] = (tokens, index, options, environment, self) => {
    const play = readPlay(tokens[index]?.content.trim() ?? '');
    return play === undefined ? html(tokens, index, options, environment, self) : renderPlay(play, pageOf(environment));
  };
  rules['heading_close'] = (tokens, index, _, environment) => {
    const page = pageOf(environment);
    const isTitle = tokens[index]?.tag === 'h1' && page !== 'index.md';
    return `</${tokens[index]?.tag}>\n${isTitle ? renderCopyPage(page) : ''}`;
  };
  // Vue would insert the value of an expression.
  rules['text'] = (...args) => escapeBraces(text(...args));
  rules['code_inline'] = (...args) => wrapWords(escapeBraces(code(...args)));
  // It would turn `:name:` and `:/` into pictures.
  markdown.core.ruler.disable('emoji');
  markdown.core.ruler.push('empty-headers', ({ tokens }) => emptyHeadersToCells(tokens));
  markdown.core.ruler.push('indented-code', ({ tokens }) => indentedToFenced(tokens));
  markdown.core.ruler.push('package-managers', addTabs);
}

/** An empty header cell isn't a header for screen readers. @param {readonly Token[]} tokens */
function emptyHeadersToCells(tokens) {
  for (const [index, open] of tokens.entries()) {
    const [content, close] = [tokens[index + 1], tokens[index + 2]];
    if (open.type !== 'th_open' || content?.content !== '' || close === undefined) continue;
    open.tag = 'td';
    close.tag = 'td';
  }
}

/** Indented code, which docstrings have, is TypeScript. @param {readonly Token[]} tokens */
function indentedToFenced(tokens) {
  for (const token of tokens) if (token.type === 'code_block') Object.assign(token, { type: 'fence', info: 'ts' });
}

/** Commands of npm become a code group of VitePress, with a tab for each package manager. @param {State} state */
function addTabs(state) {
  const { Token } = state;
  state.tokens = state.tokens.flatMap((token) => {
    const tabs = token.type === 'fence' && token.info === 'sh' ? translateCommands(token.content) : undefined;
    if (tabs === undefined) return [token];
    const blocks = tabs.map(({ name, commands }) =>
      Object.assign(new Token('fence', 'code', 0), { ...token, info: `sh [${name}]`, content: commands }),
    );
    return [
      new Token('container_code-group_open', 'div', 1),
      ...blocks,
      new Token('container_code-group_close', 'div', -1),
    ];
  });
}

/** @param {Environment} environment */
function pageOf({ relativePath }) {
  if (relativePath === undefined) throw new Error('VitePress no longer says which page is rendered.');
  return relativePath;
}

/** @param {string} html */
const escapeBraces = (html) => html.replaceAll('{{', '&#123;&#123;');

/** Lines of inline code in tables break between words only, which CSS can't say. @param {string} html */
const wrapWords = (html) => html.replace(/[^\s<>]+(?=[^<>]*<\/code>)/g, '<span>$&</span>');

/** @param {string} text */
const escapeAttribute = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');

/** The button that copies a page's Markdown. @param {string} page */
const renderCopyPage = (page) => `<CopyPage address="${posix.relative(posix.dirname(page), markdownPath(page))}" />\n`;

/**
 * The link that opens a request in the playground, and a button that shows the playground in the page.
 *
 * @param {import('./play.mjs').Play} play
 * @param {string} page
 */
export function renderPlay(play, page) {
  const hash = escapeAttribute(writePlayHash(play));
  const address = playgroundFrom(page);
  const title = escapeAttribute(`${play.route}, explained by the playground of endpoint.js`);
  return `<div class="play">
<a href="${address}#${hash}" target="_self">Open in the playground</a>
<PlayHere address="${address}" hash="${hash}" title="${title}" />
</div>
`;
}

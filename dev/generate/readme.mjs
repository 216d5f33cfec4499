/**
 * Generates lib/README.md, the builder's page at npm, from README.md: with the installation, without the parts for clones, and with
 * absolute links, which are the only ones that work there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands/build.mjs';
import { BRANCH, HOMEPAGE, REPOSITORY } from '../docs/addresses.mjs';
import { findPage, findSource } from '../docs/links.mjs';
import { isReleased, writeLine } from './status.mjs';

const PAGE = 'lib/README.md';
/** The address of the repository's files, for pictures. */
export const RAW = `${REPOSITORY.replace('https://github.com/', 'https://raw.githubusercontent.com/')}/${BRANCH}/`;
const FOR_CLONES = /<!-- clone -->\n[^]*?<!-- end -->\n\n/g;
const INSTALLATION = '```sh\nnpm install endpoint.js\n```\n\n';

/**
 * @param {string} href relative to the project's folder, or absolute
 * @returns {string} the absolute one
 * @throws {Error} for a link to a file that doesn't exist
 */
function resolveAddress(href) {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const page = findPage(path)?.replace(/\.md$/, '.html');
  const address = page === undefined ? findSource(path) : HOMEPAGE + page;
  if (address === undefined) throw new Error(`README.md: the link to ${href} leads to no file.`);
  return fragment === undefined ? address : `${address}#${fragment}`;
}

function generate() {
  const text = writeLine(readFileSync(join(ROOT, 'README.md'), 'utf8'), 'README.md', true)
    .replace(FOR_CLONES, '')
    .replace('```js\n', `${INSTALLATION}$&`)
    .replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (_, picture, title, href) =>
      picture ? `![${title}](${RAW}${href})` : `[${title}](${resolveAddress(href)})`,
    );
  // It names the package at another place than README.md.
  return writeLine(text, PAGE, isReleased(ROOT));
}

/** The formatter aligns tables. @param {string} text */
const unalign = (text) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

export function writeReadme() {
  writeFileSync(join(ROOT, PAGE), generate());
}

/** @returns {string[]} a sentence if the committed page differs from the generated one */
export function checkReadme() {
  const committed = readFileSync(join(ROOT, PAGE), 'utf8');
  return unalign(committed) === unalign(generate()) ? [] : [`${PAGE}: differs from a fresh run.`];
}

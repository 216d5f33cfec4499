/**
 * What depends on whether there is a release, for `npm run generate`. Until the first one, pages that name a package or a public address
 * have a line that says so, examples install packed files, and programs name the command that shows the site.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../commands/tracked-files.mjs';
import { HOMEPAGE, REPOSITORY } from '../docs/addresses.mjs';

/** Marks the line in a page. */
export const MARK = '<!-- status -->';
const MARKED = new RegExp(`^.*${MARK}\\n\\n?`, 'gm');

const EXAMPLE = /^examples\/[^/]+\/README\.md$/;
const EXAMPLE_MANIFEST = /^examples\/[^/]+\/package\.json$/;
/** Its heading says that its changes are unreleased. */
const EXCLUDED = 'CHANGELOG.md';
/** The pages with an address of the site that a program prints. */
const PRINTED = 'docs/guides/command-line.md';
/** The modules that tell programs. */
const FLAGS = ['lib/cli/released.ts', 'playground/src/ui/released.ts'];

const INSTALL = '(?:(?:npm|pnpm|yarn|bun|deno) (?:add|exec|i|install)|bunx|npx)';
/** @param {string} address */
const escape = (address) => address.replaceAll('.', String.raw`\.`);

/** What the first release makes public, and a sentence for the pages that name it. */
const UNRELEASED = [
  {
    // A command that gets one of the packages from npm, or a script tag.
    named: new RegExp(`${INSTALL} [^\`\\n]*\\bendpoint\\.js(?![\\w-]*\\.tgz)|script src="[^"]*/endpoint\\.min\\.js`),
    sentence:
      'Not on npm yet: run `npm run pack` in a clone, copy the files that it prints to `vendor/` in your project, and install them from there. Commit `vendor/` with the lock file.',
  },
  { named: new RegExp(escape(HOMEPAGE)), sentence: "The site isn't public yet: `npm run docs` serves it." },
  { named: new RegExp(escape(REPOSITORY)), sentence: "The repository isn't public yet." },
];
/** The package.json of an example names the files. */
const UNRELEASED_EXAMPLE = [
  {
    named: new RegExp(`^npm install$|${UNRELEASED[0]?.named.source}`, 'm'),
    sentence:
      'Not on npm yet: before `npm install`, run `npm run pack` in the root folder of the clone. When you pack again, first remove `node_modules` and `package-lock.json`.',
  },
  ...UNRELEASED.slice(1),
];

/** Whether CHANGELOG.md has the section of a version. @param {string} root */
export const isReleased = (root) => /^## \d/m.test(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));

/**
 * Splits a page at the empty lines outside of code; what is indented belongs to the list before it.
 *
 * @param {string} page
 */
function splitBlocks(page) {
  /** @type {string[]} */
  const blocks = [];
  let isOpen = false;
  for (const part of page.split('\n\n')) {
    if (isOpen || /^\s/.test(part)) blocks.push(`${blocks.pop() ?? ''}\n\n${part}`);
    else blocks.push(part);
    if ((part.match(/^\s*```/gm) ?? []).length % 2 === 1) isOpen = !isOpen;
  }
  return blocks;
}

/** A block that is neither a heading, code, HTML, a table, a quotation nor a list. */
const PARAGRAPH = /^(?![#`<|>*-]|\d+\.|!\[)/;

/**
 * Finds the place of the line: before the first block that needs it and the sentence that introduces it, but after the paragraph below the
 * title, from which the site takes the page's description.
 *
 * @param {readonly string[]} blocks
 * @param {number} first the block that needs it
 */
function findPlace(blocks, first) {
  const title = blocks.findIndex((block) => block.startsWith('# '));
  const description = PARAGRAPH.test(blocks[title + 1] ?? '#') ? title + 1 : title;
  const isIntroduced = /^(?:```|- )/.test(blocks[first] ?? '') && /^[^#].*:$/s.test(blocks[first - 1] ?? '');
  return Math.max(isIntroduced ? first - 1 : first, description + 1);
}

/** The packed file of a package as a shell finds it: its name has a commit and a digest. */
const file = (/** @type {string} */ name) => `./vendor/${name}-0*.tgz`;
const DENO = ['deno add npm:endpoint.js', `npm install ${file('endpoint.js')} # Deno reads node_modules`];

/**
 * Writes the commands that install our packages: from npm, or until the release from packed files. The server needs the builder's.
 *
 * @param {string} text
 * @param {boolean} released
 */
function writeCommands(text, released) {
  const [fromNpm = '', packed = ''] = DENO;
  if (released)
    return text
      .replaceAll(packed, fromNpm)
      .replaceAll(/(?:\S+ (?=\S+-server-0))?\.\/vendor\/(endpoint\.js(?:-\w+)?)-0\*\.tgz/g, '$1');
  return text
    .replaceAll(fromNpm, packed)
    .replaceAll(/(?<=(?:npm install|bun add) [^\n`]*)(?<= )endpoint\.js(-\w+)?(?=[\s`])/g, (name, kind) =>
      kind === '-server' ? `${file('endpoint.js')} ${file(name)}` : file(name),
    );
}

/** The address in a script tag: a CDN's, or until the release that of the installed file. @param {string} text @param {string | undefined} version */
const writeTag = (text, version) =>
  text.replaceAll(
    /(?<=<script\s+src=")(?:https:\/\/unpkg\.com|node_modules)\/endpoint\.js(?:@[\w.-]+)?/g,
    version === undefined ? 'node_modules/endpoint.js' : `https://unpkg.com/endpoint.js@${version}`,
  );

/**
 * Writes the line and the commands into a page that needs them, or removes the line.
 *
 * @param {string} page
 * @param {string} path from the repository's folder
 * @param {boolean} released
 * @returns {string} the page with one line at its place, or without any
 */
export function writeLine(page, path, released) {
  const text = writeCommands(page.replaceAll(MARKED, ''), true);
  if (released || path === EXCLUDED) return text;
  const unreleased = EXAMPLE.test(path) ? UNRELEASED_EXAMPLE : UNRELEASED;
  const blocks = splitBlocks(text);
  const first = blocks.findIndex((block) => unreleased.some(({ named }) => named.test(block)));
  if (first < 0) return text;
  const sentences = unreleased.filter(({ named }) => named.test(text)).map(({ sentence }) => sentence);
  const line = `> ${sentences.join(' ')} ${MARK}`;
  return blocks
    .toSpliced(findPlace(blocks, first), 0, line)
    .map((block) => writeCommands(block, false))
    .join('\n\n');
}

/**
 * The line that the command prints below an error.
 *
 * @param {string} page
 * @param {boolean} released
 */
function writePrinted(page, released) {
  const line = new RegExp(
    `^See (?:${escape(HOMEPAGE)})?(guides/\\S+)(?: on the site that npm run docs serves)?$`,
    'gm',
  );
  return page.replaceAll(line, released ? `See ${HOMEPAGE}$1` : 'See $1 on the site that npm run docs serves');
}

/**
 * Writes our packages into the package.json of an example: the released versions, or the files of `npm run pack`.
 *
 * @param {string} text
 * @param {string | undefined} version
 */
function writeManifest(text, version) {
  const manifest = JSON.parse(text);
  delete manifest.overrides;
  const packed = (/** @type {string} */ name) => `file:../../packages/latest/${name}.tgz`;
  const kinds = [manifest.dependencies ?? {}, manifest.devDependencies ?? {}];
  for (const dependencies of kinds)
    for (const name of Object.keys(dependencies).filter((dependency) => /^endpoint\.js(?:-|$)/.test(dependency)))
      dependencies[name] = version ?? packed(name);
  const has = (/** @type {string} */ name) => kinds.some((dependencies) => name in dependencies);
  // The server depends on the builder.
  if (version === undefined && has('endpoint.js-server') && !has('endpoint.js'))
    manifest.overrides = { 'endpoint.js': packed('endpoint.js') };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** @param {boolean} released */
const writeFlag = (released) =>
  `/** Whether the site is public: \`npm run generate\` writes it. */\nexport const IS_RELEASED: boolean = ${released};\n`;

/**
 * @param {string} root
 * @param {boolean} released
 * @returns {{ path: string, text: string, committed: string }[]} the files that depend on it
 */
function generateFiles(root, released) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const { version } = JSON.parse(read('lib/package.json'));
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    if (EXAMPLE_MANIFEST.test(path)) return writeManifest(text, released ? version : undefined);
    const printed = path === PRINTED ? writePrinted(text, released) : text;
    return writeTag(writeLine(printed, path, released), released ? version : undefined);
  };
  const texts = listFiles(root).filter((path) => path.endsWith('.md') || EXAMPLE_MANIFEST.test(path));
  return [
    ...texts.map((path) => ({ path, text: write(path, read(path)), committed: read(path) })),
    ...FLAGS.map((path) => ({
      path,
      text: writeFlag(released),
      committed: existsSync(join(root, path)) ? read(path) : '',
    })),
  ];
}

/**
 * @param {string} root
 * @param {boolean} [released]
 */
export function writeStatus(root, released = isReleased(root)) {
  for (const { path, text, committed } of generateFiles(root, released))
    if (text !== committed) writeFileSync(join(root, path), text);
}

/**
 * @param {string} root
 * @param {boolean} [released]
 * @returns {string[]} one sentence for each file that lacks the line, has it elsewhere, or has one that is left over
 */
export function checkStatus(root, released = isReleased(root)) {
  return generateFiles(root, released).flatMap(({ path, text, committed }) =>
    text === committed
      ? []
      : `${path}: ${released ? 'still says that nothing is released' : 'needs its status'}; run npm run generate -- status.`,
  );
}

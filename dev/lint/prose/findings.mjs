/** Findings of textlint in texts for people: in Markdown, and in the messages, help texts, labels and comments of sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextlintKernel } from '@textlint/kernel';
import markdownModule from '@textlint/textlint-plugin-markdown';
// @ts-expect-error -- the package has no types
import terminology from 'textlint-rule-terminology';
import { createSentences } from './sentences.mjs';
import { REPEATED, TERMS } from './terms.mjs';
import { readTexts } from './texts.mjs';

const SOURCE = /\.(?:tsx?|m?js)$/;
/** Tests and their data, files that a tool writes, and the words. */
const UNREAD =
  /\.(?:test|test-d|spec|cases)\.|^e2e\/|\/(?:test|fixtures|runners)\/|^proto\/gen\/|\.d\.ts$|^dev\/lint\/prose\/terms/;
/** Whether the texts of a file are read. @param {string} path */
export const isRead = (path) => (path.endsWith('.md') || SOURCE.test(path)) && !UNREAD.test(path);

const kernel = new TextlintKernel();
/** A CommonJS module, whose default vitest has already read. */
const markdown = /** @type {typeof import('@textlint/textlint-plugin-markdown').default} */ (
  'default' in markdownModule ? markdownModule.default : markdownModule
);

/** A text may go on in the next line. @param {string} pattern */
const acrossLines = (pattern) => pattern.replaceAll(' ', String.raw`\s+`);
const TERM = new RegExp(TERMS.map(([pattern]) => acrossLines(pattern)).join('|'), 'i');

/** @param {import('./terms.mjs').Terms} rows */
const createTerms = (rows) => ({
  defaultTerms: false,
  skip: [],
  terms: rows.map(([pattern, replacement]) => [acrossLines(pattern), replacement]),
});

/** @param {string} text Markdown @param {boolean} inProgram */
async function lint(text, inProgram) {
  const rules = [
    { ruleId: 'sentences', rule: createSentences(inProgram) },
    { ruleId: 'repeated', rule: terminology, options: createTerms(REPEATED) },
    { ruleId: 'terms', rule: terminology, options: createTerms(TERMS) },
  ];
  const plugins = [{ pluginId: 'markdown', plugin: markdown }];
  const { messages } = await kernel.lintText(text, { ext: '.md', plugins, rules });
  return messages;
}

/**
 * @param {string} baseDir the project's folder
 * @param {readonly string[]} files paths from it
 * @returns {Promise<string[]>} a line for each finding
 */
export async function findProse(baseDir, files) {
  const found = [];
  for (const path of files) {
    const source = readFileSync(join(baseDir, path), 'utf8');
    const texts = path.endsWith('.md') ? undefined : readTexts(path, source, TERM);
    for (const { ruleId, line, message } of await lint(texts?.markdown ?? source, texts !== undefined)) {
      if (texts?.comments.has(line) && ruleId !== 'terms') continue;
      const text = message
        .replace(/^Incorrect term: /, '')
        .replaceAll(/\s+/g, ' ')
        .replace(/, use (“.*”) instead$/, '; use $1');
      found.push(`${path}:${texts?.lines[line - 1] ?? line}: ${text}`);
    }
  }
  return found;
}

/**
 * Words that a native reader stops at, in texts for people: in Markdown, and in the messages, labels and comments of sources; and long
 * sentences in Markdown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';

const SOURCE = /\.(?:tsx?|m?js)$/;
/** Tests and their data, files that a tool writes, and the words. */
const UNREAD =
  /\.(?:test|test-d|spec|cases)\.|^e2e\/|\/(?:test|fixtures|runners)\/|^proto\/gen\/|\.d\.ts$|^dev\/lint\/prose/;
/** Whether the texts of a file are read. @param {string} path */
export const isRead = (path) => (path.endsWith('.md') || SOURCE.test(path)) && !UNREAD.test(path);

/** Before a noun. */
const BEFORE_NOUN =
  "(?:an?|the|its|their|our|your|these|those|each|every|no|any|half|one|two|first|last|other|\\w+['’]s?|" +
  'of|with|without|for|after|during|until|from|about|in|unread|broken|malformed|missing|trailers-only)';

/** A pattern of whole words, which excludes their right uses, such as "the server answers", and what to write instead. */
export const TERMS = /** @type {const} */ ([
  [`(?:${BEFORE_NOUN} answers?(?:['’]s)?|answers? (?:of|to|is|isn['’]t|are|has|have|was|had|came|ended))`, 'response'],
  ['time limits?', 'timeout'],
  ['pages of (?:a|the) list', 'pagination'],
  ['(?:pages? (?:of|for) missing addresses|not.found page)', '404 page'],
  ['meta data', 'metadata'],
  ['blanks', 'whitespace'],
  ['takes? no \\w+', 'rejects'],
  ['(?:mend(?:s|ed|ing)?|remed(?:y|ies))', 'fix'],
  ['gives? (?:it |them )?(?:a value|text)', 'pass a value'],
  ['(?:is|are) dear', 'is expensive'],
  ['(?:gives?|giving|gave) way', 'is replaced'],
  ['stands? (?:in|before|there|beside)', 'is in, precedes or exists'],
  [
    '(?:it|that|which|this|value) is no (?:JSON|YAML|XML|URLs?|URIs?|number|string|object|list|array|argument|entry|name|method|header|type|file)',
    "isn't a",
  ],
  ['lead(?:s|ing)? out of', 'escape'],
  ['as it is meant', 'the unencoded value'],
  ['nobody', 'no one'],
  ['whoever', 'a caller'],
  ['(?:tells|told)', 'reports or prints'],
  ['but for', 'except'],
  ["of one['’]s own", 'custom'],
  ['ill (?:server|client)s?', 'faulty'],
  ['odd ones', 'exceptions'],
  ['stated', 'set'],
  ['(?:document|server|route|option|caller|command|request|text|it) states', 'says'],
  ['what (?:is|was) left over', 'the remaining ones'],
]);
const patterns = TERMS.map(
  ([pattern, replacement]) =>
    /** @type {const} */ ([
      new RegExp(`(?<![\\w-])${pattern.replaceAll(' ', '[\\s*/]+')}(?![\\w-])`, 'gi'),
      replacement,
    ]),
);

const MAX_WORDS = 30;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Keeps the lines, and hides what isn't prose. @param {string} text @param {RegExp} pattern */
const hide = (text, pattern, mark = ' ') => text.replaceAll(pattern, (found) => found.replaceAll(/[^\n]/g, mark));

/** What is no prose of a page: code, comments, the front matter, and the addresses of links. */
const NO_PROSE = /^ *(`{3,})[^]*?^ *\1|^---\n[^]*?^---$|<!--[^]*?-->|^ {4}.*$|\]\([^)\s]*\)|<[^>\n]*>/gm;

/** @param {string} path @param {string} source @returns {string} the strings of several words and the comments, at their lines */
function readSource(path, source) {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const kept = hide(source, /[^]+/g).split('');
  const keep = (/** @type {{ start: number, end: number }} */ { start, end }) => {
    for (let at = start; at < end; at++) kept[at] = source[at] ?? '';
  };
  comments.forEach(keep);
  const keepText = (/** @type {any} */ node) => void (/\s/.test(source.slice(node.start, node.end)) && keep(node));
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && keepText(node),
    TemplateElement: keepText,
    JSXText: keepText,
  }).visit(program);
  return kept.join('');
}

/** @param {string} prose @returns {{ start: number, sentence: string }[]} the sentences of paragraphs and items */
const listSentences = (prose) =>
  [...prose.matchAll(/(?:^(?! *(?:\||#|$)).*\n?)+?(?=^ *(?:[-*>|#]|\d+\.|$)|(?![^]))/gm)].flatMap(
    ({ 0: block, index }) =>
      [...segmenter.segment(block)].map(({ segment, index: at }) => ({ start: index + at, sentence: segment.trim() })),
  );

/**
 * @param {string} baseDir the project's folder
 * @param {readonly string[]} files paths from it
 * @returns {string[]} a line for each finding
 */
export const findProse = (baseDir, files) =>
  files.flatMap((path) => {
    const source = readFileSync(join(baseDir, path), 'utf8');
    const isPage = path.endsWith('.md');
    const prose = hide(isPage ? hide(source, NO_PROSE) : readSource(path, source), /`[^`\n]*`/g, 'X');
    const line = (/** @type {number} */ at) => `${path}:${prose.slice(0, at).split('\n').length}`;
    const words = patterns.flatMap(([pattern, replacement]) =>
      Array.from(
        prose.matchAll(pattern),
        ({ 0: found, index }) => `${line(index)}: “${found.replaceAll(/[\s*/]+/g, ' ')}”; use “${replacement}”`,
      ),
    );
    const long = (isPage ? listSentences(prose) : []).flatMap(({ start, sentence }) => {
      const count = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
      return count > MAX_WORDS
        ? [`${line(start)}: “${sentence.slice(0, 60)}…”: ${count} words; use at most ${MAX_WORDS}`]
        : [];
    });
    return [...words, ...long];
  });

/** The texts for people in a source file, its messages, help texts, labels and comments, as Markdown. */
import { parseSync, Visitor } from 'vite';

/** @typedef {{ start: number, text: string, spans: boolean, comment: boolean }} Text `spans`: its lines are the file's */

/** A string of one word is a name or a key. */
const WORDS = /\p{L}[,.;:!?)"'’`]* ["'`(]*\p{L}/u;
/** What an expression inside a text is read as. */
const VALUE = 'Value';
/** Elements inside a sentence. */
const INLINE = new Set(['a', 'abbr', 'b', 'code', 'em', 'i', 'kbd', 'span', 'strong']);
/** Attributes that no one reads. */
const HIDDEN = new Set(['className', 'd', 'style', 'viewBox']);

/** A tag of a comment, with its type and name. */
const TAG = /^@\w+(?: \{.*\})?(?: \[?[\w.$]+\S*)?/;

/** @param {any} node @returns {string | undefined} an expression's text, if it is one */
function readText(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral')
    return node.quasis.map((/** @type {any} */ { value }) => value.cooked ?? '').join(VALUE);
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const sides = [readText(node.left), readText(node.right)];
  return sides.every((side) => side === undefined) ? undefined : sides.map((side) => side ?? VALUE).join('');
}

/** @param {any} child @returns {string} an element's content, with a blank line for a block */
function readChild(child) {
  if (child.type === 'JSXText') return child.value.replaceAll(/\s+/g, ' ');
  if (child.type === 'JSXExpressionContainer')
    return child.expression.type === 'JSXEmptyExpression' ? '' : (readText(child.expression) ?? VALUE);
  const name = child.type === 'JSXElement' ? child.openingElement.name.name : undefined;
  if (!INLINE.has(name)) return '\n\n';
  const text = child.children.map(readChild).join('');
  return name === 'code' ? `\`${text}\`` : text;
}

/** @param {import('vite').ESTree.Program} program @returns {Text[]} */
function listStrings(program) {
  /** @type {Text[]} */
  const texts = [];
  /** Nodes whose text is in that of another node. */
  const read = new Set();
  /** @param {any} node */
  const add = (node) => {
    const text = readText(node);
    if (text === undefined) return;
    if (node.type === 'BinaryExpression') read.add(node.left).add(node.right);
    if (!read.has(node))
      texts.push({ start: node.start, text, spans: node.type === 'TemplateLiteral', comment: false });
  };
  /** @param {any} node */
  const addElement = (node) => {
    for (const child of node.children) {
      if (child.type === 'JSXExpressionContainer') read.add(child.expression);
      if (child.type === 'JSXElement' && INLINE.has(child.openingElement.name.name)) read.add(child);
    }
    if (!read.has(node))
      texts.push({ start: node.start, text: node.children.map(readChild).join(''), spans: false, comment: false });
  };
  new Visitor({
    Literal: add,
    TemplateLiteral: add,
    BinaryExpression: add,
    JSXElement: addElement,
    JSXFragment: addElement,
    JSXAttribute: ({ name, value }) => {
      if (typeof name.name === 'string' && HIDDEN.has(name.name))
        read.add(value?.type === 'JSXExpressionContainer' ? value.expression : value);
    },
    ImportDeclaration: (node) => void read.add(node.source),
  }).visit(program);
  return texts.filter(({ text }) => WORDS.test(text));
}

/** @param {ReturnType<typeof parseSync>['comments']} comments @param {string} source @returns {Text[]} */
function listComments(comments, source) {
  /** @type {Text[]} */
  const texts = [];
  let end = 0;
  for (const { type, start, end: next, value } of comments) {
    const text = value.replaceAll(/^[ \t]*\*+[ \t]?/gm, '');
    const last = texts.at(-1);
    const between = source.slice(end, start);
    // A sentence may go on in the comment of the next line.
    if (type === 'Line' && last && between.trim() === '') last.text += between + text;
    else texts.push({ start, text, spans: true, comment: true });
    end = next;
  }
  return texts;
}

/**
 * @param {string} path
 * @param {string} source
 * @param {RegExp} inComments which comments are read, as most have nothing to find
 * @returns {{ markdown: string, lines: number[], comments: Set<number> }} `lines`: the line in the source of each line of `markdown`
 */
export function readTexts(path, source, inComments) {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const markdown = [];
  const lines = [];
  const ofComments = new Set();
  const read = listComments(comments, source).filter((comment) => inComments.test(comment.text));
  for (const { start, text, spans, comment } of [...listStrings(program), ...read]) {
    let line = source.slice(0, start).split('\n').length;
    for (const row of text.split('\n')) {
      // A flag and its text are in two columns.
      const columns = row.trim().replace(TAG, '').split(/ {2,}/);
      const begins = columns.length > 1 || /^[-@]/.test(row.trim());
      for (const one of begins ? columns.flatMap((column) => ['', column]) : columns) {
        markdown.push(one);
        lines.push(line);
        if (comment) ofComments.add(markdown.length);
      }
      if (spans) line += 1;
    }
    markdown.push('');
    lines.push(line);
  }
  return { markdown: markdown.join('\n'), lines, comments: ofComments };
}

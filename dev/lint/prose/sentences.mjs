/** A rule of textlint about sentences: their length, their colons and semicolons, their subject and their verb. */
import nlp from 'compromise';

const MAX_WORDS = 30;
/** A parameter or a short heading before a sentence. */
const LABEL = /^(?:\S+|[\p{L}\d-]+(?: [\p{L}\d-]+){1,2}): (?=\S)/u;
const ASIDE = / \([^()]*\)/g;
const MARK = /[^\s"'][:;] (?=\S)/g;
const CLAUSE = /^(?:What(?! to\b)|Whatever|Whoever|That which|Where it)\b.*\.$/;
/** Verbs that compromise takes for nouns. */
const VERB =
  /\b(?:bind|call|cache|change|describe|need|offer|open|pass|return|run|stand|stay|stop|throw|trace|work)(?:e?s)?\b/i;
/** A program, or names, in a string. */
const PROGRAM = /[{}=<>$|\\]|\w\(|;$|^HTTP\/|^[a-z][\w.-]*(?: [a-z][\w.-]*)*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** @param {any} node @returns {string} its text, with a word for inline code */
function read(node) {
  if (node.type === 'Str') return node.value;
  if (node.type === 'Code') return 'Code';
  return node.type === 'Break' ? ' ' : (node.children ?? []).map(read).join('');
}

/** @param {string} sentence @param {boolean} needsVerb @returns {string[]} its problems */
function check(sentence, needsVerb) {
  const problems = [];
  const words = sentence.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length;
  if (words > MAX_WORDS) problems.push(`${words} words in a sentence; use at most ${MAX_WORDS}`);
  if ((sentence.replaceAll(ASIDE, '').replace(LABEL, '').match(MARK)?.length ?? 0) > 1)
    problems.push('several colons or semicolons in a sentence; use two sentences');
  if (CLAUSE.test(sentence)) problems.push('a clause as the subject; use a noun');
  if (needsVerb && /[.!?]$/.test(sentence) && !VERB.test(sentence) && !nlp(sentence).has('#Verb'))
    problems.push('a sentence without a verb; use one, a list or a table');
  return problems;
}

/** @param {any} node @returns {string} a paragraph's text without a heading in its first line: "**Problem.** …" */
function readParagraph({ children: [first, ...others] }) {
  const heads = first?.type === 'Strong' && read(first).endsWith('.') && others.length > 0;
  return (heads ? others : [first, ...others]).map(read).join('').replaceAll(/\s+/g, ' ').trim();
}

/**
 * A paragraph of a document needs verbs. Items of lists and cells of tables may be noun phrases, and so may texts of programs.
 *
 * @param {boolean} inProgram
 * @returns {import('@textlint/kernel').TextlintRuleReporter}
 */
export const createSentences =
  (inProgram) =>
  ({ Syntax, RuleError, report }) => ({
    [Syntax.Paragraph](node) {
      const text = readParagraph(node);
      if (inProgram && PROGRAM.test(text.replaceAll(/"[^"]*"/g, ''))) return;
      const needsVerb = !inProgram && node.parent?.type === Syntax.Document;
      for (const { segment } of segmenter.segment(text)) {
        const sentence = segment.trim();
        for (const problem of check(sentence, needsVerb))
          report(node, new RuleError(`“${sentence.length > 60 ? `${sentence.slice(0, 60)}…` : sentence}”: ${problem}`));
      }
    },
  });

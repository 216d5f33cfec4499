import type { Part } from '../template/ast.js';
import { compileMatcher } from '../template/match/compile.js';
import { decodeReserved, type MatchedValues } from '../template/match/match.js';
import { getLast } from '../template/values.js';
import { listSimple, readSimple } from '../template/match/simple.js';
import type { ReadTexts, Target } from './trie.js';

/** Separates the values of one segment: neither a value nor a literal of a path has it. */
const SEPARATOR = '#';

/** Whether an expression is `{name}` or `{name:1}`. */
const isSimple = ({ operator, varspecs }: Part) => operator === '' && varspecs.length === 1 && !varspecs[0]?.explode;

/** Separates values in one segment, as in `{base}...{head}`, where the literal text between them occurs first. */
function separateValues(path: readonly Part[]) {
  // Whether the segment has only values that end where the text after them is first.
  let isSeparable = true;
  // Whether the number of segments is known.
  let isClosed = true;
  return path.map((part, index) => {
    const next = path[index + 1];
    if (part.kind === 'expression') {
      isSeparable &&= isSimple(part);
      isClosed &&= part.operator !== '+' && part.operator !== '/';
    } else if (part.text.includes('/')) isSeparable = isClosed;
    else if (isSeparable && next && isSimple(next)) return { ...part, text: SEPARATOR + part.text + SEPARATOR };
    return part;
  });
}

/**
 * Makes a function that reads the values of a path by its automaton.
 * @throws EndpointError `ambiguous-template`
 */
export function createPathMatcher(path: readonly Part[]): PathReader {
  const parts = separateValues(path);
  const match = compileMatcher(parts, { lenient: true });
  const written = parts.map(({ text = '' }) => text).join('');
  // The segments up to the last separated one; those after it keep their spelling.
  const count = written.split(SEPARATOR).slice(0, -1).join('').split('/').length;
  return (texts, { path: encoded }) => {
    let index = 1;
    const separated = parts.map(({ text = texts[index++] }) => text).join('');
    return match([...separated.split('/').slice(0, count), ...encoded.split('/').slice(count)].join('/'));
  };
}

type PathReader = (texts: ReadTexts, target: Target) => MatchedValues | undefined;

/** By itself, so that no parsed path is kept. */
const createTextsReader =
  (names: readonly string[]): PathReader =>
  (texts, { isPlain }) =>
    readSimple(names, texts, isPlain);

const countSlashes = (parts: readonly Part[]) => parts.flatMap(({ text = '' }) => text.split('/').slice(1)).length;

/** Makes a function that reads the values of a path of simple expressions and `{+name}`; undefined where a segment has more than that. */
function createOpenReader(names: readonly string[], path: readonly Part[]): PathReader | undefined {
  const at = path.findIndex(({ operator }) => operator);
  const { text: after = '/' } = path[at + 1] ?? {};
  if (!path[at - 1]?.text?.endsWith('/') || after[0] !== '/') return undefined;
  const before = countSlashes(path.slice(0, at));
  const behind = countSlashes(path.slice(at));
  return (texts, { path: encoded, isPlain }) => {
    if (isPlain) return readSimple(names, texts, true);
    const values = texts[names.length] && readSimple(names.slice(0, -1), texts, false);
    if (!values) return undefined;
    const segments = encoded.split('/');
    // Under `+`, each spelling is a value of its own.
    const text = segments.slice(before, segments.length - behind).join('/');
    return { ...values, [getLast(names) as string]: decodeReserved(text) };
  };
}

/**
 * Makes a function that reads the values of a path: from the texts that the trie read, if all its expressions are simple, or the last one
 * is `{+name}` in segments of its own.
 * @throws EndpointError `ambiguous-template`
 */
export function createPathReader(path: readonly Part[]): PathReader {
  // The literal text decides the place among the routes.
  const names = path.some(({ varspecs }) => varspecs) ? listSimple(path) : [];
  if (names && !path.some(({ operator }) => operator)) return createTextsReader(names);
  return (names && createOpenReader(names, path)) ?? createPathMatcher(path);
}

import type { Part } from '../template/ast.js';
import { compileMatcher } from '../template/match/compile.js';
import type { MatchedValues } from '../template/match/match.js';
import { listSimple, readSimple } from '../template/match/simple.js';
import { getLast } from '../template/values.js';
import { normalizePath, separate, type ReadTexts, type Target } from './trie.js';

/** Separates the values of one segment: neither a value nor a literal of a path has it. */
const SEPARATOR = '#';

/** The literal texts of a segment: the length of the first, and those between two expressions. */
interface Separators {
  readonly start: number;
  readonly texts: string[];
}

function separateSegment(segment: string, { start, texts }: Separators) {
  const values = separate(segment.slice(start), texts);
  const mark = (all: string, value: string, index: number) =>
    all + SEPARATOR + (texts[index - 1] ?? '') + SEPARATOR + value;
  return values ? segment.slice(0, start) + values.reduce(mark) : segment;
}

/** Whether an expression is `{name}` or `{name:1}`. */
const isSimple = ({ operator, varspecs }: Part) => operator === '' && varspecs.length === 1 && !varspecs[0]?.explode;

/**
 * Separates values in one segment, as in `{base}...{head}`, where the literal text between them occurs first; in the template, and by a
 * function in urls.
 * @returns undefined for a path without such segments
 */
export function separateValues(path: readonly Part[]) {
  const bySegment = new Map<number, Separators>();
  let segment = 0;
  let start = 0;
  // Whether the segment has only values that end where the text after them is first.
  let isSeparable = true;
  // Whether the number of segments is known.
  let isClosed = true;
  const parts = path.map((part, index) => {
    if (part.kind === 'expression') {
      isSeparable &&= isSimple(part);
      isClosed &&= part.operator !== '+' && part.operator !== '/';
      return part;
    }
    const [text = '', ...others] = normalizePath(part.text).split('/');
    const next = path[index + 1];
    if (others.length) {
      segment += others.length;
      start = getLast(others)?.length ?? 0;
      isSeparable = isClosed;
    } else if (isSeparable && next && isSimple(next)) {
      const separators = bySegment.get(segment) ?? { start, texts: [] };
      separators.texts.push(text);
      bySegment.set(segment, separators);
      return { ...part, text: SEPARATOR + part.text + SEPARATOR };
    }
    return part;
  });
  if (!bySegment.size) return undefined;
  return {
    parts,
    separate: (text: string) => {
      const segments = text.split('/');
      for (const [index, separators] of bySegment)
        segments[index] = separateSegment(normalizePath(segments[index] ?? ''), separators);
      return segments.join('/');
    },
  };
}

/**
 * Makes a function that reads the values of a path by its automaton.
 * @throws EndpointError `ambiguous-template`
 */
export function createPathMatcher(path: readonly Part[]) {
  const separated = separateValues(path);
  const match = compileMatcher(separated?.parts ?? path, { lenient: true });
  return separated ? (text: string) => match(separated.separate(text)) : match;
}

type PathReader = (texts: ReadTexts, target: Target) => MatchedValues | undefined;

/** By itself, so that no parsed path is kept. */
const createTextsReader =
  (names: readonly string[]): PathReader =>
  (texts, { isPlain }) =>
    readSimple(names, texts, isPlain);

/**
 * Makes a function that reads the values of a path: from the texts that the trie read, if all its expressions are simple, or the last one
 * is `{+name}` in a segment without others.
 * @throws EndpointError `ambiguous-template`
 */
export function createPathReader(path: readonly Part[]): PathReader {
  // The literal text decides the place among the routes.
  const names = path.some(({ varspecs }) => varspecs) ? listSimple(path) : [];
  if (names && !path.some(({ operator }) => operator)) return createTextsReader(names);
  // The proof of a path that isn't ambiguous takes a millisecond, and few of many routes need it.
  let match = names ? undefined : createPathMatcher(path);
  // Under `+`, each spelling is a value of its own.
  return (texts, { path: text, isPlain }) =>
    names && isPlain ? readSimple(names, texts, true) : (match ??= createPathMatcher(path))(text);
}

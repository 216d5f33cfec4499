import type { Part } from '../template/ast.js';
import { compileMatcher } from '../template/match/compile.js';
import type { MatchedValues } from '../template/match/match.js';
import { listNames } from './halves.js';
import { isSimple, separateValues } from './separation.js';

/** Reads the values of one half of a url. */
type HalfReader = (text: string) => MatchedValues | undefined;

const compile = (parts: readonly Part[]) => compileMatcher(parts, { lenient: true });

/**
 * Compiles a template whose form proves that it is unambiguous when it is first needed: the proof takes about a millisecond, and few of
 * many routes are needed at once.
 */
function compileLater(parts: readonly Part[]): HalfReader {
  let read: HalfReader | undefined;
  return (text) => (read ??= compile(parts))(text);
}

/** Larger templates are proved, because the proof may fail for them. */
const MAX_LENGTH = 1000;
const MAX_NAMES = 30;

function isSmall(parts: readonly Part[]) {
  const { length } = parts.map(({ text = '', start, end }) => text + ' '.repeat(end - start)).join('');
  return length <= MAX_LENGTH && listNames(parts).length <= MAX_NAMES;
}

/** Whether each expression of a path is `{name}`, with literal text between two: a value ends before that text, or before a slash. */
const isPlainPath = (path: readonly Part[]) =>
  path.every((part, index) => part.kind === 'literal' || (isSimple(part) && path[index - 1]?.kind !== 'expression'));

/**
 * Makes a function that reads the values of a path.
 * @throws EndpointError `ambiguous-template`
 */
export function createPathReader(path: readonly Part[]): HalfReader {
  // The literal text decides the place among the routes.
  if (path.every(({ kind }) => kind === 'literal')) return () => ({});
  const { parts, separate } = separateValues(path) ?? { parts: path };
  const read = isPlainPath(path) && isSmall(path) ? compileLater(parts) : compile(parts);
  return separate ? (text) => read(separate(text)) : read;
}

/** Whether a query is one expression: its names separate the values. */
function isPlainTail([first, second]: readonly Part[]) {
  if (second || first?.operator !== '?') return false;
  const names = new Set(first.varspecs.map(({ name }) => name));
  return names.size === first.varspecs.length && !first.varspecs.some(({ explode }) => explode);
}

/**
 * Makes a function that reads the values of a query and fragment.
 * @throws EndpointError `ambiguous-template`
 */
export const createTailValuesReader = (tail: readonly Part[]) =>
  isPlainTail(tail) && isSmall(tail) ? compileLater(tail) : compile(tail);

import type { Part } from '../template/ast.js';
import { getLast } from '../template/values.js';
import { normalizePath } from './trie.js';

/** Separates the values of one segment: neither a value nor a literal of a path has it. */
const SEPARATOR = '#';

/** The literal texts of a segment: the length of the first, and those between two expressions. */
interface Separators {
  readonly start: number;
  readonly texts: string[];
}

function separateSegment(segment: string, { start, texts }: Separators) {
  let separated = segment.slice(0, start);
  let rest = segment.slice(start);
  for (const text of texts) {
    const end = rest.indexOf(text);
    if (end < 0) break;
    separated += rest.slice(0, end) + SEPARATOR + text + SEPARATOR;
    rest = rest.slice(end + text.length);
  }
  return separated + rest;
}

/** Whether an expression is `{name}`. */
export const isSimple = ({ operator, varspecs }: Part) =>
  operator === '' && varspecs.length === 1 && !varspecs[0]?.explode;

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

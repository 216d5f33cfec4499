import type { Part } from '../template/ast.js';
import { normalizePath } from './trie.js';

/** Separates the values of one segment: neither a value nor a literal of a path has it. */
const SEPARATOR = '#';

/** The literal texts of a segment: the length of the first, and those between two expressions. */
interface Separators {
  readonly start: number;
  readonly texts: string[];
}

function separateSegment(segment: string, { start, texts }: Separators): string {
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

/**
 * Separates values in one segment, as in `{base}...{head}`, where the literal text between them occurs first; in the template, and by a
 * function in urls.
 * @param path with expressions of one value alone
 * @returns undefined for a path with one expression in each segment at most
 */
export function separateValues(
  path: readonly Part[],
): { readonly parts: readonly Part[]; readonly separate: (path: string) => string } | undefined {
  const bySegment = new Map<number, Separators>();
  let segment = 0;
  let start = 0;
  const parts = path.map((part, index): Part => {
    if (part.kind === 'expression') return part;
    const [text = '', ...others] = normalizePath(part.text).split('/');
    if (others.length) {
      segment += others.length;
      start = others[others.length - 1]?.length ?? 0;
      return part;
    }
    // Text at the end of a path is after the last value.
    if (index === path.length - 1) return part;
    const separators = bySegment.get(segment) ?? { start, texts: [] };
    separators.texts.push(text);
    bySegment.set(segment, separators);
    return { ...part, text: SEPARATOR + part.text + SEPARATOR };
  });
  if (!bySegment.size) return undefined;
  return {
    parts,
    separate: (text) => {
      const segments = normalizePath(text).split('/');
      for (const [index, separators] of bySegment)
        segments[index] = separateSegment(segments[index] ?? '', separators);
      return segments.join('/');
    },
  };
}

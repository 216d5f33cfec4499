import type { Part } from '../../template/ast.js';
import { parseParts } from '../../template/parse.js';
import type { Span } from '../explanation.js';
import { endpointError } from '../layers.js';

/** A piece that breaks the grammar of templates. */
export interface Malformed extends Span {
  readonly malformed: true;
}

/** After so many problems the remaining template isn't read: no one reads on, and time stays linear. */
const MAX_PROBLEMS = 50;

/** Finds the malformed piece at a position: a whole expression, else one character. */
function findMalformed(url: string, position: number, from: number): Malformed {
  const brace = url[position] === '{' || url[position] === '}';
  const start = brace ? position : url.lastIndexOf('{', position);
  const end = url.indexOf('}', position);
  if (!brace && start >= from && end >= 0 && url.indexOf('}', start) === end)
    return { malformed: true, start, end: end + 1 };
  return { malformed: true, start: position, end: position + ((url.codePointAt(position) ?? 0) > 0xffff ? 2 : 1) };
}

/** The parts of a template, and the malformed pieces between them. Positions index the url. */
export function readTemplate(url: string, start: number, strict: boolean): (Part | Malformed)[] {
  const parts: (Part | Malformed)[] = [];
  let from = start;
  for (let problems = 0; problems < MAX_PROBLEMS; problems++) {
    let end = url.length;
    let malformed: Malformed | undefined;
    // Another error may precede this one: the text before it is read until it has none.
    for (let read: Part[] | undefined; !read;) {
      try {
        read = parseParts(url.slice(0, end), { strict, placeholders: true, start: from });
        for (const part of read) parts.push(part);
      } catch (error) {
        // A lone surrogate has no position of its own.
        const { position = from + url.slice(from).search(/\p{Cs}/u) } = endpointError(error);
        malformed = findMalformed(url, position, from);
        end = malformed.start;
      }
    }
    if (!malformed) return parts;
    parts.push(malformed);
    from = malformed.end;
  }
  return from < url.length ? [...parts, { malformed: true, start: from, end: url.length }] : parts;
}

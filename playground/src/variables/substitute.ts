import { mayHaveReferences, REFERENCE } from './references.js';

/** Values by name. */
export type Values = ReadonlyMap<string, string>;

/** A part of a text: UTF-16 indices, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A `{{name}}` of a text. */
export interface Reference {
  readonly name: string;
  /** Its place in the typed text. */
  readonly typed: Span;
  /** The place of its value in the substituted text; without a value the reference itself stays there. */
  readonly substituted: Span;
}

/** A text as it was typed, and with the values of its references. */
export interface Substitution {
  readonly typed: string;
  readonly text: string;
  /** In the order of the text. */
  readonly references: readonly Reference[];
  /** The first reference without a value; undefined if each has one. */
  readonly missing: Reference | undefined;
  /** Whether the values made the text longer than {@link MAX_LENGTH}; the remaining references stay. */
  readonly tooLong: boolean;
}

/**
 * The notation of the text around a reference. In JSON a value within a string is escaped as a part of that string, and a value
 * elsewhere is inserted as it is: `{"id": {{id}}, "name": "{{name}}"}`.
 */
export type Notation = 'text' | 'json';

/** The largest text that values may result in: a large value in many places would otherwise use up the memory. */
export const MAX_LENGTH = 8 * 2 ** 20;

const NAME = /^[\w.-]+$/;
/** A quote of JSON, a backslash with the character that it escapes, or a reference. */
const JSON_REFERENCE = /"|\\[^]|\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g;

/** Whether a text can be the name of a variable: letters, digits, `_`, `.` and `-`. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/** The names in a text, each once. */
export function listNames(text: string): readonly string[] {
  if (!mayHaveReferences(text)) return [];
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))];
}

/** References with their places, and whether each is in a JSON string. */
function findReferences(typed: string, notation: Notation) {
  const found: { readonly name: string; readonly typed: Span; readonly quoted: boolean }[] = [];
  let quoted = false;
  for (const match of typed.matchAll(notation === 'json' ? JSON_REFERENCE : REFERENCE)) {
    const [whole, name] = match;
    if (whole === '"') quoted = !quoted;
    else if (name !== undefined)
      found.push({ name, typed: { start: match.index, end: match.index + whole.length }, quoted });
  }
  return found;
}

/**
 * Inserts the values of a text's references, each once: `{{name}}` within a value is text. A reference without a value, or with an
 * empty one, stays and is reported.
 */
export function substitute(typed: string, values: Values, notation: Notation = 'text'): Substitution {
  if (!mayHaveReferences(typed)) return { typed, text: typed, references: [], missing: undefined, tooLong: false };
  const pieces: string[] = [];
  const references: Reference[] = [];
  let missing: Reference | undefined;
  let tooLong = false;
  let copied = 0;
  let length = 0;
  const append = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { name, typed: span, quoted } of findReferences(typed, notation)) {
    const value = values.get(name) ?? '';
    const inserted = quoted ? JSON.stringify(value).slice(1, -1) : value;
    append(typed.slice(copied, span.start));
    copied = span.end;
    const fits = length + inserted.length + typed.length - span.end <= MAX_LENGTH;
    const start = length;
    append(value === '' || !fits ? typed.slice(span.start, span.end) : inserted);
    const reference = { name, typed: span, substituted: { start, end: length } };
    references.push(reference);
    if (value === '') missing ??= reference;
    tooLong ||= !fits;
  }
  append(typed.slice(copied));
  return { typed, text: pieces.join(''), references, missing, tooLong };
}

/** The problem of a name without a value. */
export const describeMissing = ({ name }: Pick<Reference, 'name'>): string =>
  `“{{${name}}}” has no value. Enter one in an environment.`;

/** The problem of a substituted text, in sentences; undefined if it has none. */
export function describeProblem({ missing, tooLong }: Substitution): string | undefined {
  if (tooLong) return 'The values of its variables are too long together.';
  return missing && describeMissing(missing);
}

/** The last reference that begins at or before a position of the substituted text. */
function findBefore(references: readonly Reference[], position: number): Reference | undefined {
  let low = 0;
  let high = references.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((references[middle]?.substituted.start ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return references[low - 1];
}

/**
 * The place in the typed text of a position in the substituted text. A position within a value is the start of its reference, or its
 * end if `side` is `end`.
 */
export function toTyped({ references }: Substitution, position: number, side: 'start' | 'end' = 'start'): number {
  const before = findBefore(references, side === 'start' ? position : position - 1);
  if (before === undefined) return position;
  const { typed, substituted } = before;
  if (position >= substituted.end) return position - substituted.end + typed.end;
  return side === 'start' ? typed.start : typed.end;
}

/** The part of the typed text that resulted in a part of the substituted text: whole references, never pieces of one. */
export function toTypedSpan(substitution: Substitution, { start, end }: Span): Span {
  const from = toTyped(substitution, start);
  return { start: from, end: Math.max(from, toTyped(substitution, end, 'end')) };
}

/** The references whose values a part of the substituted text contains, or a piece of them. */
export function findReferencesWithin({ references }: Substitution, { start, end }: Span): readonly Reference[] {
  return references.filter(({ substituted }) => substituted.start < end && start < substituted.end);
}

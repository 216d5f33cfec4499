/** The first mistake of a text that should be JSON. */
export interface JsonMistake {
  /** The first is 1. */
  readonly line: number;
  /** In UTF-16 code units; the first is 1. */
  readonly column: number;
  /** A clause, such as `“}” is in place of a value`. */
  readonly reason: string;
}

/** Numbers of a value in the list of all values, in which those of a container follow it. */
export const SIZE = 7;
/** Where the source text of the key begins and ends; in a list -1 and the index, at the root two times -1. */
export const KEY = 0;
export const KEY_END = 1;
/** Where the source text of the value begins; the next number is its end. A container has only its bracket. */
export const START = 2;
/** Position of the container among the values; -1 for the root. */
export const PARENT = 4;
/** Position after the last value inside. */
export const AFTER = 5;
/** Members or items. */
export const COUNT = 6;

export const isBracket = (character: string | undefined): boolean => character === '{' || character === '[';

/** A mistake at an index of the text. */
class Mistake extends SyntaxError {
  readonly index: number;

  constructor(index: number, reason: string) {
    super(reason);
    this.index = index;
  }
}

/** What may come next. */
type Expected =
  | 'a value'
  | 'a value or “]”'
  | 'a key or “}”'
  | 'a key'
  | '“:”'
  | '“,” or “]”'
  | '“,” or “}”'
  | 'the end';

const SPACE = /[\t\n\r ]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function nameCharacter(text: string, index: number): string {
  const point = text.codePointAt(index);
  if (point === undefined) return 'the end of the text';
  const isPlain = point > 0x20 && !/\p{C}|\p{Z}/u.test(String.fromCodePoint(point));
  return isPlain ? `“${String.fromCodePoint(point)}”` : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

function skip(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : index;
}

/** The index after a string that begins at `start`. @throws Mistake */
function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length;) {
    const character = text[at] ?? '';
    if (character === '"') return at + 1;
    if (character < ' ')
      throw new Mistake(at, `the control character ${nameCharacter(text, at)} is in a string without an escape`);
    if (character !== '\\') at += 1;
    else {
      const end = skip(ESCAPE, text, at);
      if (end === at) throw new Mistake(at, `“${text.slice(at, at + 2)}” isn’t a valid escape`);
      at = end;
    }
  }
  throw new Mistake(text.length, 'the text ends in a string');
}

/** The index after a leaf, or after the bracket of a container; `start` if there is none. @throws Mistake */
function skipValue(text: string, start: number): number {
  if (isBracket(text[start])) return start + 1;
  return text[start] === '"' ? skipString(text, start) : skip(SCALAR, text, start);
}

/**
 * The values of a JSON text (RFC 8259), without recursion, so that its depth has no limit.
 * @throws SyntaxError if the text isn't JSON
 */
export function parseNodes(text: string): Int32Array<ArrayBuffer> {
  const numbers: number[] = [];
  let [parent, key, keyEnd] = [-1, -1, -1];
  let expected: Expected = 'a value';
  const get = (field: number) => numbers[parent * SIZE + field] ?? -1;
  const isInList = () => text[get(START)] === '[';
  const endValue = (): Expected => (parent === -1 ? 'the end' : isInList() ? '“,” or “]”' : '“,” or “}”');
  for (let at = skip(SPACE, text, 0); at < text.length || expected !== 'the end'; at = skip(SPACE, text, at)) {
    const start = at;
    const character = text[start] ?? '';
    at += 1;
    if (expected === '“:”' && character === ':') expected = 'a value';
    else if (expected.startsWith('a key') && character === '"') {
      at = skipString(text, start);
      [key, keyEnd] = [start, at];
      expected = '“:”';
    } else if (/[\]}]/.test(character) && expected.endsWith(`“${character}”`)) {
      numbers[parent * SIZE + AFTER] = numbers.length / SIZE;
      parent = get(PARENT);
      expected = endValue();
    } else if (character === ',' && expected.startsWith('“,”')) expected = isInList() ? 'a value' : 'a key';
    else {
      at = expected.startsWith('a value') ? skipValue(text, start) : start;
      if (at === start) throw new Mistake(start, `${nameCharacter(text, start)} is in place of ${expected}`);
      const index = numbers.length / SIZE;
      // An item of a list has the number of those before it.
      numbers.push(key, key === -1 ? get(COUNT) : keyEnd, start, at, parent, index + 1, 0);
      if (parent !== -1) numbers[parent * SIZE + COUNT] = get(COUNT) + 1;
      key = -1;
      if (isBracket(character)) parent = index;
      expected = character === '{' ? 'a key or “}”' : character === '[' ? 'a value or “]”' : endValue();
    }
  }
  return Int32Array.from(numbers);
}

/** Describes the mistake of a text that isn't JSON; undefined for any other error. */
export function describeMistake(text: string, error: unknown): JsonMistake | undefined {
  if (!(error instanceof Mistake)) return undefined;
  const before = text.slice(0, error.index);
  const line = before.split(/\r\n|\r|\n/).length;
  const column = error.index - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
  return { line, column, reason: error.message };
}

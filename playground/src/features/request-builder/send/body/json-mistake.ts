/** The first mistake of a text that should be JSON. */
export interface JsonMistake {
  /** The first is 1. */
  readonly line: number;
  /** In UTF-16 code units; the first is 1. */
  readonly column: number;
  /** A clause, such as `“}” is in place of a value`. */
  readonly reason: string;
}

/** A mistake at an index of the text. */
class Mistake extends Error {
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

const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = ['true', 'false', 'null'];

function nameCharacter(text: string, index: number): string {
  const point = text.codePointAt(index);
  if (point === undefined) return 'the end of the text';
  const isPlain = point > 0x20 && !/\p{C}|\p{Z}/u.test(String.fromCodePoint(point));
  return isPlain ? `“${String.fromCodePoint(point)}”` : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

function match(pattern: RegExp, text: string, index: number): number {
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
      const end = match(ESCAPE, text, at);
      if (end === at) throw new Mistake(at, `“${text.slice(at, at + 2)}” isn’t a valid escape`);
      at = end;
    }
  }
  throw new Mistake(text.length, 'the text ends in a string');
}

/** The index after a number or a literal. @throws Mistake */
function skipScalar(text: string, start: number, expected: Expected): number {
  const literal = LITERALS.find((each) => text.startsWith(each, start));
  const end = literal === undefined ? match(NUMBER, text, start) : start + literal.length;
  if (end === start) throw new Mistake(start, `${nameCharacter(text, start)} is in place of ${expected}`);
  return end;
}

/** Reads one value without recursion, so that its depth has no limit. @throws Mistake */
function checkJson(text: string): void {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'a value';
  const endValue = (): Expected => (open.length === 0 ? 'the end' : open.at(-1) === '[' ? '“,” or “]”' : '“,” or “}”');
  for (let at = match(/[\t\n\r ]*/y, text, 0); at < text.length || expected !== 'the end';) {
    const character = text[at] ?? '';
    const fails = () => new Mistake(at, `${nameCharacter(text, at)} is in place of ${expected}`);
    let next = at + 1;
    if (expected === '“:”') {
      if (character !== ':') throw fails();
      expected = 'a value';
    } else if ((expected === 'a key' || expected === 'a key or “}”') && character === '"') {
      next = skipString(text, at);
      expected = '“:”';
    } else if (character !== '' && expected.endsWith(`“${character}”`)) {
      open.pop();
      expected = endValue();
    } else if (character === ',' && expected.startsWith('“,”')) {
      expected = open.at(-1) === '[' ? 'a value' : 'a key';
    } else if (!expected.startsWith('a value')) throw fails();
    else if (character === '{' || character === '[') {
      open.push(character);
      expected = character === '{' ? 'a key or “}”' : 'a value or “]”';
    } else {
      next = character === '"' ? skipString(text, at) : skipScalar(text, at, expected);
      expected = endValue();
    }
    at = match(/[\t\n\r ]*/y, text, next);
  }
}

/** Finds the first mistake of a text; undefined for JSON (RFC 8259). */
export function findJsonMistake(text: string): JsonMistake | undefined {
  try {
    checkJson(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const before = text.slice(0, error.index);
    const line = before.split(/\r\n|\r|\n/).length;
    const column = error.index - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
    return { line, column, reason: error.message };
  }
}

/** Finds what a JSON text has and its value doesn’t: numbers beyond the range or precision of JavaScript, and names that repeat. */

/** A part of a text that its value doesn’t keep. */
export interface Change {
  /** One sentence. */
  readonly message: string;
  /** A zero-based index into the text. */
  readonly position: number;
}

/** A number as its sign, its digits and their exponent, whatever its notation. */
export function normalizeNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return `${sign}0`;
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/** Describes the change of a decimal number; undefined if JSON has it as it is. */
export function describeNumber(text: string): string | undefined {
  // Numbers of 15 digits are always kept.
  if (text.length <= 15 && !/^-[0.]|[ei]/i.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return `${text} is beyond the range of numbers.`;
  // Written by a program.
  if (String(value) === text) return undefined;
  const written = JSON.stringify(value);
  if (normalizeNumber(text) === normalizeNumber(written)) return undefined;
  return `${text} would be sent as ${written}; put it in quotes to send it as text.`;
}

/** The sentence about a name that repeats. */
export const describeName = (name: string): string => `“${name}” is set twice.`;

/** Strings, with a colon after names; numbers; and the brackets of objects. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*(:))?|-?\d[\d.eE+-]*|[{}]/g;

/** The first part of a valid JSON text that its value doesn’t keep; undefined if it keeps all. */
export function findChange(text: string): Change | undefined {
  const outer: Set<string>[] = [];
  let names = new Set<string>();
  for (const match of text.matchAll(TOKEN)) {
    const [token, colon] = match;
    if (token === '{') {
      outer.push(names);
      names = new Set();
    } else if (token === '}') names = outer.pop() ?? new Set();
    else if (colon !== undefined) {
      const literal = token.slice(0, token.lastIndexOf('"') + 1);
      const name = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
      if (names.has(name)) return { message: describeName(name), position: match.index };
      names.add(name);
    } else if (!token.startsWith('"')) {
      const message = describeNumber(token);
      if (message !== undefined) return { message, position: match.index };
    }
  }
  return undefined;
}

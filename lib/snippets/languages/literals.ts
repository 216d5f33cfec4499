/** String literals of the languages whose escapes are those of C. */

const LETTERS: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Characters that end a line, change the direction of the text or are invisible. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const ESCAPED = RegExp(`\\\\|${INVISIBLE.source}`, 'gu');

/** Whether a reader can see all of the text. */
export const isVisible = (text: string): boolean => !INVISIBLE.test(text);

/** A code point in hexadecimal. */
export const toHex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/**
 * The text with escapes, without quotes.
 * @param escapeCode writes a code point that has no letter
 */
export const escapeText = (text: string, escapeCode: (code: number) => string): string =>
  text.replace(ESCAPED, (character) => LETTERS[character] ?? escapeCode(character.codePointAt(0) ?? 0));

/** The text in single quotes, or in double ones where that saves escapes. */
export function quoteText(text: string, escapeCode: (code: number) => string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + escapeText(text, escapeCode).replaceAll(quote, `\\${quote}`) + quote;
}

/** String literals of the languages whose escapes are those of C. */

const LETTERS: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Not the characters of ASCII that stand for themselves. */
const OTHER = /[^ -[\]-~]/gu;
/** A character that ends a line, changes the direction of the text or is invisible. Elsewhere WebKit finds \p{Cs} in pairs too. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a reader can see all of the text. */
export const isVisible = (text: string): boolean => !text.match(OTHER)?.some((character) => INVISIBLE.test(character));

/** A code point in hexadecimal. */
export const toHex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/**
 * The text with escapes, without quotes.
 * @param escapeCode writes a code point that has no letter
 */
export const escapeText = (text: string, escapeCode: (code: number) => string): string =>
  text.replace(OTHER, (character) => {
    const escaped = INVISIBLE.test(character) ? escapeCode(character.codePointAt(0) ?? 0) : character;
    return LETTERS[character] ?? escaped;
  });

/** The text in single quotes, or in double ones where that saves escapes. */
export function quoteText(text: string, escapeCode: (code: number) => string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + escapeText(text, escapeCode).replaceAll(quote, `\\${quote}`) + quote;
}

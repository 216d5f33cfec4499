/** String literals of the languages whose escapes are those of C. */

const LETTERS: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Not the characters of ASCII that stand for themselves. */
const OTHER = /[^ -[\]-~]/gu;
/** A character that ends a line, changes the direction of the text or is invisible. Elsewhere WebKit finds \p{Cs} in pairs too. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a reader can see all of the text. */
export const isVisible = (text: string) => !text.match(OTHER)?.some((character) => INVISIBLE.test(character));

/** A code point in hexadecimal. */
export const toHex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');

/**
 * The text with escapes, without quotes.
 * @param escapeCode writes a code point that has no letter
 */
const escapeText = (text: string, escapeCode: (code: number) => string) =>
  text.replace(OTHER, (character) => {
    const escaped = INVISIBLE.test(character) ? escapeCode(character.codePointAt(0) ?? 0) : character;
    return LETTERS[character] ?? escaped;
  });

/** The text in single quotes, or in double ones where that saves escapes. */
export function quoteText(text: string, escapeCode: (code: number) => string) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + escapeText(text, escapeCode).replaceAll(quote, `\\${quote}`) + quote;
}

/**
 * The text in double quotes.
 * @param special matches the characters that the language expands between double quotes
 */
export function quoteDouble(text: string, escapeCode: (code: number) => string, special = /"/g) {
  return `"${escapeText(text, escapeCode).replace(special, '\\$&')}"`;
}

/** Text of visible characters in single quotes, between which only the quote and the backslash are special; else in double quotes. */
export const quoteSingle = (text: string, escapeCode: (code: number) => string, special: RegExp) =>
  isVisible(text) ? `'${text.replace(/['\\]/g, '\\$&')}'` : quoteDouble(text, escapeCode, special);

/** Escapes of four and of eight hexadecimal digits. */
export const escapeFixed = (code: number) => (code <= 0xffff ? `\\u${toHex(code, 4)}` : `\\U${toHex(code, 8)}`);

/** Escapes of any number of hexadecimal digits in braces. */
export const escapeBraced = (code: number) => `\\u{${toHex(code, 1)}}`;

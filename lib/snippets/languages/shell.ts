import { byteLength, toByteString, type TextBody } from '../../adapters/message.js';

/** Words that every shell leaves as they are, at any place of a command. */
const PLAIN = /^[\w./:@%+,-][\w./:@%+,=-]*$/;
/**
 * What a terminal acts upon when it is pasted, or what a reader can't see. Quotes don't help: an escape sequence can end the
 * terminal's paste mode, and ^C the quoted text.
 */
const UNPRINTABLE = /((?:(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+)/u;
/** Linux takes 128 KiB in one argument. */
const ARGUMENT_BYTES = 100_000;

const octal = (text: string): string =>
  Array.from(toByteString(text), (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');

const inQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Every second part is unprintable. */
const mapParts = (text: string, printable: (part: string) => string, other: (part: string) => string): string =>
  text
    .split(UNPRINTABLE)
    .map((part, index) => (index % 2 ? other(part) : printable(part)))
    .join('');

/** The text as one word of a POSIX shell (XCU section 2.2). It can't hold NUL, as no argument can. */
export function quoteShell(text: string): string {
  if (PLAIN.test(text)) return text;
  if (!text) return "''";
  return mapParts(
    text,
    (part) => part && inQuotes(part),
    (part) => `"$(printf '${octal(part)}')"`,
  );
}

/** The text as lines of a here-document whose delimiter is not quoted. */
export const toHereDocument = (text: string): string =>
  mapParts(
    text,
    (part) => part.replace(/[\\$`]/g, '\\$&'),
    (part) => `$(printf '${octal(part)}')`,
  );

/** Whether the body must go through standard input: a shell has no argument for NUL, and none of that length. */
export const needsStdin = ({ text }: TextBody): boolean => text.includes('\0') || byteLength(text) > ARGUMENT_BYTES;

/** A command that writes the body to its standard output. */
export function printBody({ text }: TextBody): string {
  const format = mapParts(text, (part) => part.replaceAll('\\', '\\\\').replaceAll('%', '%%'), octal);
  // At the start, a dash would begin an option.
  return `printf ${inQuotes(format.replace(/^-/, '\\055'))}`;
}

/**
 * One command over several lines.
 * @param remarks plain words: where comments aren't on, as in an interactive zsh, quotes would begin a text
 */
export const toCommand = (remarks: readonly string[], lines: readonly string[]): string =>
  [...remarks.map((remark) => `# ${remark}`), lines.join(' \\\n  ')].join('\n') + '\n';

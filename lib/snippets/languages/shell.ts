import { byteLength, toByteString, type TextBody } from '../../adapters/message.js';
import { withRemarks, type Line } from '../target.js';

/** Words that every shell leaves as they are, anywhere in a command. */
const PLAIN = /^[\w./:@%+,-][\w./:@%+,=-]*$/;
/**
 * Characters that a terminal acts on when they are pasted, or that a reader can't see. Quotes don't help: an escape sequence can
 * end the terminal's paste mode, and ^C the quoted text.
 */
const UNPRINTABLE = /((?:(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+)/u;
/** Below the 128 KiB that Linux allows one argument. */
const ARGUMENT_BYTES = 100_000;

const octal = (text: string) =>
  Array.from(toByteString(text), (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');

const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Maps the printable and the unprintable runs of a text. */
const mapRuns = (text: string, mapPrintable: (run: string) => string, mapUnprintable: (run: string) => string) =>
  text
    .split(UNPRINTABLE)
    // The pattern captures, so that every second item is unprintable.
    .map((run, index) => (index % 2 ? mapUnprintable(run) : mapPrintable(run)))
    .join('');

/** The text as one word of a POSIX shell (XCU section 2.2). It can't hold NUL, as no argument can. */
export function quoteShell(text: string) {
  if (PLAIN.test(text)) return text;
  if (!text) return "''";
  return mapRuns(
    text,
    (run) => run && inQuotes(run),
    (run) => `"$(printf '${octal(run)}')"`,
  );
}

/** The text as lines of a here-document whose delimiter is not quoted. */
export const toHereDocument = (text: string) =>
  mapRuns(
    text,
    (run) => run.replace(/[\\$`]/g, '\\$&'),
    (run) => `$(printf '${octal(run)}')`,
  );

/** Whether the body must go through standard input: an argument can't hold NUL, and is limited in length. */
export const needsStdin = ({ text }: TextBody) => text.includes('\0') || byteLength(text) > ARGUMENT_BYTES;

/** A command that prints the body. */
export function printBody({ text }: TextBody) {
  const format = mapRuns(text, (run) => run.replaceAll('\\', '\\\\').replaceAll('%', '%%'), octal);
  // At the start, a dash would begin an option.
  return `printf ${inQuotes(format.replace(/^-/, '\\055'))}`;
}

/**
 * One command over several lines.
 * @param remarks without quotes: in a shell that has comments turned off, such as an interactive zsh, these would begin a text
 */
export const toCommand = (lines: readonly Line[], remarks: readonly Line[] = []) =>
  withRemarks(remarks, `${lines.filter(Boolean).join(' \\\n  ')}\n`, '#');

import { UnreadableError } from '../reading.js';
import { replaceAngled } from '../variables.js';
import { splitBash } from './bash.js';
import { splitCmd } from './cmd.js';
import type { Command } from './command.js';

/** A call of curl. */
export interface CurlCall {
  readonly arguments: readonly string[];
  /** The text of its standard input, if the script has it. */
  readonly input: string | undefined;
  /** Sentences about the script around it. */
  readonly notes: readonly string[];
  /** Sentences about what the shell does and is not read. */
  readonly omissions: readonly string[];
}

/** Carets before the quotes of an argument, or before the end of a line; or a prompt. */
const CMD = /[ \t]\^"[^]*\^"|[ \t]\^[ \t]*\r?\n|^[ \t]*[A-Za-z]:\\[^>\n]*>/im;
/** A caret before another sign, in a text that has no quotes of other shells. */
const CMD_SIGN = /^(?:[^"'$\\]|"[^"\\]*")*\^[&|<>%^][^'$`]*$/;
/** The name by which only Windows calls it. */
const EXE = /\bcurl\.exe\b/i;
/** Variables of cmd, in a text that has neither quotes nor variables of other shells. */
const CMD_VARIABLE = /%[A-Z_]{3,}%/;

/** The commands of a text: its quotes, continued lines and variables tell the shell. */
function splitCommands(text: string): readonly Command[] {
  const isWindows = EXE.test(text) && !/\\\r?\n/.test(text);
  const isCmd = isWindows || CMD.test(text) || CMD_SIGN.test(text) || (CMD_VARIABLE.test(text) && !/['$]/.test(text));
  return isCmd ? splitCmd(text) : splitBash(text);
}

/** Words before a program that don't change what it sends. */
const PREFIXES = new Set(['sudo', 'time', 'nice', 'env', 'exec', 'command', 'then', 'do', '!']);

/** The index of the word that calls curl; -1 for a command of another program. */
function findCurl(words: readonly string[]): number {
  for (const [index, word] of words.entries()) {
    if (/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(word)) return index;
    if (!PREFIXES.has(word) && !/^\w+=/.test(word)) return -1;
  }
  return -1;
}

/** Parameters of Invoke-WebRequest, for which Windows PowerShell has the alias `curl`. */
const INVOKE =
  /^-(?:Uri|Method|Headers|Body|ContentType|UseBasicParsing|WebSession|UserAgent|OutFile|InFile|Credential)$/i;

function readCall({ words, operator, input, redirections, omissions }: Command): CurlCall | undefined {
  const at = findCurl(words);
  if (at === -1) return undefined;
  const values = words.slice(at + 1).map(replaceAngled);
  if (values.some((word) => INVOKE.test(word)))
    throw new UnreadableError('`curl` is Invoke-WebRequest here, by its alias in Windows PowerShell; write its name.');
  const notes = [
    ...(redirections.length === 0 ? [] : [`The redirection of the output is left out: ${redirections.join(', ')}.`]),
    ...(/^(?:\|\|?|&)$/.test(operator) ? [`Everything after ${operator} is left out.`] : []),
  ];
  return { arguments: values, input, notes, omissions: [...omissions] };
}

/** The calls of curl in a script for cmd or a POSIX shell. */
export function findCurlCalls(text: string): readonly CurlCall[] {
  const commands = splitCommands(text);
  const calls = commands.flatMap((command) => readCall(command) ?? []);
  // The prompt of root looks like a comment.
  if (calls.length === 0 && /^[ \t]*#[ \t]+(?:\S*\/)?curl\b/.test(text))
    return findCurlCalls(text.replace(/^([ \t]*)#/, '$1$'));
  const others = commands.filter(
    ({ words }) => findCurl(words) === -1 && words.some((word) => /\bcurl\b(?!\.)/i.test(word)),
  );
  const unread = others.map(({ words }) => `curl as an argument of \`${words[0]}\` isn’t read.`);
  if (/(?:\$\(|`)[^)`]*\bcurl\b/.test(text)) unread.push('curl as an argument of another command isn’t read.');
  return calls.map((call) => ({ ...call, notes: [...call.notes, ...unread] }));
}

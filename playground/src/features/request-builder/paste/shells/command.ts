import { UnreadableError } from '../reading.js';

/** A command of a script. */
export const createCommand = () => ({
  words: [] as string[],
  /** The text of its standard input, if the script has it. */
  input: undefined as string | undefined,
  /** The operator after the command: `|`, `&`, `;`, or empty. */
  operator: '',
  /** Where its output goes, as it is written: `> out.json`. */
  redirections: [] as string[],
  /** Sentences about what the shell does and is not read. */
  omissions: new Set<string>(),
});

export type Command = ReturnType<typeof createCommand>;

/** The sentence about an output whose redirection may be meant as a piece of the text before it. */
export const describeGlued = (redirection: string): string =>
  `${redirection} redirects the output; if it is part of the text before it, put both in quotes.`;

/** The refusal of a redirection without a target, and of an input that would take the end of a word away. */
export const createRefusal = (redirection: string): UnreadableError =>
  new UnreadableError(`The redirection ${redirection} isn’t read; put text with angle brackets in quotes.`);

/** The text of `printf` with one value at most; undefined for any other. */
function printText(format: string, values: readonly string[]): string | undefined {
  const [, start = '', isValue, end = ''] = /^([^%]*)(%s)?([^%]*)$/.exec(format) ?? [];
  if (format.replace('%s', '').includes('%') || values.length > 1 || (values.length > 0 && isValue === undefined))
    return undefined;
  const known: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"' };
  const text = `${start}\0${end}`;
  if (/\\(?![ntr\\"])/.test(text.replaceAll('\\\\', ''))) return undefined;
  const escaped = text.replaceAll(/\\(.)/g, (whole, letter: string) => known[letter] ?? whole);
  return escaped.replace('\0', () => values[0] ?? '');
}

/** The output of a command, for the few that only print a text; undefined for any other. */
export function findOutput({ words, input, redirections, omissions }: Command): string | undefined {
  if (redirections.length + omissions.size > 0) return undefined;
  const [program, ...rest] = words;
  if (program === 'cat') return rest.every((word) => word === '-') ? input : undefined;
  if (program === 'printf') return rest[0]?.startsWith('-') ? undefined : printText(rest[0] ?? '', rest.slice(1));
  if (program !== 'echo') return undefined;
  const hasFlag = rest[0] === '-n';
  const values = hasFlag ? rest.slice(1) : rest;
  // Shells differ in what they do with backslashes and other flags.
  if (/^-[neE]+$/.test(values[0] ?? '')) return undefined;
  const text = values.join(' ');
  return text.includes('\\') ? undefined : text + (hasFlag ? '' : '\n');
}

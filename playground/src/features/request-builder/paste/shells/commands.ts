import { splitBash, type Command } from './bash.js';

/** Applies the carets of cmd: outside of quotes each takes the next character literally, and a line end after one is left out. */
function applyCarets(text: string): string {
  let result = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '^' && !quoted) {
      at += 1;
      if (text.charAt(at) === '\r') at += 1;
      // After the line end the next character is literal too, which is how a line feed gets into a value.
      if (text.charAt(at) === '\n') {
        at += 1;
        if (text.charAt(at) === '\r') at += 1;
        // A caret there begins another escape in practice: browsers write one before every character.
        if (text.charAt(at) === '^') at += 1;
      }
      result += text.charAt(at);
    } else {
      if (character === '"') quoted = !quoted;
      // A command ends with its line.
      if (character === '\n' && !quoted) return result;
      result += character;
    }
  }
  return result;
}

/** Splits arguments by the rules of Windows' C runtime: `\\"` and, in quotes, `""` are quotes. */
function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const slashes = /^\\+(?=")/.exec(line.slice(at, at + 64))?.[0].length ?? 0;
    if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes / 2));
      at += slashes;
      if (slashes % 2 === 1) {
        word += '"';
        continue;
      }
    }
    const character = line.charAt(at);
    if (character === '"') {
      word ??= '';
      if (quoted && line.charAt(at + 1) === '"') {
        word += '"';
        at += 1;
      } else quoted = !quoted;
    } else if (/\s/.test(character) && !quoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}

/** The command of a line for Windows' cmd. `%name%` becomes `{{name}}`; pairs of hex digits are percent-encoding. */
function splitCmd(text: string): readonly Command[] {
  const expanded = text.trim().replaceAll(/%([A-Za-z_]\w{2,})%/g, '{{$1}}');
  const line = applyCarets(expanded.replace(/^[A-Za-z]:[^>\n]*>\s*/, ''));
  return [{ words: splitArguments(line), input: undefined, operator: '' }];
}

/** A call of curl. */
export interface CurlCall {
  readonly arguments: readonly string[];
  /** The text of its standard input, if the script has it. */
  readonly input: string | undefined;
  /** Sentences about the script around it. */
  readonly notes: readonly string[];
}

/** The commands of a text for cmd or a POSIX shell: the kind of line continuation and quoting tells which. */
function splitCommands(text: string): readonly Command[] {
  if (/\^\s*\r?\n|\^["^&|<>%]|^[A-Za-z]:\\[^>\n]*>/.test(text)) return splitCmd(text);
  // PowerShell continues lines by backticks, and has other quotes.
  if (/`\s*\r?\n|^\s*(?:\$\w+\s*=[^=]|curl\.exe\b[^']*\\")|@["']\s*\r?\n/.test(text)) return [];
  return splitBash(text);
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

const UNSET = /\{\{([^{}]*)\}\}/g;

/** The calls of curl in a script for cmd or a POSIX shell. */
export function findCurlCalls(text: string): readonly CurlCall[] {
  const typed = new Set([...text.matchAll(UNSET)].map(([, name]) => name));
  return splitCommands(text).flatMap(({ words, operator, input }, index, commands) => {
    const at = findCurl(words);
    if (at === -1) return [];
    const set = new Map<string, string>();
    for (const before of [...commands.slice(0, index).flatMap((command) => command.words), ...words.slice(0, at)]) {
      const assignment = /^(?:export )?(\w+)=([^]*)$/.exec(before);
      if (assignment) set.set(assignment[1] ?? '', assignment[2] ?? '');
    }
    const replaced = words
      .slice(at + 1)
      .map((word) =>
        word.replaceAll(UNSET, (whole, name: string) => (typed.has(name) ? whole : (set.get(name) ?? whole))),
      );
    const unset = new Set(
      [...replaced.join(' ').matchAll(UNSET)].flatMap(([, name = '']) => (typed.has(name) ? [] : [name])),
    );
    const cut = operator !== '' && operator !== ';' && operator !== '&&';
    return [
      {
        arguments: replaced,
        input,
        notes: [
          ...(unset.size === 0 ? [] : [`Variables of the shell have no value here: ${[...unset].join(', ')}.`]),
          ...(cut ? [`Everything after ${operator} is left out.`] : []),
        ],
      },
    ];
  });
}

import { splitBash, type Command } from './bash.js';
import { splitCmd } from './cmd.js';
import { PowerShellReader, writePowerShell } from './powershell.js';

/** A call of a program, without what precedes the program's name. */
export interface ProgramCall {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly input: string | undefined;
  readonly inputFile: string | undefined;
  /** Sentences about the script around it. */
  readonly notes: readonly string[];
}

function splitPowerShell(text: string): readonly Command[] {
  const reader = new PowerShellReader(text);
  const commands: Command[] = [];
  for (let command = reader.readCommand(); command !== undefined; command = reader.readCommand()) {
    // Programs get quotes in arguments by a backslash before Windows PowerShell 7.3, which `\"` in documentation is for.
    const words = command.words.map((word) => word.bare ?? writePowerShell(word.value).replaceAll('\\"', '"'));
    commands.push({ words, input: undefined, inputFile: undefined, operator: '' });
  }
  return commands;
}

/** The commands of a text for any shell: the kind of line continuation and quoting tells which. */
function splitCommands(text: string): readonly Command[] {
  if (/\^\s*\r?\n|\^["^&|<>%]|^[A-Za-z]:\\[^>\n]*>/.test(text)) return splitCmd(text);
  if (/`\s*\r?\n|^\s*(?:PS [^>\n]*>|\$\w+\s*=[^=]|curl\.exe\b[^']*\\")|@["']\s*\r?\n/.test(text))
    return splitPowerShell(text);
  return splitBash(text);
}

/** Words before a program that don't change what it sends. */
const PREFIXES = new Set(['sudo', 'time', 'nice', 'env', 'exec', 'command', 'then', 'do', '!']);

function findProgram(words: readonly string[], programs: RegExp): number {
  for (const [index, word] of words.entries()) {
    if (programs.test(word.replace(/^.*[/\\]/, '').replace(/\.exe$/i, ''))) return index;
    if (!PREFIXES.has(word) && !/^\w+=/.test(word)) return -1;
  }
  return -1;
}

const UNSET = /\{\{([^{}]*)\}\}/g;

/** The calls of the named programs in a text. */
export function findCalls(text: string, programs: RegExp): readonly ProgramCall[] {
  const typed = new Set([...text.matchAll(UNSET)].map(([, name]) => name));
  return splitCommands(text).flatMap(({ words, operator, input, inputFile }, index, commands) => {
    const at = findProgram(words, programs);
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
        program: (words[at] ?? '').replace(/^.*[/\\]/, '').replace(/\.exe$/i, ''),
        arguments: replaced,
        input,
        inputFile,
        notes: [
          ...(unset.size === 0 ? [] : [`Variables of the shell have no value here: ${[...unset].join(', ')}.`]),
          ...(cut ? [`Everything after ${operator} is left out.`] : []),
        ],
      },
    ];
  });
}

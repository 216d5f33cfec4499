/**
 * Splits a script of a POSIX shell, with the quotes of bash, into commands. Parsers such as shell-quote read one command: here-documents,
 * line ends between commands and the difference between `'$x'` and `"$x"` matter here.
 */
import { UnreadableError } from '../reading.js';
import { WordReader, type Scope } from './bash-words.js';
import { createRefusal, describeGlued, findOutput, type Command } from './command.js';

/** Words that begin a command of several ones, in which values of variables aren’t followed. */
const COMPOUND = new Set(['if', 'elif', 'for', 'while', 'until', 'case', 'select', 'function', '{', '[[']);
/** Words that end a command of several ones. */
const END = new Set(['fi', 'done', 'esac']);
/** Words before a command of those. */
const BEFORE = new Set(['if', 'elif', 'while', 'until', 'then', 'do', 'else', '{', '!']);
/** Programs that may set any variable. */
const SETTERS = new Set(
  'read eval source . unset declare typeset local mapfile readarray getopts set shift let'.split(' '),
);
const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/;

class Splitter extends WordReader {
  readonly commands: Command[] = [];
  readonly #prompt: RegExp | undefined;
  readonly #isNested: boolean;
  /** The assignments before the first word of a command. */
  #assignments: [name: string, value: string][] = [];
  /** Null if it comes from a file. */
  #input: string | null | undefined;
  #isCompound = false;
  /** The number of conditions, loops and functions around the command. */
  #depth = 0;
  #redirections: string[] = [];
  /** Here-documents whose text begins on the next line. */
  #documents: { readonly end: string; readonly isQuoted: boolean; readonly tabs: boolean }[] = [];

  constructor(text: string, { prompt, scope }: { prompt?: RegExp; scope?: Scope } = {}) {
    super(text, scope);
    this.#prompt = prompt;
    this.#isNested = scope !== undefined;
  }

  #learn(pairs: readonly (readonly [string, string])[], operator: string): void {
    const { variables } = this.scope;
    const before = this.commands.at(-1)?.operator ?? '';
    const isCertain = !this.#isCompound && before !== '||' && before !== '|' && operator !== '|' && operator !== '&';
    for (const [name, value] of pairs) {
      if (isCertain) variables.set(name, value);
      else variables.delete(name);
    }
  }

  #endCommand(operator: string): void {
    this.endWord();
    while (COMPOUND.has(this.words[0] ?? '') || BEFORE.has(this.words[0] ?? '')) {
      const word = this.words.shift() ?? '';
      if (COMPOUND.has(word)) {
        this.#isCompound = true;
        this.scope.variables.clear();
        if (word !== '{' && word !== '[[' && word !== 'elif') this.#depth += 1;
      }
      if (!BEFORE.has(word)) this.words = [];
    }
    const [program = ''] = this.words;
    if (program === '') this.#learn(this.#assignments, operator);
    else if (program === 'export' || program === 'readonly')
      this.#learn(
        this.words.flatMap((word) => {
          const [, name, value = ''] = ASSIGNMENT.exec(word) ?? [];
          return name === undefined ? [] : [[name, value] as const];
        }),
        operator,
      );
    else if (SETTERS.has(program)) this.scope.variables.clear();
    if (END.has(program)) this.#depth -= 1;
    if (program !== '' || this.#assignments.length > 0) {
      const previous = this.commands.at(-1);
      if (previous?.operator === '||') this.omissions.add('The command runs only if the one before it fails.');
      if (this.#depth > 0) this.omissions.add('Conditions, loops and functions around a command aren’t followed.');
      const piped = previous?.operator === '|' ? findOutput(previous) : undefined;
      const omissions = [...this.omissions];
      const input = this.#input === undefined ? piped : (this.#input ?? undefined);
      this.commands.push({ words: this.words, input, operator, redirections: this.#redirections, omissions });
    }
    this.words = [];
    this.#assignments = [];
    this.omissions = new Set();
    this.#redirections = [];
    this.#input = undefined;
  }

  /** A reader of a script inside of this one. */
  #nest(script: string): Splitter {
    return new Splitter(script, { scope: { variables: new Map(this.scope.variables), names: this.scope.names } });
  }

  #findOutput(script: string, commands: readonly Command[]): string {
    const [command] = commands;
    const output = commands.length === 1 && command?.omissions.length === 0 ? findOutput(command) : undefined;
    return output?.replace(/\n+$/, '') ?? this.scope.names.write(script);
  }

  override output(script: string): string {
    return this.#findOutput(script, this.#nest(script).read());
  }

  override substitution(): string {
    const start = this.at;
    const nested = this.#nest(this.text.slice(start + 2));
    const commands = nested.read();
    if (nested.at >= nested.text.length) throw this.unclosed('parenthesis', start);
    this.at = start + 2 + nested.at + 1;
    return this.#findOutput(this.text.slice(start + 2, this.at - 1), commands);
  }

  /** The texts of the here-documents whose line has just ended. */
  #readDocuments(): void {
    for (const { end, isQuoted, tabs } of this.#documents) {
      const lines: string[] = [];
      let isJoined = false;
      for (;;) {
        if (this.at >= this.text.length) throw new UnreadableError(`The here-document “${end}” isn’t closed.`);
        const written = this.take(/([^\n]*)(?:\n|$)/y)?.[1] ?? '';
        const line: string = tabs && !isJoined ? written.replace(/^\t+/, '') : written;
        if (line === end && !isJoined) break;
        // A backslash joins the next line, which can't be the end then.
        isJoined = !isQuoted && /(?<!\\)(?:\\\\)*\\$/.test(line);
        lines.push(`${line}\n`);
      }
      const text = lines.join('');
      this.#input = isQuoted ? text : new Splitter(text, { scope: this.scope }).expandedText('');
    }
    this.#documents = [];
  }

  /** Takes a redirection; false if there is none. */
  #redirection(): boolean {
    const document = this.take(/<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|(\\?)([\w.!-]+))/y);
    if (document !== null) {
      const [, tabs, single, double, slash, bare = ''] = document;
      const isQuoted = (single ?? double) !== undefined || slash !== '';
      this.#documents.push({ end: single ?? double ?? bare, isQuoted, tabs: tabs === '-' });
      return true;
    }
    if (this.take(/[<>]\(/y) !== null) throw new UnreadableError('`<(…)` isn’t read.');
    const start = this.at;
    const [, handle = '', operator] = this.take(/(\d*|&)(<<<|[<>]&-?|<>?|>>|>\|?)[ \t]*/y) ?? [];
    if (operator === undefined) return false;
    const isInput = handle === '' || handle === '0';
    const count = this.words.length;
    const isClosing = operator.endsWith('-');
    if (!isClosing && this.text[this.at] !== '#') this.readWord();
    const [target] = this.words.splice(count);
    const written = `\`${this.text.slice(start, this.at)}\``;
    const isGlued = /[^\s;|&<>()]/.test(this.text.charAt(start - 1));
    if ((target === undefined && !isClosing) || (isGlued && /^<(?!<)/.test(operator))) throw createRefusal(written);
    if (isInput && operator === '<<<') this.#input = `${target}\n`;
    else if (isInput && operator === '<' && target === '/dev/null') this.#input = '';
    else if (operator.startsWith('<')) {
      this.#input = null;
      this.omissions.add(`The input of ${written} isn’t read.`);
    } else {
      this.#redirections.push(written);
      if (isGlued) this.omissions.add(describeGlued(written));
    }
    return true;
  }

  /** `name=value` before the program, or `name=(…)`, which has no value here. */
  #assignment(): boolean {
    if (this.words.length > 0) return false;
    const name = this.take(/([A-Za-z_]\w*)\+?=/y);
    if (name === null) return false;
    const list = this.take(/\((?:[^()'"]|'[^']*'|"[^"]*")*\)/y);
    const isKnown = list === null && !name[0].endsWith('+=');
    this.append('');
    this.readWord();
    const value = this.words.pop() ?? '';
    if (isKnown) this.#assignments.push([name[1] ?? '', value]);
    else this.scope.variables.delete(name[1] ?? '');
    return true;
  }

  #parenthesis(): boolean {
    if (this.words.length === 0 && this.take(/\(/y) !== null) {
      this.#isCompound = true;
      this.scope.variables.clear();
      return true;
    }
    // The definition of a function.
    if (this.words.length === 1 && this.take(/\([ \t]*\)/y) !== null) {
      this.words = ['function'];
      this.#endCommand(';');
      return true;
    }
    if (this.take(/\)/y) !== null) {
      this.#endCommand(';');
      return true;
    }
    if (this.text[this.at] === '(') throw new UnreadableError('A parenthesis outside of quotes isn’t read.');
    return false;
  }

  /** Whitespace and ends of lines; false if there is neither. */
  #space(): boolean {
    if (this.take(/\\[ \t]+(?:#[^\n]*)?\n/y) !== null) {
      this.omissions.add('A backslash is followed by whitespace or a comment, so the shell doesn’t continue the line.');
      return true;
    }
    if (this.take(/[ \t]+/y) !== null) return true;
    if (this.take(/\\\n/y) !== null) {
      // The shell's second prompt.
      if (this.#prompt !== undefined) this.take(/> /y);
      return true;
    }
    if (this.take(/[^\S\n]+/y) !== null) {
      this.omissions.add('A space of another kind is read as an ordinary one.');
      return true;
    }
    return false;
  }

  #lineEnd(): boolean {
    if (this.take(/\n/y) === null) return false;
    const isContinued = this.words.length === 0 && this.#documents.length === 0;
    this.#readDocuments();
    if (!isContinued || this.#assignments.length > 0) this.#endCommand('');
    this.#skipOutput();
    return true;
  }

  /** After a prompt, other lines are what the commands printed. */
  #skipOutput(): void {
    while (this.#prompt !== undefined && this.at < this.text.length && this.take(this.#prompt) === null)
      this.take(/[^\n]*(?:\n|$)/y);
  }

  read(): Command[] {
    this.#skipOutput();
    while (this.at < this.text.length) {
      if (this.#isNested && this.text[this.at] === ')') break;
      if (this.#space() || this.#lineEnd() || this.take(/#[^\n]*/y) !== null) continue;
      if (this.readAngled()) {
        this.readWord();
        continue;
      }
      if (this.#redirection() || this.#assignment() || this.#parenthesis()) continue;
      const operator = this.take(/&&|\|\||;;|;|\|&?|&/y)?.[0];
      if (operator === undefined) this.readWord();
      else this.#endCommand(operator === '|&' ? '|' : operator);
    }
    this.#readDocuments();
    this.#endCommand('');
    return this.commands;
  }
}

/** The commands of a script, with variables and outputs of commands as `{{name}}`. */
export function splitBash(text: string): readonly Command[] {
  const script = text.replaceAll('\r\n', '\n');
  const mark = /^[ \t]*([$%>])[ \t]+\S/.exec(script)?.[1];
  if (mark === undefined) return new Splitter(script).read();
  return new Splitter(script, { prompt: new RegExp(`[ \\t]*[${mark}][ \\t]+`, 'y') }).read();
}

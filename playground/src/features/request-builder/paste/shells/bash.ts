/**
 * Splits a script of a POSIX shell, with the quotes of bash, into commands. Parsers such as shell-quote read one command: here-documents,
 * line ends between commands and the difference between `'$x'` and `"$x"` matter here.
 */
import { UnreadableError } from '../reading.js';
import { WordReader, type Scope } from './bash-words.js';
import { createRefusal, describeGlued, findOutput, type Command } from './command.js';

/** Words that begin a command of several ones, with the words that end it. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ...['for', 'while', 'until', 'select'].map((word) => [word, 'done'] as const),
  ['if', 'fi'],
  ['case', 'esac'],
  ['{', '}'],
]);
/** Those that a command may follow. */
const BEFORE = new Set(['if', 'elif', 'while', 'until', 'then', 'do', 'else', '{', '!']);
/** Programs that may set any variable. */
const SETTERS = new Set(
  'read eval source . unset declare typeset local mapfile readarray getopts set shift let'.split(' '),
);
/** Programs after which commands don't run, or run in another way. */
const CHANGERS = new Set('exit return exec break continue shopt alias enable readonly'.split(' '));
const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/;

/** A value that isn’t known is undefined. */
type Assignment = readonly [name: string, value: string | undefined];

interface Document {
  readonly end: string;
  readonly isQuoted: boolean;
  readonly tabs: boolean;
}

class Splitter extends WordReader {
  readonly commands: Command[] = [];
  readonly #prompt: RegExp | undefined;
  readonly #isNested: boolean;
  /** The assignments before the first word of a command. */
  #assignments: Assignment[] = [];
  readonly #setters = new Set(SETTERS);
  /** Null if it comes from a file. */
  #input: string | null | undefined;
  /** The words that end the commands around this one, and whether what is between is read as if it ran once. */
  readonly #around: { readonly end: string; readonly isFollowed: boolean }[] = [];
  /** Whether the command follows `||`. */
  #isAlternative = false;
  /** Whether a parenthesis ends before. */
  #isClosed = false;
  /** Whether the next compound command is the body of a function. */
  #isFunction = false;
  /** The program before the command that changes the shell. */
  #changer: string | undefined;
  #redirections: string[] = [];
  /** Here-documents whose text begins on the next line. */
  #documents: Document[] = [];
  /** That of the standard input, unless a later redirection replaces it. */
  #document: Document | undefined;

  constructor(text: string, { prompt, scope }: { prompt?: RegExp; scope?: Scope } = {}) {
    super(text, scope);
    this.#prompt = prompt;
    this.#isNested = scope !== undefined;
  }

  /** The values before the program count for those that follow. */
  override find(name: string): string | undefined {
    const isPending = this.isAssigned && this.#assignments.some(([each]) => each === name);
    return isPending ? this.#assignments.findLast(([each]) => each === name)?.[1] : super.find(name);
  }

  #learn(pairs: readonly Assignment[], operator: string): void {
    const { variables } = this.scope;
    const previous = this.commands.at(-1);
    const isCertain =
      this.#around.length === 0 &&
      !/^\|/.test(previous?.operator ?? '') &&
      !(previous?.operator === '&&' && previous.words.length > 0) &&
      !/^(?:&|\|)$/.test(operator);
    for (const [name, value] of pairs) {
      if (name === 'IFS') throw new UnreadableError('A script that sets IFS isn’t read.');
      if (isCertain && value !== undefined) variables.set(name, value);
      else variables.delete(name);
    }
  }

  #begin(end: string, isFollowed: boolean): void {
    this.#around.push({ end, isFollowed: isFollowed && !this.#isFunction });
    this.#isFunction = false;
    this.scope.variables.clear();
  }

  #end(word: string): void {
    if (this.#around.pop()?.end !== word) throw new UnreadableError(`\`${word}\` has no beginning.`);
  }

  /** Takes the words of compound commands from the beginning of a command. */
  #takeReserved(): void {
    for (;;) {
      const [word = ''] = this.words;
      const end = ENDS.get(word);
      if (end !== undefined) this.#begin(end, word === '{');
      if (word === 'function') {
        this.#defineFunction(this.words[1] ?? '');
        this.words.splice(0, 2);
      } else if (BEFORE.has(word)) this.words.shift();
      else return void (end !== undefined && (this.words = []));
    }
  }

  #defineFunction(name: string): void {
    if (/(?:^|\/)curl$/.test(name)) throw new UnreadableError('A function in place of curl isn’t read.');
    this.#isFunction = true;
    // A call may set any variable.
    this.#setters.add(name);
  }

  #endCommand(operator: string): void {
    this.endWord();
    this.#takeReserved();
    const [program = ''] = this.words;
    if (this.#isFunction && program !== '') throw new UnreadableError('A function without braces isn’t read.');
    const isUnread = this.omissions.size > 0;
    if (program === '') this.#learn(this.#assignments, operator);
    else if (program === 'export')
      this.#learn(
        this.words.flatMap((word) => {
          const [, name, value = ''] = ASSIGNMENT.exec(word) ?? [];
          return name === undefined ? [] : [[name, isUnread ? undefined : value] as const];
        }),
        operator,
      );
    else if (this.#setters.has(program) || (program === 'printf' && this.words[1] === '-v'))
      this.scope.variables.clear();
    if (/^(?:fi|done|esac|\})$/.test(program)) this.#end(program);
    if (program !== '' || this.#assignments.length > 0) {
      const previous = this.commands.at(-1);
      if (this.#isAlternative) this.omissions.add('The command runs only if the one before it fails.');
      if (this.#around.some(({ isFollowed }) => !isFollowed))
        this.omissions.add('Conditions, loops and functions around a command aren’t followed.');
      if (this.#changer !== undefined) this.omissions.add(`\`${this.#changer}\` before the command isn’t followed.`);
      const piped = previous?.operator === '|' ? findOutput(previous) : undefined;
      const omissions = [...this.omissions];
      const input = this.#input === undefined ? piped : (this.#input ?? undefined);
      this.commands.push({ words: this.words, input, operator, redirections: this.#redirections, omissions });
      const isSetting =
        program === 'set' && !this.words.slice(1).every((word) => /^(?:-[eux]+|-o|pipefail|--)$/.test(word));
      if ((CHANGERS.has(program) && this.words.length > (program === 'exec' ? 1 : 0)) || isSetting)
        this.#changer = program;
    }
    this.#isAlternative = operator === '||' || (operator === '|' && this.#isAlternative);
    this.words = [];
    this.#assignments = [];
    this.omissions = new Set();
    this.#redirections = [];
    this.#input = undefined;
    this.#isClosed = false;
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
    const nested = this.#nest(script);
    const commands = nested.read();
    return nested.at < script.length ? this.scope.names.write(script) : this.#findOutput(script, commands);
  }

  override substitution(): string {
    const start = this.at;
    const nested = this.#nest(this.text.slice(start + 2));
    const commands = nested.read();
    if (nested.at >= nested.text.length) throw this.unclosed('parenthesis', start);
    this.at = start + 2 + nested.at + 1;
    return this.#findOutput(this.text.slice(start + 2, this.at - 1), commands);
  }

  /** A line of a here-document. A backslash joins the next one, unless the end is quoted. */
  #documentLine(document: Document): string {
    if (this.at >= this.text.length) throw new UnreadableError(`The here-document “${document.end}” isn’t closed.`);
    const line = this.take(document.isQuoted ? /([^\n]*)(?:\n|$)/y : /((?:[^\n\\]|\\[^])*\\?)(?:\n|$)/y)?.[1] ?? '';
    return document.isQuoted ? line : line.replaceAll(/\\(\n|[^])/g, (whole, next) => (next === '\n' ? '' : whole));
  }

  /** The texts of the here-documents whose line has just ended. */
  #readDocuments(): void {
    for (const document of this.#documents) {
      const trim = (line: string) => (document.tabs ? line.replace(/^\t+/, '') : line);
      let text = '';
      for (let line = ''; (line = trim(this.#documentLine(document))) !== document.end;) text += `${line}\n`;
      if (document !== this.#document) continue;
      this.#input = document.isQuoted ? text : new Splitter(text, { scope: this.scope }).expandedText('');
    }
    this.#documents = [];
    this.#document = undefined;
  }

  /** Takes a redirection; false if there is none. */
  #redirection(): boolean {
    const document = this.take(/<<(-?)[ \t]*((?:'[^'\n]*'|"[^"\n]*"|\\[^\n]|[\w.!-])+)/y);
    if (document !== null) {
      const [, tabs, written = ''] = document;
      const end = written.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3');
      this.#document = { end, isQuoted: end !== written, tabs: tabs === '-' };
      this.#documents.push(this.#document);
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
    if (operator.startsWith('<') && isInput) this.#document = undefined;
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
    const name = this.take(/([A-Za-z_]\w*)(?:\[[^\]\n]*\])?\+?=/y);
    if (name === null) return false;
    const list = this.take(/\((?:[^()'"]|'[^']*'|"[^"]*")*\)/y);
    const count = this.omissions.size;
    this.word = '';
    this.isAssigned = true;
    this.readWord();
    const value = this.words.pop();
    const isKnown = list === null && !/[\]+]=$/.test(name[0]) && this.omissions.size === count;
    this.#assignments.push([name[1] ?? '', isKnown ? value : undefined]);
    return true;
  }

  #parenthesis(): boolean {
    if (this.words.length === 0 && this.take(/\(\((?:[^()]|\([^()]*\))*\)\)/y) !== null) {
      this.words = ['let'];
      return true;
    }
    if (this.words.length + this.#assignments.length === 0 && this.take(/\(/y) !== null) {
      this.#begin(')', true);
      return true;
    }
    if (this.words.length === 1 && this.take(/\([ \t]*\)/y) !== null) {
      this.#defineFunction(this.words[0] ?? '');
      this.words = [];
      return true;
    }
    if (this.take(/\)/y) !== null) {
      this.#endCommand(';');
      // The pattern of a case has one too.
      if (this.#around.at(-1)?.end !== 'esac') this.#end(')');
      this.#isClosed = true;
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

  #operator(operator: string): void {
    const isCase = this.#around.at(-1)?.end === 'esac';
    const isEmpty = this.words.length + this.#assignments.length + this.#redirections.length === 0;
    if ((isEmpty && !this.#isClosed && this.#input === undefined) || (operator === ';;' && !isCase))
      throw new UnreadableError(`\`${operator}\` follows no command.`);
    this.#endCommand(operator === '|&' ? '|' : operator);
  }

  read(): Command[] {
    this.#skipOutput();
    while (this.at < this.text.length) {
      if (this.#isNested && this.text[this.at] === ')' && this.#around.length === 0) break;
      if (this.#space() || this.#lineEnd() || this.take(/#[^\n]*/y) !== null) continue;
      if (this.readAngled()) {
        this.readWord();
        continue;
      }
      if (this.#redirection() || this.#assignment() || this.#parenthesis()) continue;
      const operator = this.take(/&&|\|\||;;|;|\|&?|&/y)?.[0];
      if (operator === undefined) this.readWord();
      else this.#operator(operator);
    }
    this.#readDocuments();
    this.#endCommand('');
    const operator = this.commands.at(-1)?.operator ?? '';
    if (/[&|]{2}|\|/.test(operator)) throw new UnreadableError(`Nothing follows \`${operator}\`.`);
    const open = this.#around.at(-1);
    if (open !== undefined) throw new UnreadableError(`\`${open.end}\` is missing.`);
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

/**
 * Splits a script of a POSIX shell, with the quotes of bash, into commands. Parsers such as shell-quote read one command: here-documents,
 * line ends between commands and the difference between `'$x'` and `"$x"` matter here.
 */
import { UnreadableError } from '../reading.js';
import { WordReader, type Scope } from './bash-words.js';
import { createRefusal, describeGlued, findOutput, type Command } from './command.js';

/** Words of compound commands, and programs that may set any variable, end the script or change the shell. */
const UNFOLLOWED = new Set(
  (
    'if then elif else fi for while until select do done case esac function { } [[ coproc ' +
    'read eval source . unset declare typeset local mapfile readarray getopts shift let ' +
    'exit return exec break continue shopt alias enable readonly'
  ).split(' '),
);
/** Those that a command follows. */
const COMPOUND = /^(?:if|then|elif|else|while|until|do|[{}])$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/;

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
  #assignments: [name: string, value: string][] = [];
  /** Null if it comes from a file. */
  #input: string | null | undefined;
  /** The result of the command before that this one depends on. */
  #condition: string | undefined;
  /** What has an effect on other commands that isn’t followed. */
  #unfollowed: string | undefined;
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

  /** Sets a variable, if its value is known and the command runs for certain in this shell. */
  #learn(pairs: readonly (readonly [string, string])[], operator: string): void {
    const previous = this.commands.at(-1);
    const isConditional = /^(?:\||&&)/.test(previous?.operator ?? '') && previous?.words.length !== 0;
    if (pairs.length > 0 && (isConditional || /^[|&]$/.test(operator) || this.omissions.size > 0))
      this.#unfollowed ??= `${pairs[0]?.[0]}=`;
    for (const [name, value] of pairs) this.scope.variables.set(name, value);
  }

  #isUnfollowed([program = '', ...words]: readonly string[]): boolean {
    if (program === 'set') return !words.every((word) => /^(?:-[eux]*o?|pipefail|--)$/.test(word));
    return program === 'printf'
      ? words[0] === '-v'
      : UNFOLLOWED.has(program) && (program !== 'exec' || words.length > 0);
  }

  /** The result of this command that the next one depends on; most commands before `&&` succeed. */
  #findCondition(operator: string): string | undefined {
    if (operator === '||') return 'fails';
    if (operator === '|') return this.#condition;
    if (operator !== '&&') return undefined;
    return this.words[0] === 'false' || this.#condition === 'succeeds' ? 'succeeds' : undefined;
  }

  #endCommand(operator: string): void {
    this.endWord();
    while (this.words.length > 1 && COMPOUND.test(this.words[0] ?? '')) {
      const word = this.words.shift();
      this.#unfollowed ??= word;
    }
    const { words } = this;
    if (this.#isUnfollowed(words)) this.#unfollowed ??= words[0];
    if (words.length === 0) this.#learn(this.#assignments, operator);
    else if (words[0] === 'export')
      this.#learn(
        words.flatMap((word) => {
          const [, name, value = ''] = ASSIGNMENT.exec(word) ?? [];
          return name === undefined ? [] : [[name, value] as const];
        }),
        operator,
      );
    if (words.length > 0 || this.#assignments.length > 0) {
      const previous = this.commands.at(-1);
      if (this.#condition !== undefined)
        this.omissions.add(`The command runs only if the one before it ${this.#condition}.`);
      const piped = previous?.operator === '|' ? findOutput(previous) : undefined;
      const input = this.#input === undefined ? piped : (this.#input ?? undefined);
      this.commands.push({ words, input, operator, redirections: this.#redirections, omissions: [...this.omissions] });
    }
    this.#condition = this.#findCondition(operator);
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
    const document = this.take(/0?<<(-?)[ \t]*((?:'[^'\n]*'|"[^"\n]*"|\\[^\n]|[\w.!-])+)/y);
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
    this.word = '';
    this.isAssigned = true;
    this.readWord();
    const value = this.words.pop() ?? '';
    if (list !== null || /\W=$/.test(name[0]) || name[1] === 'IFS') this.#unfollowed ??= name[0];
    this.#assignments.push([name[1] ?? '', value]);
    return true;
  }

  /** Parentheses of a group, a function or a case; those within a word aren’t read. */
  #parenthesis(): boolean {
    const isFirst = this.words.length + this.#assignments.length === 0;
    if (this.take(/\)|\([ \t]*\)/y) === null && !(isFirst && this.take(/\(/y) !== null)) {
      if (this.text[this.at] === '(') throw new UnreadableError('A parenthesis outside of quotes isn’t read.');
      return false;
    }
    this.#endCommand(';');
    this.#unfollowed ??= '(…)';
    return true;
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
    const isEmpty = this.words.length + this.#assignments.length + this.#redirections.length === 0;
    if (operator === ';;' || (isEmpty && this.#input === undefined)) this.#unfollowed ??= operator;
    this.#endCommand(operator === '|&' ? '|' : operator);
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
      else this.#operator(operator);
    }
    this.#readDocuments();
    this.#endCommand('');
    const { operator = '' } = this.commands.at(-1) ?? {};
    if (/[&|]{2}|\|/.test(operator)) this.#unfollowed ??= operator;
    const unfollowed = this.#unfollowed === undefined ? [] : [`The effect of \`${this.#unfollowed}\` isn’t followed.`];
    return this.commands.map((command) => ({ ...command, omissions: [...command.omissions, ...unfollowed] }));
  }
}

/** The commands of a script, with variables and outputs of commands as `{{name}}`. */
export function splitBash(text: string): readonly Command[] {
  const script = text.replaceAll('\r\n', '\n');
  const mark = /^[ \t]*([$%>])[ \t]+\S/.exec(script)?.[1];
  if (mark === undefined) return new Splitter(script).read();
  return new Splitter(script, { prompt: new RegExp(`[ \\t]*[${mark}][ \\t]+`, 'y') }).read();
}

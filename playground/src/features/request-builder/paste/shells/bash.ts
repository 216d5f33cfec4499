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
    const pending = this.isAssigned ? this.#assignments.findLast(([each]) => each === name) : undefined;
    return pending?.[1] ?? this.scope.variables.get(name);
  }

  /** Sets variables, if their values are known and the command runs for certain in this shell. */
  #learn(pairs: readonly (readonly [name: string, value: string])[], operator: string): void {
    const previous = this.commands.at(-1);
    const isConditional = /^(?:\||&&)/.test(previous?.operator ?? '') && previous?.words.length !== 0;
    const [first] = pairs;
    if (first && (isConditional || /^[|&]$/.test(operator) || this.omissions.size > 0))
      this.#unfollowed ??= `${first[0]}=`;
    for (const [name, value] of pairs) this.scope.variables.set(name, value);
  }

  #isUnfollowed([program = '', ...words]: readonly string[]): boolean {
    if (program === 'set') return !words.every((word) => /^(?:-[eux]*o?|pipefail|--)$/.test(word));
    if (program === 'printf') return words[0] === '-v';
    return UNFOLLOWED.has(program) && (program !== 'exec' || words.length > 0);
  }

  /** The result of this command that the next one depends on; most commands before `&&` succeed. */
  #findCondition(operator: string): string | undefined {
    if (operator === '||') return 'fails';
    if (operator === '|') return this.#condition;
    const isFailed = this.words[0] === 'false' || this.#condition === 'succeeds';
    return operator === '&&' && isFailed ? 'succeeds' : undefined;
  }

  #endCommand(operator: string): void {
    this.endWord();
    const { words, omissions } = this;
    while (words.length > 1 && COMPOUND.test(words[0] ?? '')) {
      const word = words.shift();
      this.#unfollowed ??= word;
    }
    const [program] = words;
    if (this.#isUnfollowed(words)) this.#unfollowed ??= program;
    if (program === undefined) this.#learn(this.#assignments, operator);
    else if (program === 'export')
      this.#learn(
        words.flatMap((word) => {
          const [, name, value = ''] = ASSIGNMENT.exec(word) ?? [];
          return name === undefined ? [] : [[name, value] as const];
        }),
        operator,
      );
    if (program !== undefined || this.#assignments.length > 0) {
      const previous = this.commands.at(-1);
      if (this.#condition !== undefined)
        omissions.add(`The command runs only if the one before it ${this.#condition}.`);
      const piped = previous?.operator === '|' ? findOutput(previous) : undefined;
      const input = this.#input === undefined ? piped : (this.#input ?? undefined);
      this.commands.push({ words, input, operator, redirections: this.#redirections, omissions: [...omissions] });
    }
    this.#condition = this.#findCondition(operator);
    this.words = [];
    this.#assignments = [];
    this.omissions = new Set();
    this.#redirections = [];
    this.#input = undefined;
  }

  /** Reads a script inside of this one; returns its end, and its output if that is known. */
  #nest(script: string): readonly [end: number, output: string | undefined] {
    const { variables, names } = this.scope;
    const nested = new Splitter(script, { scope: { variables: new Map(variables), names } });
    const [command, ...others] = nested.read();
    const output = command && others.length === 0 ? findOutput(command) : undefined;
    return [nested.at, output?.replace(/\n+$/, '')];
  }

  override output(script: string): string {
    const [end, output] = this.#nest(script);
    return (end < script.length ? undefined : output) ?? this.scope.names.write(script);
  }

  override substitution(): string {
    const script = this.text.slice(this.at + 2);
    const [end, output] = this.#nest(script);
    if (end >= script.length) throw this.unclosed('parenthesis', this.at);
    this.at += end + 3;
    return output ?? this.scope.names.write(script.slice(0, end));
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
    if (!isClosing && !this.starts('#')) this.readWord();
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
      if (this.starts('(')) throw new UnreadableError('A parenthesis outside of quotes isn’t read.');
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
    if (this.take(/[^\S\n]+/y) === null) return false;
    this.omissions.add('A space of another kind is read as an ordinary one.');
    return true;
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
      if (this.#isNested && this.starts(')')) break;
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

/**
 * Splits a script of a POSIX shell, with the quotes of bash, into commands. Parsers such as shell-quote read one command: here-documents,
 * line ends between commands and the difference between `'$x'` and `"$x"` matter here.
 */
import { UnreadableError } from '../reading.js';
import { createDraft, WordReader, type Scope } from './bash-words.js';
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

class Splitter extends WordReader {
  readonly commands: ReturnType<typeof createDraft>[] = [];
  readonly #prompt: RegExp | undefined;
  /** Whether a parenthesis ends the script. */
  readonly #isClosed: boolean;
  /** The result of the command before that this one depends on. */
  #condition: string | undefined;
  /** What has an effect on other commands that isn’t followed. */
  #unfollowed: string | undefined;
  /** Read the here-documents that begin on the next line. */
  #documents: (() => void)[] = [];

  constructor(
    text: string,
    { prompt, scope, isClosed = false }: { prompt?: RegExp; scope?: Scope; isClosed?: boolean } = {},
  ) {
    super(text, scope);
    this.#prompt = prompt;
    this.#isClosed = isClosed;
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
    const isFailed = this.command.words[0] === 'false' || this.#condition === 'succeeds';
    return operator === '&&' && isFailed ? 'succeeds' : undefined;
  }

  /** Sets the variables that are assigned, if their values are known and the command runs for certain in this shell. */
  #learn(operator: string): void {
    const { assignments, omissions } = this.command;
    const previous = this.commands.at(-1);
    const isConditional = /^(?:\||&&)/.test(previous?.operator ?? '') && previous?.words.length !== 0;
    const isUncertain = isConditional || /^[|&]$/.test(operator) || omissions.size > 0;
    for (const [name, value] of assignments) {
      if (isUncertain) this.#unfollowed ??= `${name}=`;
      this.scope.variables.set(name, value);
    }
  }

  #endCommand(operator: string): void {
    this.endWord();
    const { command } = this;
    const { words, assignments } = command;
    if (words[0] === '!' && this.commands.at(-1)?.operator === '|')
      throw new UnreadableError('bash refuses a `!` after `|`.');
    while (words.length > 1 && COMPOUND.test(words[0] ?? '')) {
      const word = words.shift();
      this.#unfollowed ??= word;
    }
    const [program] = words;
    if (this.#isUnfollowed(words)) this.#unfollowed ??= program;
    if (program === 'export') {
      assignments.clear();
      for (const word of words) {
        const [, name, value = ''] = ASSIGNMENT.exec(word) ?? [];
        if (name !== undefined) assignments.set(name, value);
      }
    }
    if (program === undefined || program === 'export') this.#learn(operator);
    if (program !== undefined || assignments.size > 0) {
      if (this.#condition !== undefined) this.omit(`The command runs only if the one before it ${this.#condition}.`);
      this.commands.push(Object.assign(command, { operator }));
    }
    this.#condition = this.#findCondition(operator);
    this.command = createDraft();
  }

  override nest(script: string, isClosed: boolean): readonly [end: number, output: string] {
    const { variables, names } = this.scope;
    const nested = new Splitter(script, { scope: { variables: new Map(variables), names }, isClosed });
    const [command, ...others] = nested.read();
    const output = command && others.length === 0 ? findOutput(command) : undefined;
    return [nested.at, output?.replace(/\n+$/, '') ?? names.write(script.slice(0, nested.at))];
  }

  /** The text of a here-document. A backslash joins two lines, unless the end is quoted. */
  #document(end: string, isQuoted: boolean, indent: RegExp): string {
    const pattern = isQuoted ? /([^\n]*)(?:\n|$)/y : /((?:[^\n\\]|\\[^])*\\?)(?:\n|$)/y;
    let text = '';
    while (this.at < this.text.length) {
      const written = this.take(pattern)?.[1] ?? '';
      const line = (isQuoted ? written : written.replaceAll(/(\\[^\n])|\\\n/g, '$1')).replace(indent, '');
      if (line === end) return isQuoted ? text : new Splitter(text, { scope: this.scope }).expandedText('');
      text += `${line}\n`;
    }
    throw new UnreadableError(`The here-document “${end}” isn’t closed.`);
  }

  #readDocuments(): void {
    for (const read of this.#documents) read();
    this.#documents = [];
  }

  /** Takes a redirection; false if there is none. */
  #redirection(): boolean {
    const { command } = this;
    const [isDocument, tabs, name = ''] = this.take(/0?<<(-?)[ \t]*((?:'[^'\n]*'|"[^"\n]*"|\\[^\n]|[\w.!-])+)/y) ?? [];
    if (isDocument !== undefined) {
      const end = name.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3');
      const read = () => {
        const text = this.#document(end, end !== name, tabs === '-' ? /^\t+/ : /^(?!)/);
        // A later redirection of the input counts.
        if (command.document === read) command.input = text;
      };
      command.document = read;
      this.#documents.push(read);
      return true;
    }
    if (this.take(/[<>]\(/y) !== null) throw new UnreadableError('`<(…)` isn’t read.');
    const start = this.at;
    const [, handle = '', operator] = this.take(/(\d*|&)(<<<|[<>]&-?|<>?|>>|>\|?)[ \t]*/y) ?? [];
    if (operator === undefined) return false;
    const isInput = handle === '' || handle === '0';
    const { words } = command;
    const count = words.length;
    const isClosing = operator.endsWith('-');
    if (!isClosing && !this.starts('#')) this.readWord();
    const [target] = words.splice(count);
    const written = `\`${this.text.slice(start, this.at)}\``;
    const isGlued = /[^\s;|&<>()]/.test(this.text.charAt(start - 1));
    if ((target === undefined && !isClosing) || (isGlued && /^<(?!<)/.test(operator))) throw createRefusal(written);
    const isNull = operator === '<' && target === '/dev/null';
    if (isInput && (operator === '<<<' || isNull)) {
      command.input = isNull ? '' : `${target}\n`;
      command.document = undefined;
    } else if (operator.startsWith('<')) {
      if (isInput) command.input = undefined;
      command.document = null;
      this.omit(`The input of ${written} isn’t read.`);
    } else {
      command.redirections.push(written);
      if (isGlued) this.omit(describeGlued(written));
    }
    return true;
  }

  /** `name=value` before the program, or `name=(…)`, which has no value here. */
  #assignment(): boolean {
    const { words, assignments } = this.command;
    if (words.length > 0) return false;
    const [written, name = ''] = this.take(/([A-Za-z_]\w*)(?:\[[^\]\n]*\])?\+?=/y) ?? [];
    if (written === undefined) return false;
    const list = this.take(/\((?:[^()'"]|'[^']*'|"[^"]*")*\)/y);
    this.word = '';
    this.isAssigned = true;
    this.readWord();
    if (list !== null || /\W=$/.test(written) || name === 'IFS') this.#unfollowed ??= written;
    assignments.set(name, words.pop() ?? '');
    return true;
  }

  /** Parentheses of a group, a function or a case; those within a word aren’t read. */
  #parenthesis(): boolean {
    const isFirst = this.command.words.length + this.command.assignments.size === 0;
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
      this.omit('A backslash is followed by whitespace or a comment, so the shell doesn’t continue the line.');
      return true;
    }
    if (this.take(/[ \t]+/y) !== null) return true;
    if (this.take(/\\\n/y) !== null) {
      // The shell's second prompt.
      if (this.#prompt !== undefined) this.take(/> /y);
      return true;
    }
    if (this.take(/[^\S\n]+/y) === null) return false;
    this.omit('A space of another kind is read as an ordinary one.');
    return true;
  }

  #lineEnd(): boolean {
    if (this.take(/\n/y) === null) return false;
    const { words, assignments } = this.command;
    const isEnd = words.length + assignments.size + this.#documents.length > 0;
    this.#readDocuments();
    if (isEnd) this.#endCommand('');
    this.#skipOutput();
    return true;
  }

  /** After a prompt, other lines are what the commands printed. */
  #skipOutput(): void {
    while (this.#prompt !== undefined && this.at < this.text.length && this.take(this.#prompt) === null)
      this.take(/[^\n]*(?:\n|$)/y);
  }

  #operator(operator: string): void {
    const { words, assignments, redirections, input, document } = this.command;
    const isEmpty = words.length + assignments.size + redirections.length === 0;
    if (operator === ';;' || (isEmpty && input === undefined && document !== null)) this.#unfollowed ??= operator;
    this.#endCommand(operator === '|&' ? '|' : operator);
  }

  read(): Command[] {
    this.#skipOutput();
    while (this.at < this.text.length) {
      if (this.#isClosed && this.starts(')')) break;
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
    for (const [index, command] of this.commands.entries()) {
      const previous = this.commands[index - 1];
      if (previous?.operator === '|' && command.document === undefined) command.input ??= findOutput(previous);
    }
    if (this.#unfollowed !== undefined)
      for (const { omissions } of this.commands) omissions.add(`The effect of \`${this.#unfollowed}\` isn’t followed.`);
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

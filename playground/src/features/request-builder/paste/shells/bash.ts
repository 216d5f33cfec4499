/**
 * Splits a script of a POSIX shell, with the quotes of bash, into commands. Parsers such as shell-quote read one command: here-documents,
 * line ends between commands and the difference between `'$x'` and `"$x"` matter here.
 */
import { Scanner, ExpressionNames, placeholder } from './scanner.js';

/** A command of a script. */
export interface Command {
  readonly words: readonly string[];
  /** The text of its standard input, if the script has it. */
  readonly input: string | undefined;
  /** The operator after the command: `|`, `&`, `;`, or empty. */
  readonly operator: string;
}

const ANSI: Readonly<Record<string, string>> = {
  a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v',
}; // prettier-ignore
const ANSI_ESCAPE = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8})|([0-7]{1,3})|c(.)|([^]))/giy;

class Splitter extends Scanner {
  readonly names = new ExpressionNames();
  commands: Command[] = [];
  words: string[] = [];
  word: string | undefined;
  input: string | undefined;
  /** Here-documents whose text begins on the next line. */
  documents: { readonly end: string; readonly tabs: boolean }[] = [];

  append(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  endWord(): void {
    if (this.word !== undefined) this.words.push(this.word);
    this.word = undefined;
  }

  endCommand(operator: string): void {
    this.endWord();
    const { words, input } = this;
    if (words.length > 0) this.commands.push({ words, input, operator });
    this.words = [];
    this.input = undefined;
  }

  /** `$name`, `${name}`, `$(command)`, `` `command` ``; the position is at the `$` or the backtick. */
  expansion(): string {
    const name = this.take(/\$(?:(\w+)|\{(\w+)[^}]*\})/y);
    if (name !== null) return placeholder(name[1] ?? name[2] ?? '');
    const quoted = this.take(/`([^`]*)`/y);
    if (quoted !== null) return this.names.write(quoted[1] ?? '');
    if (!this.text.startsWith('$(', this.at)) {
      return this.takeOne();
    }
    const start = this.at + 2;
    let depth = 0;
    do {
      this.at += 1;
      if (this.text[this.at] === '(') depth += 1;
      if (this.text[this.at] === ')') depth -= 1;
    } while (depth > 0 && this.at < this.text.length);
    this.at += 1;
    return this.names.write(this.text.slice(start, this.at - 1));
  }

  doubleQuoted(): void {
    this.append('');
    for (this.at += 1; this.at < this.text.length && this.text[this.at] !== '"';) {
      const escaped = this.take(/\\(?:\r?\n|([$`"\\]))/y);
      if (escaped !== null) this.append(escaped[1] ?? '');
      else if (/[$`]/.test(this.text.charAt(this.at))) this.append(this.expansion());
      else this.append(this.take(/[^"\\$`]+|\\/y)?.[0] ?? '');
    }
    this.at += 1;
  }

  ansiQuoted(): void {
    this.append('');
    for (this.at += 2; this.at < this.text.length && this.text[this.at] !== "'";) {
      const plain = this.take(/[^'\\]+/y);
      if (plain !== null) {
        this.append(plain[0]);
        continue;
      }
      const escape = this.take(ANSI_ESCAPE);
      if (escape === null) break;
      const [, hex, four, eight, octal, control, letter = ''] = escape;
      const code = hex ?? four ?? eight;
      if (code !== undefined) this.append(String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)));
      else if (octal !== undefined) this.append(String.fromCharCode(Number.parseInt(octal, 8) & 0xff));
      else if (control !== undefined) this.append(String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f));
      else this.append(ANSI[letter] ?? letter);
    }
    this.at += 1;
  }

  /** The texts of the here-documents whose line has just ended. */
  readDocuments(): void {
    for (const { end, tabs } of this.documents) {
      const lines: string[] = [];
      while (this.at < this.text.length) {
        const line = this.take(/([^\n]*?)\r?(?:\n|$)/y)?.[1] ?? '';
        if (line.trim() === end) break;
        lines.push(tabs ? line.replace(/^\t+/, '') : line);
      }
      this.input = `${lines.join('\n')}\n`;
    }
    this.documents = [];
  }

  redirection(): boolean {
    const document = this.take(/<<(-?)[ \t]*(['"\\]?)([\w.-]+)\2?/y);
    if (document !== null) {
      this.documents.push({ end: document[3] ?? '', tabs: document[1] === '-' });
      return true;
    }
    const redirected = this.take(/(?:\d*|&)(<<<|<|>>?)(?:&\d)?[ \t]*/y);
    if (redirected === null || this.word !== undefined) return false;
    if (redirected[0].includes('&') && redirected[0].length > 2) return true;
    const count = this.words.length;
    this.readWord();
    const target = this.words.splice(count)[0];
    if (redirected[1] === '<<<') this.input = `${target ?? ''}\n`;
    return true;
  }

  /** Reads the characters of one word. */
  readWord(): void {
    while (this.at < this.text.length && !/[\s;|&<>]/.test(this.text.charAt(this.at))) this.readCharacter();
    this.endWord();
  }

  readCharacter(): void {
    const character = this.text.charAt(this.at);
    const single = this.take(/'([^']*)(?:'|$)/y);
    if (single !== null) this.append(single[1] ?? '');
    else if (character === '"') this.doubleQuoted();
    else if (this.text.startsWith("$'", this.at)) this.ansiQuoted();
    else if (character === '$' || character === '`') this.append(this.expansion());
    else if (character === '\\') this.append(this.take(/\\(?:\r?\n|([^]?))/y)?.[1] ?? '');
    else this.append(this.take(/[^'"\\$`\s;|&<>]+/y)?.[0] ?? this.takeOne());
  }

  takeOne(): string {
    this.at += 1;
    return this.text.charAt(this.at - 1);
  }

  read(): Command[] {
    while (this.at < this.text.length) {
      // Documentation has comments after the backslash of a continued line.
      // Texts of web pages have other spaces too.
      if (this.take(/[^\S\n]+(?:\\[ \t]+(?:#[^\n]*)?\n)?|\\\r?\n/y) !== null) this.endWord();
      else if (this.word === undefined && this.take(/#[^\n]*/y) !== null) continue;
      else if (this.take(/\n/y) !== null) {
        this.endWord();
        this.readDocuments();
        this.endCommand('');
      } else if (this.word === undefined && this.redirection()) continue;
      else {
        const operator = this.take(/&&|\|\||;|\||&/y);
        if (operator === null) this.readWord();
        else this.endCommand(operator[0]);
      }
    }
    this.endCommand('');
    return this.commands;
  }
}

/** The input of a command that a pipe connects to `echo` or `printf`. */
function pipedInput(before: Command | undefined): string | undefined {
  if (before?.operator !== '|') return undefined;
  const [program, ...words] = before.words;
  if (program === 'printf') return words[0];
  if (program !== 'echo') return undefined;
  return words.filter((word, index) => index > 0 || !/^-[neE]+$/.test(word)).join(' ');
}

/** The commands of a script, with variables and outputs of commands as `{{name}}`. Prompts are left out. */
export function splitBash(text: string): readonly Command[] {
  const prompt = /^\s*([$%>#])\s+\S/.exec(text)?.[1];
  const script = prompt === undefined ? text : text.replaceAll(/^[ \t]*[$%>#][ \t]+/gm, '');
  const commands = new Splitter(script).read();
  return commands.map(({ words, input, operator }, index) => {
    return { words, input: input ?? pipedInput(commands[index - 1]), operator };
  });
}

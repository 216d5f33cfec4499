/** The words of a POSIX shell, with the quotes of bash and zsh. */
import { UnreadableError } from '../reading.js';
import { placeholder } from '../variables.js';
import { ExpressionNames, Scanner } from './scanner.js';

const ANSI: Readonly<Record<string, string>> = {
  a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"', '?': '?',
}; // prettier-ignore
const ANSI_ESCAPE = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|c([^])|([^]))/gy;

/** The text of bytes; undefined if they aren’t UTF-8. */
function decode(pieces: readonly Uint8Array[]): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The variables that the scripts of a text share, and the names of expressions without a value. */
export interface Scope {
  readonly variables: Map<string, string>;
  readonly names: ExpressionNames;
}

/** Reads words; what follows a `$` is replaced by its value, or by `{{name}}`. */
export class WordReader extends Scanner {
  readonly scope: Scope;
  words: string[] = [];
  word: string | undefined;
  /** The word without what is quoted, for each character of it. */
  bare = '';
  omissions = new Set<string>();

  constructor(text: string, scope: Scope = { variables: new Map(), names: new ExpressionNames() }) {
    super(text);
    this.scope = scope;
  }

  append(text: string, isBare = false): void {
    this.word = (this.word ?? '') + text;
    this.bare += isBare ? text : '\0';
  }

  endWord(): void {
    if (this.word === undefined) return;
    const braces = this.bare.slice(this.bare.indexOf('{'), this.bare.lastIndexOf('}') + 1);
    if (braces.startsWith('{') && /,|\.\./.test(braces))
      this.omissions.add('The shell expands braces outside of quotes into several words, which isn’t read.');
    this.words.push(this.bare.startsWith('~') ? placeholder('HOME') + this.word.slice(1) : this.word);
    this.word = undefined;
    this.bare = '';
  }

  unclosed(what: string, start: number): UnreadableError {
    const line = this.text.slice(0, start).split('\n').length;
    return new UnreadableError(`The ${what} in line ${line} isn’t closed.`);
  }

  /** The output of a script; overridden by the reader of commands. */
  output(script: string): string {
    return this.scope.names.write(script);
  }

  /** The output of `$(…)`; overridden by the reader of commands. */
  substitution(): string {
    throw this.unclosed('parenthesis', this.at);
  }

  /** `$name`, `${name}`, `$(command)`, `` `command` ``; the position is at the `$` or the backtick. */
  expansion(): string {
    const { variables } = this.scope;
    const start = this.at;
    const name = this.take(/\$(?:([A-Za-z_]\w*)|([\d@*#?!$-])|\{([A-Za-z_]\w*)\})/y);
    if (name !== null) {
      const text = name[1] ?? name[3] ?? name[2] ?? '';
      return variables.get(text) ?? placeholder(text);
    }
    const modified = this.take(/\$\{[#!]?(\w+|[@*#?])(?:[^{}]|\{[^{}]*\})*\}/y);
    if (modified !== null) return placeholder(modified[1] ?? '');
    if (this.text.startsWith('${', this.at)) throw this.unclosed('brace', start);
    const quoted = this.take(/`((?:[^`\\]|\\[^])*)`/y);
    if (quoted !== null) return this.output((quoted[1] ?? '').replaceAll(/\\([\\$`])/g, '$1'));
    if (this.text[this.at] === '`') throw this.unclosed('backtick', start);
    const sum = this.take(/\$\(\(((?:[^()]|\([^()]*\))*)\)\)/y);
    if (sum !== null) return placeholder('value');
    if (this.text.startsWith('$(', this.at)) return this.substitution();
    return this.takeOne();
  }

  /** The text up to a character, or to the end of a here-document, with its expansions. */
  expandedText(end: string): string {
    const start = this.at;
    let result = '';
    const plain = end === '"' ? /[^"\\$`]+|\\/y : /[^\\$`]+|\\/y;
    const escape = end === '"' ? /\\(?:\n|([$`"\\]))/y : /\\(?:\n|([$`\\]))/y;
    while (this.at < this.text.length && this.text[this.at] !== end) {
      const escaped = this.take(escape);
      if (escaped !== null) result += escaped[1] ?? '';
      else if (/[$`]/.test(this.text.charAt(this.at))) result += this.expansion();
      else result += this.take(plain)?.[0] ?? '';
    }
    if (end !== '' && this.at >= this.text.length) throw this.unclosed('quote', start - 1);
    return result;
  }

  doubleQuoted(): void {
    this.at += 1;
    this.append(this.expandedText('"'));
    this.at += 1;
  }

  /** `$'…'`: its numbers are bytes. */
  ansiQuoted(): void {
    const start = this.at;
    const pieces: Uint8Array[] = [];
    const add = (text: string) => void pieces.push(new TextEncoder().encode(text));
    const addByte = (byte: number) => void pieces.push(Uint8Array.of(byte));
    for (this.at += 2; this.text[this.at] !== "'";) {
      const plain = this.take(/[^'\\]+/y);
      const escape = plain === null ? this.take(ANSI_ESCAPE) : null;
      if (plain !== null) add(plain[0]);
      else if (escape === null) throw this.unclosed('quote', start);
      else {
        const [, hex, four, eight, octal, control, letter = ''] = escape;
        const code = four ?? eight;
        if (hex !== undefined) addByte(Number.parseInt(hex, 16));
        else if (octal !== undefined) addByte(Number.parseInt(octal, 8) & 0xff);
        else if (code !== undefined) add(String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)));
        else if (control !== undefined) addByte(control.toUpperCase().charCodeAt(0) & 0x1f);
        else add(ANSI[letter] ?? `\\${letter}`);
      }
    }
    this.at += 1;
    if (pieces.some((piece) => piece.includes(0)))
      this.omissions.add("A NUL in `$'…'` ends the text in bash; it isn’t read.");
    const text = decode(pieces);
    if (text === undefined) this.omissions.add("Bytes in `$'…'` that aren’t UTF-8 are left out.");
    this.append(text ?? '');
  }

  /** Outside of quotes, the whitespace of a value separates words. */
  bareExpansion(): void {
    const value = this.expansion();
    if (/[ \t\n]/.test(value))
      this.omissions.add('bash splits a variable outside of quotes at its whitespace, which zsh doesn’t.');
    if (value !== '') this.append(value);
  }

  readCharacter(): void {
    const character = this.text.charAt(this.at);
    const start = this.at;
    const single = this.take(/'([^']*)'/y);
    if (single !== null) this.append(single[1] ?? '');
    else if (character === "'") throw this.unclosed('quote', start);
    else if (character === '"') this.doubleQuoted();
    else if (this.text.startsWith("$'", this.at)) this.ansiQuoted();
    else if (this.text.startsWith('$"', this.at)) {
      this.at += 1;
      this.doubleQuoted();
    } else if (character === '$' || character === '`') this.bareExpansion();
    else if (this.take(/\\\n/y) === null) {
      const escaped = this.take(/\\([^])/y);
      if (escaped === null && character === '\\') {
        this.at += 1;
        this.omissions.add('The text ends with a backslash, so its next line is missing.');
      } else if (escaped === null) this.append(this.take(/[^'"\\$`\s;|&<>()]+/y)?.[0] ?? this.takeOne(), true);
      else this.append(escaped[1] ?? '');
    }
  }

  /** Takes `<name>` as a piece of a word; false if there is none. */
  readAngled(): boolean {
    const variable = this.takeAngled();
    if (variable !== undefined) this.append(variable);
    return variable !== undefined;
  }

  /** Reads the characters of one word. */
  readWord(): void {
    for (;;) {
      if (this.readAngled()) continue;
      if (this.at >= this.text.length || /[\s;|&<>()]/.test(this.text.charAt(this.at))) break;
      this.readCharacter();
    }
    this.endWord();
  }

  takeOne(): string {
    this.at += 1;
    return this.text.charAt(this.at - 1);
  }
}

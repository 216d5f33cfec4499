/** The words of a POSIX shell, with the quotes of bash and zsh. */
import { UnreadableError } from '../reading.js';
import { placeholder } from '../variables.js';
import { ExpressionNames, Scanner } from './scanner.js';

const ANSI: Readonly<Record<string, string>> = {
  a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"', '?': '?',
}; // prettier-ignore
const ANSI_ESCAPE = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|c([^])|([^]))/gy;

/** A pattern of names of files. One after a colon or an equals sign, or in the path or query of a host, hardly has any. */
const PATTERN = /^(?!-|\w[\w-]*(?:\.[\w-]+)*(?::\d*)?(?:\/|\?[^=]+=))[^:=*?[]*[*?[]/;

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

/** The bytes of a character; of a code that has none, bytes that aren’t UTF-8. */
function encodeCode(code: number): Uint8Array {
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? new TextEncoder().encode(String.fromCodePoint(code)) : Uint8Array.of(0xff);
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
  /** The word with a NUL in place of what is quoted or a value. */
  bare = '';
  /** Whether the word is a value that is assigned: it stays one word. */
  isAssigned = false;
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
    const { bare } = this;
    const braces = bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1);
    if (!this.isAssigned && braces.startsWith('{') && /,|\.\./.test(braces))
      this.omissions.add('The shell expands braces outside of quotes into several words, which isn’t read.');
    if (!this.isAssigned && PATTERN.test(bare))
      this.omissions.add('The shell may replace a word with `*`, `?` or `[…]` outside of quotes by names of files.');
    if ((this.isAssigned ? /:~/ : /^[A-Za-z_]\w*=(?:[^]*:)?~/).test(bare))
      this.omissions.add('The shell replaces a `~` outside of quotes by the home folder, which isn’t read.');
    this.words.push(bare.startsWith('~') ? placeholder('HOME') + this.word.slice(1) : this.word);
    this.word = undefined;
    this.bare = '';
    this.isAssigned = false;
  }

  unclosed(what: string, start: number): UnreadableError {
    const line = this.text.slice(0, start).split('\n').length;
    return new UnreadableError(`The ${what} in line ${line} isn’t closed.`);
  }

  /** The value of a variable; overridden by the reader of commands. */
  find(name: string): string | undefined {
    return this.scope.variables.get(name);
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
    const start = this.at;
    const name = this.take(/\$(?:([A-Za-z_]\w*)|([\d@*#?!$-])|\{([A-Za-z_]\w*)\})/y);
    if (name !== null) {
      const text = name[1] ?? name[3] ?? name[2] ?? '';
      return this.find(text) ?? placeholder(text);
    }
    const modified = this.take(/\$\{[#!]?(\w+|[@*#?])(?:[^{}]|\{[^{}]*\})*\}/y);
    if (modified !== null) {
      // `${name:=value}` sets it.
      this.scope.variables.delete(modified[1] ?? '');
      return placeholder(modified[1] ?? '');
    }
    if (this.text.startsWith('${', this.at)) throw this.unclosed('brace', start);
    const quoted = this.take(/`((?:[^`\\]|\\[^])*)`/y);
    if (quoted !== null) return this.output((quoted[1] ?? '').replaceAll(/\\([\\$`])/g, '$1'));
    if (this.text[this.at] === '`') throw this.unclosed('backtick', start);
    if (this.take(/\$(?:\(\((?:[^()]|\([^()]*\))*\)\)|\[[^\]]*\])/y) !== null) return placeholder('value');
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
        else if (code !== undefined) pieces.push(encodeCode(Number.parseInt(code, 16)));
        else if (control !== undefined) addByte(control === '?' ? 0x7f : control.toUpperCase().charCodeAt(0) & 0x1f);
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
    if (!this.isAssigned && /[ \t\n]/.test(value))
      this.omissions.add('bash splits a variable outside of quotes at its whitespace, which zsh doesn’t.');
    if (value !== '' && !this.isAssigned && PATTERN.test(this.bare + value))
      this.omissions.add(
        'The shell may replace a variable with `*`, `?` or `[…]` outside of quotes by names of files.',
      );
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

/** The words of a POSIX shell, with the quotes of bash and zsh. */
import { toWellFormed, UnreadableError } from '../reading.js';
import { placeholder } from '../variables.js';
import { ExpressionNames, Scanner } from './scanner.js';

const ANSI: Readonly<Record<string, string>> = {
  a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"', '?': '?',
}; // prettier-ignore
const ANSI_ESCAPE = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|c([^])|([^]))/g;

/** A pattern of names of files. One after a colon or an equals sign, or in the path or query of a host, hardly has any. */
const PATTERN = /^(?!-|\w[\w-]*(?:\.[\w-]+)*(?::\d*)?(?:\/|\?[^=]+=))[^:=*?[]*[*?[]/;

/** The bytes of a text, a character for each. */
const toBytes = (text: string): string =>
  encodeURIComponent(toWellFormed(text)).replaceAll(/%(..)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The text of bytes; undefined if they aren’t UTF-8. */
function decode(bytes: string): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The bytes of an escape in `$'…'`; of a code without a character, bytes that aren’t UTF-8. */
function decodeEscape(...[, hex, four, eight, octal, control, letter = '']: readonly (string | undefined)[]): string {
  const code = four ?? eight;
  if (code !== undefined) {
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? '\xff' : toBytes(String.fromCodePoint(point));
  }
  if (control === '?') return '\x7f';
  const byte =
    control === undefined
      ? Number.parseInt(hex ?? octal ?? '', hex === undefined ? 8 : 16) & 0xff
      : control.toUpperCase().charCodeAt(0) & 0x1f;
  return letter === '' ? String.fromCharCode(byte) : (ANSI[letter] ?? `\\${letter}`);
}

/** The variables that the scripts of a text share, and the names of expressions without a value. */
export interface Scope {
  readonly variables: Map<string, string>;
  readonly names: ExpressionNames;
}

/** Reads words; what follows a `$` is replaced by its value, or by `{{name}}`. */
export abstract class WordReader extends Scanner {
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

  /** The value of a variable. */
  abstract find(name: string): string | undefined;

  /** The output of a script. */
  abstract output(script: string): string;

  /** The output of `$(…)`. */
  abstract substitution(): string;

  append(text: string, isBare = false): void {
    this.word = (this.word ?? '') + text;
    this.bare += isBare ? text : '\0';
  }

  /** Names the names of files that the shell may put in place of a word, or of a variable in it. */
  checkPattern(text: string, what: string): void {
    if (!this.isAssigned && PATTERN.test(text))
      this.omissions.add(
        `The shell may replace ${what} with \`*\`, \`?\` or \`[…]\` outside of quotes by names of files.`,
      );
  }

  endWord(): void {
    const { bare, word, isAssigned } = this;
    if (word === undefined) return;
    const braces = bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1);
    if (!isAssigned && braces.startsWith('{') && /,|\.\./.test(braces))
      this.omissions.add('The shell expands braces outside of quotes into several words, which isn’t read.');
    this.checkPattern(bare, 'a word');
    if ((isAssigned ? /:~/ : /^[A-Za-z_]\w*=(?:[^]*:)?~/).test(bare))
      this.omissions.add('The shell replaces a `~` outside of quotes by the home folder, which isn’t read.');
    this.words.push(bare.startsWith('~') ? placeholder('HOME') + word.slice(1) : word);
    this.word = undefined;
    this.bare = '';
    this.isAssigned = false;
  }

  unclosed(what: string, start: number): UnreadableError {
    const line = this.text.slice(0, start).split('\n').length;
    return new UnreadableError(`The ${what} in line ${line} isn’t closed.`);
  }

  /** Takes what a pattern with an end matches. */
  takeClosed(pattern: RegExp, what: string): RegExpExecArray {
    const match = this.take(pattern);
    if (match === null) throw this.unclosed(what, this.at);
    return match;
  }

  /** `$name`, `${name}`, `$(command)`, `` `command` ``; the position is at the `$` or the backtick. */
  expansion(): string {
    const [, plain, special, braced] = this.take(/\$(?:([A-Za-z_]\w*)|([\d@*#?!$-])|\{([A-Za-z_]\w*)\})/y) ?? [];
    const name = plain ?? braced ?? special;
    if (name !== undefined) return this.find(name) ?? placeholder(name);
    if (this.starts('${')) {
      const [, modified = ''] = this.takeClosed(/\$\{[#!]?(\w+|[@*#?])(?:[^{}]|\{[^{}]*\})*\}/y, 'brace');
      // `${name:=value}` sets it.
      this.scope.variables.delete(modified);
      return placeholder(modified);
    }
    if (this.starts('`')) {
      const [, script = ''] = this.takeClosed(/`((?:[^`\\]|\\[^])*)`/y, 'backtick');
      return this.output(script.replaceAll(/\\([\\$`])/g, '$1'));
    }
    if (this.take(/\$(?:\(\((?:[^()]|\([^()]*\))*\)\)|\[[^\]]*\])/y) !== null) return placeholder('value');
    return this.starts('$(') ? this.substitution() : this.takeOne();
  }

  /** The text up to a character, or to the end of a here-document, with its expansions. */
  expandedText(end: string): string {
    const start = this.at;
    let result = '';
    const escape = end === '"' ? /\\(?:\n|([$`"\\]))/y : /\\(?:\n|([$`\\]))/y;
    while (this.at < this.text.length && this.text[this.at] !== end) {
      const escaped = this.take(escape);
      if (escaped !== null) result += escaped[1] ?? '';
      else result += this.take(/[^"\\$`]+|["\\]/y)?.[0] ?? this.expansion();
    }
    if (end !== '' && this.at >= this.text.length) throw this.unclosed('quote', start - 1);
    return result;
  }

  /** `$'…'`: its numbers are bytes. */
  ansiQuoted(): void {
    const [, source = ''] = this.takeClosed(/\$'((?:[^'\\]|\\[^])*)'/y, 'quote');
    const bytes = toBytes(source).replaceAll(ANSI_ESCAPE, decodeEscape);
    if (bytes.includes('\0')) this.omissions.add("A NUL in `$'…'` ends the text in bash; it isn’t read.");
    const text = decode(bytes);
    if (text === undefined) this.omissions.add("Bytes in `$'…'` that aren’t UTF-8 are left out.");
    this.append(text ?? '');
  }

  /** Outside of quotes, the whitespace of a value separates words. */
  bareExpansion(): void {
    const value = this.expansion();
    if (!this.isAssigned && /[ \t\n]/.test(value))
      this.omissions.add('bash splits a variable outside of quotes at its whitespace, which zsh doesn’t.');
    if (value === '') return;
    this.checkPattern(this.bare + value, 'a variable');
    this.append(value);
  }

  readCharacter(): void {
    if (this.starts("'")) this.append(this.takeClosed(/'([^']*)'/y, 'quote')[1] ?? '');
    else if (this.take(/\$?"/y) !== null) {
      this.append(this.expandedText('"'));
      this.at += 1;
    } else if (this.starts("$'")) this.ansiQuoted();
    else if (/[$`]/.test(this.text.charAt(this.at))) this.bareExpansion();
    else if (this.take(/\\\n/y) === null) {
      const [whole, escaped] = this.take(/\\([^]?)/y) ?? [];
      if (whole === undefined) this.append(this.take(/[^'"\\$`\s;|&<>()]+/y)?.[0] ?? this.takeOne(), true);
      else if (escaped) this.append(escaped);
      else this.omissions.add('The text ends with a backslash, so its next line is missing.');
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
      if (!/[^\s;|&<>()]/.test(this.text.charAt(this.at))) break;
      this.readCharacter();
    }
    this.endWord();
  }

  takeOne(): string {
    return this.text.charAt(this.at++);
  }
}

/** The words of a POSIX shell, with the quotes of bash and zsh. */
import { toWellFormed, UnreadableError } from '../reading.js';
import { placeholder } from '../variables.js';
import { createCommand } from './command.js';
import { ExpressionNames, Scanner } from './scanner.js';

const ANSI: Readonly<Record<string, string>> = {
  a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"', '?': '?',
}; // prettier-ignore
const ANSI_PIECE = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|c([^])|([^]))|[^\\]+/g;

/** A pattern of names of files. One after a colon or an equals sign, or in the path or query of a host, hardly has any. */
const PATTERN = /^(?!-|\w[\w-]*(?:\.[\w-]+)*(?::\d*)?(?:\/|\?[^=]+=))[^:=*?[]*[*?[]/;

/** An escape in `$'…'`, or the text before the next one, in percent-encoding. */
function encodePiece(...pieces: readonly (string | undefined)[]): string {
  const [whole = '', hex, four, eight, octal, control, letter = ''] = pieces;
  if (letter !== '' || !whole.startsWith('\\')) return encodeURIComponent(toWellFormed(ANSI[letter] ?? whole));
  const digits = four ?? eight;
  const code = Number.parseInt(digits ?? hex ?? octal ?? '', digits === undefined && hex === undefined ? 8 : 16);
  // Half a surrogate pair in place of a code without a character: neither has an encoding.
  if (digits !== undefined) return encodeURIComponent(String.fromCodePoint(code > 0x10ffff ? 0xd800 : code));
  const byte =
    control === '?' ? 0x7f : control === undefined ? code & 0xff : control.toUpperCase().charCodeAt(0) & 0x1f;
  return `%${byte.toString(16).padStart(2, '0')}`;
}

/** The text of `$'…'`, whose numbers are bytes; undefined if they aren’t UTF-8. */
function decodeAnsi(source: string): string | undefined {
  try {
    return decodeURIComponent(source.replaceAll(ANSI_PIECE, encodePiece));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** The variables that the scripts of a text share, and the names of expressions without a value. */
export interface Scope {
  readonly variables: Map<string, string>;
  readonly names: ExpressionNames;
}

/** A command while it is read. */
export const createDraft = () => ({
  ...createCommand(),
  /** Before the first word. */
  assignments: new Map<string, string>(),
  /** Reads the here-document of its standard input; null for an input that isn’t in the script. */
  document: undefined as (() => void) | null | undefined,
});

/** Reads words; what follows a `$` is replaced by its value, or by `{{name}}`. */
export abstract class WordReader extends Scanner {
  readonly scope: Scope;
  command = createDraft();
  word: string | undefined;
  /** The word with a NUL in place of what is quoted or a value. */
  bare = '';
  /** Whether the word is a value that is assigned: it stays one word. */
  isAssigned = false;

  constructor(text: string, scope: Scope = { variables: new Map(), names: new ExpressionNames() }) {
    super(text);
    this.scope = scope;
  }

  /** Reads a script inside of this one, or up to the parenthesis that ends it; returns its end and its output. */
  abstract nest(script: string, isClosed: boolean): readonly [end: number, output: string];

  omit(sentence: string): void {
    this.command.omissions.add(sentence);
  }

  /** The value of a variable, or its name. In an assignment, those before it count. */
  find(name: string): string {
    const assigned = this.isAssigned ? this.command.assignments.get(name) : undefined;
    return assigned ?? this.scope.variables.get(name) ?? placeholder(name);
  }

  append(text: string, isBare = false): void {
    this.word = (this.word ?? '') + text;
    this.bare += isBare ? text : '\0';
  }

  /** Names the names of files that the shell may put in place of a word, or of a variable in it. */
  checkPattern(text: string, what: string): void {
    if (!this.isAssigned && PATTERN.test(text))
      this.omit(`The shell may replace ${what} with \`*\`, \`?\` or \`[…]\` outside of quotes by names of files.`);
  }

  endWord(): void {
    const { bare, word, isAssigned } = this;
    if (word === undefined) return;
    const braces = bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1);
    if (!isAssigned && braces.startsWith('{') && /,|\.\./.test(braces))
      this.omit('The shell expands braces outside of quotes into several words, which isn’t read.');
    this.checkPattern(bare, 'a word');
    if ((isAssigned ? /:~/ : /^[A-Za-z_]\w*=(?:[^]*:)?~/).test(bare))
      this.omit('The shell replaces a `~` outside of quotes by the home folder, which isn’t read.');
    this.command.words.push(bare.startsWith('~') ? placeholder('HOME') + word.slice(1) : word);
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
    if (name !== undefined) return this.find(name);
    if (this.starts('${')) {
      const [, modified = ''] = this.takeClosed(/\$\{[#!]?(\w+|[@*#?])(?:[^{}]|\{[^{}]*\})*\}/y, 'brace');
      // `${name:=value}` sets it.
      this.scope.variables.delete(modified);
      return placeholder(modified);
    }
    if (this.starts('`')) {
      const [, script = ''] = this.takeClosed(/`((?:[^`\\]|\\[^])*)`/y, 'backtick');
      return this.nest(script.replaceAll(/\\([\\$`])/g, '$1'), false)[1];
    }
    if (this.take(/\$(?:\(\((?:[^()]|\([^()]*\))*\)\)|\[[^\]]*\])/y) !== null) return placeholder('value');
    if (!this.starts('$(')) return this.takeOne();
    const script = this.text.slice(this.at + 2);
    const [end, output] = this.nest(script, true);
    if (end >= script.length) throw this.unclosed('parenthesis', this.at);
    this.at += end + 3;
    return output;
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
    const text = decodeAnsi(source);
    if (text?.includes('\0') === true) this.omit("A NUL in `$'…'` ends the text in bash; it isn’t read.");
    if (text === undefined) this.omit("Bytes in `$'…'` that aren’t UTF-8 are left out.");
    this.append(text ?? '');
  }

  /** Outside of quotes, the whitespace of a value separates words. */
  bareExpansion(): void {
    const value = this.expansion();
    if (!this.isAssigned && /[ \t\n]/.test(value))
      this.omit('bash splits a variable outside of quotes at its whitespace, which zsh doesn’t.');
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
      else this.omit('The text ends with a backslash, so its next line is missing.');
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

/** The values of PowerShell that scripts for web requests have. Whatever is computed is unknown. */
import { describeReference, REFERENCE } from '../../shells/powershell.js';
import { ExpressionNames, Scanner } from '../../shells/scanner.js';

/** A value that isn’t read. */
export class Unknown {
  /** The reason, as the end of a sentence. */
  readonly reason: string;

  constructor(reason = 'whose value isn’t in the text') {
    this.reason = reason;
  }
}

/** A hashtable or dictionary; PowerShell compares its names without case. */
export class Table {
  readonly members = new Map<string, readonly [name: string, value: Value]>();
  readonly isOrdered: boolean;

  constructor(isOrdered = false) {
    this.isOrdered = isOrdered;
  }

  has(name: string): boolean {
    return this.members.has(name.toLowerCase());
  }

  set(name: string, value: Value): void {
    this.members.set(name.toLowerCase(), [name, value]);
  }
}

/** The bytes of a text in UTF-8. */
export class Bytes {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `WebRequestSession`: what several commands share. */
export class Session {
  agent: Value;
  readonly cookies: Cookie[] = [];
  readonly headers = new Table();
  /** Commands that used it: their headers and the cookies of their responses stay in it. */
  uses = 0;
}

/** A cookie of a session. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly domain: string;
}

export type Value = string | number | boolean | null | undefined | Bytes | Table | Session | Unknown;

const SPACE = /(?:[^\S\r\n]+(?:#(?!>)[^\r\n]*)?|`\r?\n|<#[^]*?#>)+/y;
const LINES = /(?:\s|`\r?\n|;|#[^\n]*|<#[^]*?#>)+/y;
const SINGLE = /['‘’‚‛]((?:[^'‘’‚‛]|['‘’‚‛]{2})*)['‘’‚‛]/y;
const HERE = /@'[^\S\r\n]*\r?\n(?:([^]*?)\r?\n)?'@/y;
const HERE_EXPANDED = /@"[^\S\r\n]*\r?\n/y;
const CHARACTER = /\$\(\[char\](\d{1,5}|0x[\da-f]{1,4})\)/iy;
const ESCAPE = /`(?:u\{([\da-f]{1,6})\}|(\r?\n)|([^]))/iy;
const ESCAPES: Readonly<Record<string, string>> = { 0: '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }; // prettier-ignore
const TYPE = /\[?(?:System\.)?Net\.Cookie\b\]?/y;
const SESSION = /(?:-TypeName\s+)?["']?Microsoft\.PowerShell\.Commands\.WebRequestSession["']?/iy;
const DICTIONARY = /(?:-TypeName\s+)?["']?System\.Collections\.(?:Generic\.Dictionary(?:\[[^"'\n]*\]|["'\w[\], .]*)|Hashtable|Specialized\.OrderedDictionary)["']?/iy; // prettier-ignore
const UTF8 = /(?:\[(?:System\.)?Text\.Encoding\]::UTF8|\(\[(?:System\.)?Text\.Encoding\]::UTF8\))\.GetBytes\(/iy;
/** Numbers beyond these may be written in another way than in the text. */
const INTEGER = /-?\d{1,15}(?=[\s;)},]|$)/y;
/** An expression that isn’t read, up to its end. */
const REST = /(?:"(?:[^"`]|`[^])*"|'[^']*'|\([^()\n]*\)|\{[^{}\n]*\}|[^;\n|)}])+/y;

/** Reads values from the beginning of a script to its end. */
export class ValueReader extends Scanner {
  readonly names = new ExpressionNames();
  /** Names of the `{{name}}` in texts. */
  readonly marks = new Set<string>();
  /** Sentences about mistakes for which PowerShell refuses the script, or reads it in another way than it seems. */
  readonly mistakes = new Set<string>();
  /** Values of variables, by their names in lower case. */
  readonly variables = new Map<string, Value>();

  space(): void {
    this.take(SPACE);
  }

  lines(): void {
    this.take(LINES);
  }

  /** A value of a variable as a part of a text; `{{name}}` without one. */
  private expand(name: string): string {
    const mistake = describeReference(name);
    if (mistake !== undefined) this.mistakes.add(mistake);
    const value = this.variables.get(name.toLowerCase());
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    return this.mark(name, name.replace(/^env:/i, ''));
  }

  private mark(source: string, name?: string): string {
    const marked = this.names.write(source, name);
    this.marks.add(marked.slice(2, -2));
    return marked;
  }

  /** The text up to `end`, with escapes and values of variables; two quotes are one, except in a here-string. */
  expanded(end: RegExp, isHere = false): string | undefined {
    let text = '';
    for (;;) {
      if (this.take(end) !== null) return text;
      if (this.at >= this.text.length) return undefined;
      const escaped = this.take(ESCAPE);
      const character = escaped === null ? this.take(CHARACTER) : null;
      const reference = escaped === null && character === null ? this.take(REFERENCE) : null;
      if (escaped !== null) text += this.unescape(escaped);
      else if (character !== null) text += String.fromCharCode(Number(character[1]));
      else if (reference !== null) text += this.expand(reference[1] ?? reference[2] ?? '');
      else if (this.take(/\$\(/y) !== null) text += this.mark(this.subexpression());
      else if (!isHere && this.take(/""/y) !== null) text += '"';
      else text += this.take(/[^]/y)?.[0] ?? '';
    }
  }

  private unescape([, code, line, letter = '']: RegExpExecArray): string {
    if (code !== undefined || letter === 'e')
      this.mistakes.add('Versions of PowerShell read `` `u `` and `` `e `` in different ways.');
    if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
    return line === undefined ? (ESCAPES[letter] ?? letter) : '';
  }

  /** The source of `$(…)` after its opening parenthesis. */
  private subexpression(): string {
    const start = this.at;
    for (let depth = 1; depth > 0 && this.at < this.text.length; this.at += 1) {
      if (this.text[this.at] === '(') depth += 1;
      if (this.text[this.at] === ')') depth -= 1;
    }
    return this.text.slice(start, this.at - 1);
  }

  /** A text in quotes, or a here-string; undefined if there is none. */
  string(): string | undefined {
    const here = this.take(HERE);
    if (here !== null) return here[1] ?? '';
    if (this.take(HERE_EXPANDED) !== null) return this.expanded(/\r?\n"@/y, true);
    const single = this.take(SINGLE);
    if (single !== null) return (single[1] ?? '').replaceAll(/['‘’‚‛]{2}/g, "'");
    return this.take(/["“”„]/y) === null ? undefined : this.expanded(/"(?!")|[“”„]/y);
  }

  private table(isOrdered: boolean): Table | Unknown {
    const table = new Table(isOrdered);
    for (this.lines(); this.take(/\}/y) === null; this.lines()) {
      const name = this.string() ?? this.take(/(?!\d)[\w-]+/y)?.[0];
      this.space();
      const isPair = name !== undefined && this.take(/=/y) !== null;
      this.lines();
      if (!isPair || this.at >= this.text.length) return new Unknown();
      if (table.has(name)) this.addRepeated(name);
      table.set(name, this.value(/[;}\n]|$/y));
    }
    return table;
  }

  /** Notes a name that a hashtable already has. */
  protected addRepeated(name: string): void {
    this.mistakes.add(`PowerShell refuses a hashtable with the name “${name}” twice, in any case; remove one.`);
  }

  private create(): Value {
    this.space();
    if (this.take(SESSION) !== null) return new Session();
    if (this.take(DICTIONARY) !== null) return new Table();
    return undefined;
  }

  /** The value at the position; undefined if it isn't one that is read. */
  private atom(): Value {
    const text = this.string();
    if (text !== undefined) return text;
    const opening = this.take(/(?:\[(?:(ordered)|hashtable)\])?@\{/iy);
    if (opening !== null) return this.table(opening[1] !== undefined);
    if (this.take(/New-Object(?=\s)/iy) !== null) return this.create();
    if (this.take(/\[Microsoft\.PowerShell\.Commands\.WebRequestSession\]::new\(\)/iy) !== null) return new Session();
    if (this.take(UTF8) !== null) {
      const bytes = this.value(/\)/y);
      return this.take(/\)/y) !== null && typeof bytes === 'string' ? new Bytes(bytes) : undefined;
    }
    if (this.take(/\((?=[^\S\n]*\S)/y) !== null) {
      const inner = this.value(/\)/y);
      return this.take(/\s*\)/y) === null ? undefined : inner;
    }
    const number = this.take(INTEGER);
    // PowerShell has no negative zero among its integers.
    if (number !== null) return Number(number[0]) + 0;
    const name = this.take(/\$(\w+(?::\w+)?)(?![\w.[(:])/y)?.[1]?.toLowerCase();
    if (name === undefined) return undefined;
    if (name === 'true' || name === 'false') return name === 'true';
    if (name === 'null') return null;
    return this.variables.has(name) ? this.variables.get(name) : new Unknown();
  }

  /** The value up to `end`, which isn't taken; unknown if more than a value is there. */
  value(end: RegExp): Value {
    this.space();
    const start = this.at;
    const value = this.atom();
    const after = this.at;
    const ends = [after, (this.space(), this.at)].some((at) => {
      end.lastIndex = at;
      return end.test(this.text);
    });
    this.at = after;
    if (value !== undefined && ends) return value;
    this.at = start;
    this.take(REST);
    return new Unknown();
  }

  /** `Net.Cookie("name", "value", "/", "host")`, up to its end; undefined if it isn't that. */
  cookie(): Cookie | undefined {
    if (this.take(/(?:\(New-Object\s+)?/iy) === null || this.take(TYPE) === null) return undefined;
    if (this.take(/(?:::new)?\s*\(/iy) === null) return undefined;
    const texts: string[] = [];
    do {
      const text = this.value(/[,)]/y);
      if (typeof text !== 'string') return undefined;
      texts.push(text);
    } while (this.take(/\s*,\s*/y) !== null);
    const [name, value, path = '/', domain = ''] = texts;
    return name === undefined || value === undefined ? undefined : { name, value, path, domain };
  }
}

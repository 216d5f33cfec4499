/** The values of PowerShell that scripts for web requests have. Whatever is computed is unknown. */
import { PowerShellText } from '../../shells/powershell-text.js';

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
const TYPE = /\[?(?:System\.)?Net\.Cookie\b\]?/y;
const SESSION = /(?:-TypeName\s+)?["']?Microsoft\.PowerShell\.Commands\.WebRequestSession["']?/iy;
const DICTIONARY = /(?:-TypeName\s+)?["']?System\.Collections\.(?:Generic\.Dictionary(?:\[[^"'\n]*\]|["'\w[\], .]*)|Hashtable|Specialized\.OrderedDictionary)["']?/iy; // prettier-ignore
const UTF8 = /(?:\[(?:System\.)?Text\.Encoding\]::UTF8|\(\[(?:System\.)?Text\.Encoding\]::UTF8\))\.GetBytes\(/iy;
/** Numbers beyond these may be written in another way than in the text. */
const INTEGER = /-?\d{1,15}(?=[\s;)},]|$)/y;
/** An expression that isn’t read, up to its end. */
const REST = /(?:"(?:[^"`]|`[^])*"|'[^']*'|\([^()\n]*\)|\{[^{}\n]*\}|[^;\n|)}])+/y;

/** Reads values from the beginning of a script to its end. */
export class ValueReader extends PowerShellText {
  override readonly variables = new Map<string, Value>();

  space(): void {
    this.take(SPACE);
  }

  lines(): void {
    this.take(LINES);
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

/** Reads the expressions of PowerShell that requests are written with: texts, hash tables, lists, variables and `ConvertTo-Json`. */
import { writeText } from '../reading.js';
import { Scanner, ExpressionNames, placeholder } from './scanner.js';

/** One command with its words; a quoted word, a hash table or a variable has its value. */
export interface PowerShellCommand {
  readonly words: readonly PowerShellWord[];
}

export interface PowerShellWord {
  /** A bare word such as `-Uri` or `curl.exe`; undefined for an expression. */
  readonly bare: string | undefined;
  /** A text, a number, a boolean, null, a list or a hash table. */
  readonly value: unknown;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n', r: '\r', t: '\t', '0': '\0', a: '\x07', b: '\b', f: '\f', v: '\v', e: '\x1b',
}; // prettier-ignore
const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([['true', true], ['false', false], ['null', null]]); // prettier-ignore

export class PowerShellReader extends Scanner {
  readonly variables = new Map<string, unknown>();
  readonly names = new ExpressionNames();

  /** Skips spaces, comments and continued lines; with `lines`, line ends and semicolons too. */
  skip(lines = false): void {
    while (this.take(lines ? /(?:[\s;]|`\r?\n|#[^\n]*|<#[^]*?#>)+/y : /(?:[^\S\r\n]|`\r?\n|#[^\n]*)+/y) !== null);
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  substitute(text: string): string {
    return text.replaceAll(
      /`u\{([\da-f]+)\}|`([^])|""|\$\{([^}]+)\}|\$\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\$((?:\w+:)?\w+)/gi,
      (whole, code?: string, escaped?: string, braced?: string, command?: string, name?: string) => {
        if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
        if (escaped !== undefined) return ESCAPES[escaped] ?? (escaped === '\n' ? '' : escaped);
        if (whole === '""') return '"';
        const variable = (braced ?? name)?.toLowerCase();
        const value = variable === undefined ? undefined : this.variables.get(variable);
        if (typeof value === 'string' || typeof value === 'number') return String(value);
        return command === undefined
          ? placeholder((braced ?? name ?? '').replace(/^env:/i, ''))
          : this.names.write(command);
      },
    );
  }

  string(): string | undefined {
    const literalHere = this.take(/@'[ \t]*\r?\n([^]*?)\r?\n'@/y);
    if (literalHere !== null) return literalHere[1] ?? '';
    const here = this.take(/@"[ \t]*\r?\n([^]*?)\r?\n"@/y);
    // Quotes have no meaning in here-strings.
    if (here !== null) return this.substitute((here[1] ?? '').replaceAll('""', '""""'));
    const single = this.take(/['‘’]((?:[^'‘’]|'')*)['‘’]/y);
    if (single !== null) return (single[1] ?? '').replaceAll("''", "'");
    const double = this.take(/["“”]((?:[^"`“”]|`[^]|"")*)["“”]/y);
    return double === null ? undefined : this.substitute(double[1] ?? '');
  }

  table(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.at += 2;
    for (this.skip(true); this.peek() !== '}' && this.peek() !== ''; this.skip(true)) {
      const start = this.at;
      const key = this.string() ?? this.take(/[\w.-]+/y)?.[0];
      this.skip();
      if (key === undefined || this.take(/=/y) === null) {
        this.at = Math.max(this.at, start + 1);
        continue;
      }
      this.skip(true);
      entries.push([key, this.pipeline()]);
    }
    this.at += 1;
    return Object.fromEntries(entries);
  }

  list(): unknown[] {
    const items: unknown[] = [];
    for (this.skip(true); this.peek() !== ')' && this.peek() !== ''; this.skip(true)) {
      const start = this.at;
      const item = this.pipeline();
      if (Array.isArray(item)) items.push(...(item as unknown[]));
      else items.push(item);
      this.skip(true);
      this.take(/,/y);
      if (this.at === start) this.at += 1;
    }
    this.at += 1;
    return items;
  }

  /** One value without operators; undefined if it can't be read. */
  primary(): unknown {
    const text = this.string();
    if (text !== undefined) return text;
    if (this.text.startsWith('@{', this.at)) return this.table();
    if (this.take(/@\(/y) !== null) return this.list();
    const cast = this.take(/\[[\w.]+(?:\[\])?\](?!::)\s*/y);
    if (cast !== null) return this.primary();
    const variable = this.take(/\$(?:\{([^}]+)\}|((?:\w+:)?\w+))/y);
    if (variable !== null) return this.readVariable(variable[1] ?? variable[2] ?? '');
    const number = this.take(/-?\d+(?:\.\d+)?(?![\w.:/-])/y);
    if (number !== null) return Number(number[0]);
    if (this.take(/\(/y) !== null) {
      const start = this.at;
      this.skip(true);
      const value = this.pipeline();
      this.skip(true);
      if (this.take(/\)/y) !== null) return value;
      this.at = start;
      return this.names.write(this.bracketed());
    }
    return undefined;
  }

  /** The text up to the closing parenthesis. */
  bracketed(): string {
    const start = this.at;
    for (let depth = 1; this.at < this.text.length; this.at += 1) {
      if (this.peek() === '(') depth += 1;
      if (this.peek() === ')') depth -= 1;
      if (depth === 0) break;
    }
    this.at += 1;
    return this.text.slice(start, this.at - 1);
  }

  readVariable(name: string): unknown {
    const key = name.toLowerCase();
    const constant = CONSTANTS.has(key);
    const members = this.take(/(?:\.\w+(?:\(\))?)+/y);
    if (constant) return CONSTANTS.get(key);
    if (members === null && this.variables.has(key)) return this.variables.get(key);
    return placeholder(name.replace(/^env:/i, '') + (members?.[0] ?? ''));
  }

  /** A value, joined by `+`, listed by `,`, and converted by `| ConvertTo-Json`. */
  pipeline(): unknown {
    let value = this.primary();
    for (;;) {
      const start = this.at;
      this.skip();
      if (this.take(/\+/y) !== null) {
        this.skip(true);
        const next = this.primary();
        value = `${writePowerShell(value)}${writePowerShell(next)}`;
      } else if (this.take(/,(?=\s*['"@$\d(])/y) !== null) {
        this.skip(true);
        value = [...(Array.isArray(value) ? (value as unknown[]) : [value]), this.primary()];
      } else if (this.take(/\|\s*ConvertTo-Json\b[^\n;)|]*/iy) !== null) value = JSON.stringify(value);
      else {
        this.at = start;
        return value;
      }
    }
  }

  /** The words of the next command; undefined at the end. Assignments are recorded on the way. */
  readCommand(): PowerShellCommand | undefined {
    for (;;) {
      this.skip(true);
      if (this.at >= this.text.length) return undefined;
      this.take(/PS [^>\n]*>\s*/y);
      const assigned = this.take(/\$((?:\w+:)?\w+)((?:\.\w+)*)\s*=\s*/y);
      if (assigned === null) return { words: this.words() };
      const start = this.at;
      const value = this.pipeline();
      // The assigned value is that of a command, which may be a request.
      if (value === undefined) {
        this.at = start;
        return { words: this.words() };
      }
      this.variables.set(`${assigned[1] ?? ''}${assigned[2] ?? ''}`.toLowerCase(), value);
    }
  }

  words(): PowerShellWord[] {
    const words: PowerShellWord[] = [];
    const first = this.at;
    for (this.skip(); !/^[\n\r;|)}]?$/.test(this.peek()); this.skip()) {
      const splat = this.take(/@(\w+)(?=[\s;|]|$)/y);
      const bare = splat === null && this.take(/-?[A-Za-z_][^\s'"`;|(){}$@]*(?=[\s;|)}]|$)|-{1,2}[\w-]+:?/y);
      if (splat !== null) words.push({ bare: `@${(splat[1] ?? '').toLowerCase()}`, value: undefined });
      else if (bare) words.push({ bare: bare[0], value: bare[0] });
      else words.push({ bare: undefined, value: this.argument() });
    }
    if (this.at === first) this.at += 1;
    return words;
  }

  /** An expression, or a word that is made of several pieces. */
  argument(): unknown {
    const start = this.at;
    const value = this.pipelineOfArguments();
    if (/^[\s;|)}]?$/.test(this.peek()) && this.at > start) return value;
    this.at = start;
    let text = '';
    while (!/^[\s;|]?$/.test(this.peek())) {
      const piece = this.string() ?? this.take(/`([^])/y)?.[1] ?? this.take(/[^\s'"`;|]+/y)?.[0];
      if (piece === undefined) this.at += 1;
      else text += piece.startsWith('$') ? this.substitute(piece) : piece;
    }
    return text;
  }

  /** In arguments, operators count in parentheses alone. */
  pipelineOfArguments(): unknown {
    const value = this.primary();
    if (this.take(/\s*,\s*(?=['"@$\d(])/y) === null) return value;
    return [value, this.primary()];
  }
}

/** A value as PowerShell writes it into a text. */
export function writePowerShell(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : writeText(value);
}

import { describeName, describeNumber } from './changes.js';

/** A text that isn't a literal, and the position of the mistake. */
export class LiteralError extends Error {
  /** A zero-based index into the text. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Literal {
  readonly value: unknown;
  /** Position of each member, by its path as JSON: `["options","owner"]`. */
  readonly spans: ReadonlyMap<string, Span>;
}

const MAX_DEPTH = 100;

const WHITESPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const STRING = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`/y;
const NUMBER = /[+-]?(?:0x[\da-f]+|0o[0-7]+|0b[01]+|Infinity|(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?n?)/iy;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
  ['NaN', NaN],
]);
const ESCAPE = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi;
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '', '\r\n': '',
}; // prettier-ignore
/** `${`, without a backslash before it. */
const OPEN = /(?<!\\)(?:\\\\)*\$\{/;
/** `[endpoint.in]`, the only computed key that is known. */
const LOCATION_KEY = /^[\w$.]+\.in$/;

export function decodeString(literal: string): string {
  return literal.slice(1, -1).replace(ESCAPE, (_, brace?: string, four?: string, two?: string, character = '') => {
    const code = brace ?? four ?? two;
    if (code === undefined) return ESCAPED[character] ?? character;
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  });
}

/** The value of a number in any notation, or the reason why JSON can’t have it. */
function readNumber(text: string): { readonly value: number; readonly mistake: string | undefined } {
  const digits = text.replaceAll('_', '').replace(/^\+/, '').replace(/n$/, '');
  const [, sign = '', prefixed] = /^(-?)(0[xob].*)$/i.exec(digits) ?? [];
  if (prefixed === undefined) return { value: Number(digits), mistake: describeNumber(digits) };
  const decimal = `${sign}${BigInt(prefixed)}`;
  return { value: Number(decimal), mistake: describeNumber(decimal) };
}

/** Reads literals; `path` holds the names that lead to one. */
export class Reader {
  readonly source: string;
  readonly spans = new Map<string, Span>();
  position = 0;

  constructor(source: string) {
    this.source = source;
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const text = pattern.exec(this.source)?.[0];
    if (text !== undefined) this.position += text.length;
    return text;
  }

  /** The next character after whitespace and comments; empty at the end. */
  peek(): string {
    this.take(WHITESPACE);
    return this.source.charAt(this.position);
  }

  fail(message: string): never {
    throw new LiteralError(message, this.position);
  }

  value(path: readonly string[]): unknown {
    if (path.length > MAX_DEPTH) this.fail('This is nested too deeply.');
    const first = this.peek();
    const start = this.position;
    const value = this.literal(first, path);
    this.spans.set(JSON.stringify(path), { start, end: this.position });
    return value;
  }

  literal(first: string, path: readonly string[]): unknown {
    if (first === '{') return this.object(path);
    if (first === '[') return this.list(path);
    const start = this.position;
    const string = this.take(STRING);
    if (string !== undefined) {
      return string.startsWith('`') && OPEN.test(string) ? this.template(string, start) : decodeString(string);
    }
    const number = this.take(NUMBER);
    if (number !== undefined) {
      const { value, mistake } = readNumber(number);
      return mistake === undefined ? value : this.refuse(start, mistake);
    }
    const name = this.take(NAME);
    if (name !== undefined && WORDS.has(name)) return WORDS.get(name);
    this.position = start;
    if (first === '') this.fail('The text ends where a value should be.');
    if (/["'`]/.test(first)) this.fail(`This text has no closing ${first}.`);
    return this.refuse(start, 'A value should be here: a text in quotes, a number, true, false, null, […] or {…}.');
  }

  /** The value of a template literal with `${…}`. */
  template(_text: string, start: number): unknown {
    return this.refuse(start, 'A text with ${…} has no fixed value; write the text itself.');
  }

  /** The value of a member that has only a name. */
  shorthand(_name: string): unknown {
    return this.fail('A colon should be here.');
  }

  refuse(start: number, message: string): never {
    this.position = start;
    return this.fail(message);
  }

  /** Reads members up to the closing bracket, with a comma after each; the last one needs none. */
  members(close: '}' | ']' | ')', read: () => void): void {
    this.position += 1;
    while (this.peek() !== close) {
      if (this.source.charAt(this.position) === '') this.fail(`The ${close} is missing.`);
      read();
      const next = this.peek();
      if (next === ',') this.position += 1;
      else if (next !== close)
        this.fail(next === '' ? `The ${close} is missing.` : `A comma or ${close} should be here.`);
    }
    this.position += 1;
  }

  list(path: readonly string[]): unknown[] {
    const items: unknown[] = [];
    this.members(']', () => {
      items.push(this.value([...path, String(items.length)]));
    });
    return items;
  }

  key(): string | undefined {
    const start = this.position;
    const string = this.take(STRING);
    if (string !== undefined) return decodeString(string);
    const plain = this.take(NAME) ?? this.take(NUMBER);
    if (plain !== undefined) return plain;
    const computed = this.take(/\[[^\]]*\]/y)
      ?.slice(1, -1)
      .trim();
    if (computed !== undefined) {
      if (LOCATION_KEY.test(computed)) return '@in';
      if (/^(["'`])[^"'`\\$]*\1$/.test(computed)) return computed.slice(1, -1);
    }
    this.position = start;
    return undefined;
  }

  object(path: readonly string[]): object {
    const entries: [string, unknown][] = [];
    const names = new Set<string>();
    this.members('}', () => {
      const start = this.position;
      const key = this.key();
      if (key === undefined) return this.fail('A name in quotes should be here.');
      if (names.has(key)) this.refuse(start, describeName(key));
      names.add(key);
      if (this.peek() === ':') {
        this.position += 1;
        entries.push([key, this.value([...path, key])]);
      } else entries.push([key, this.shorthand(key)]);
      return undefined;
    });
    return Object.fromEntries(entries);
  }
}

/**
 * Reads a text that consists of one JavaScript literal, such as JSON, without running any code. Comments, unquoted names and trailing
 * commas are allowed.
 * @throws LiteralError with the position of the mistake
 */
export function readWhole(source: string): Literal {
  const reader = new Reader(source);
  const value = reader.value([]);
  if (reader.peek() !== '') reader.fail('The value has ended; nothing may follow it.');
  return { value, spans: reader.spans };
}

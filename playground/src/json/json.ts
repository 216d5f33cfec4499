/** A JSON object whose members are still unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON value, or the parser's message. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Parses a text that may be anything. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, message: error.message };
  }
}

/** Texts from this length are parsed once, not at each keystroke elsewhere. */
const PARSED_ONCE = 5000;
const MAX_PARSED = 8;
const parsedTexts = new Map<string, ParsedJson>();

/** Parses a text as `parseJson` does. The last large texts keep their values, which must not change. */
export function parseJsonOnce(text: string): ParsedJson {
  if (text.length < PARSED_ONCE) return parseJson(text);
  const known = parsedTexts.get(text);
  if (known !== undefined) return known;
  const json = parseJson(text);
  const [oldest] = parsedTexts.keys();
  if (parsedTexts.size >= MAX_PARSED && oldest !== undefined) parsedTexts.delete(oldest);
  parsedTexts.set(text, json);
  return json;
}

/** Whether a JSON value has members or items. */
export function isContainer(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

export function isObject(value: unknown): value is JsonObject {
  return isContainer(value) && !Array.isArray(value);
}

function describeKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function createError(name: string, expected: string, value: unknown): Error {
  return new Error(`${name} must be ${expected}, but it is ${describeKind(value)}.`);
}

/** @throws Error if the value, which `name` describes, isn't a JSON object */
export function readObject(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw createError(name, 'an object', value);
  return value;
}

/** An own member; an inherited one such as `toString` is undefined. */
export function readMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** @throws Error if the member exists and isn't text */
export function readText(object: JsonObject, key: string, missing: string): string {
  const value = readMember(object, key);
  if (value === undefined) return missing;
  if (typeof value !== 'string') throw createError(`“${key}”`, 'text', value);
  return value;
}

/** @throws Error if the member exists and isn't a boolean */
export function readFlag(object: JsonObject, key: string, missing: boolean): boolean {
  const value = readMember(object, key);
  if (value === undefined) return missing;
  if (typeof value !== 'boolean') throw createError(`“${key}”`, 'true or false', value);
  return value;
}

/** One of the choices; any other value, which a later version may have written, becomes the first. */
export function readChoice<Choice extends string>(
  object: JsonObject,
  key: string,
  [first, ...others]: readonly [Choice, ...Choice[]],
): Choice {
  const value = readMember(object, key);
  return others.find((choice) => choice === value) ?? first;
}

/**
 * Reads a list whose items are objects; a missing one is empty.
 * @throws Error if the member exists and isn't a list of objects
 */
export function readList<Item>(
  object: JsonObject,
  key: string,
  read: (item: JsonObject, index: number) => Item,
): readonly Item[] {
  const value = readMember(object, key);
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw createError(`“${key}”`, 'a list', value);
  return value.map((item: unknown, index) => read(readObject(item, `Item ${index + 1} of “${key}”`), index));
}

export type TokenKind = 'key' | 'string' | 'number' | 'literal' | 'punctuation' | 'space';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Start in the text, zero-based. */
  readonly start: number;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:])|\s+/gy;

function findKind([text, string, colon, number, literal, punctuation]: RegExpExecArray): TokenKind {
  if (string !== undefined) return colon === undefined ? 'string' : 'key';
  if (number !== undefined) return 'number';
  if (literal !== undefined) return 'literal';
  return punctuation === undefined || text.trim() === '' ? 'space' : 'punctuation';
}

/** The tokens of a JSON text (RFC 8259 section 2), for colouring; undefined for any other text. */
export function jsonTokens(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let start = 0;
  while (start < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return undefined;
    tokens.push({ kind: findKind(match), text: match[0], start });
    start = TOKEN.lastIndex;
  }
  return tokens;
}

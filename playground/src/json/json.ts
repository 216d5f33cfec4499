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

/** Whether a JSON value has members or items. */
export function isContainer(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

export function isObject(value: unknown): value is JsonObject {
  return isContainer(value) && !Array.isArray(value);
}

export type TokenKind = 'key' | 'string' | 'number' | 'literal' | 'punctuation' | 'space';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Start in the text, zero-based. */
  readonly start: number;
}

const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:])|\s+/gy;

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

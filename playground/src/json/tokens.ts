import { parseJson } from './read.js';

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

/**
 * An object or list in JSON with a line for each member; undefined for any other text. Works on the text, not on its value, so
 * long numbers, repeated names and escapes stay as they were sent.
 */
export function formatJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || !parseJson(text).ok) return undefined;
  const tokens = (jsonTokens(text) ?? []).filter(({ kind }) => kind !== 'space');
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  const lines = tokens.map(({ text: token }, index) => {
    const empty = '}]'.includes(tokens[index + 1]?.text ?? ' ');
    if (token === '{' || token === '[') {
      depth += 1;
      return empty ? token : token + newLine();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return '{['.includes(tokens[index - 1]?.text ?? ' ') ? token : newLine() + token;
    }
    if (token === ',') return token + newLine();
    return token === ':' ? ': ' : token;
  });
  return lines.join('');
}

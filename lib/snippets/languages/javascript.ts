import { toByteString } from '../../adapters/message.js';

const WIDTH = 100;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Backslashes, and what ends a line, changes the direction of the text or can't be seen. */
const ESCAPED = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const hex = (code: number, length: number): string => code.toString(16).toUpperCase().padStart(length, '0');

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    ESCAPES[character] ??
    (code <= 0xff ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 1)}}`)
  );
}

/** The text as a string literal. */
export function quoteJavaScript(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + text.replace(ESCAPED, escapeCharacter).replaceAll(quote, `\\${quote}`) + quote;
}

/** A string literal of the text's octets in UTF-8, one character each: how `fetch` and Node take what is not ASCII in a field. */
export const quoteBytes = (text: string): string =>
  quoteJavaScript(toByteString(text)).replace(/[\x80-\xff]/g, escapeCharacter);

/** `__proto__: …` would not make a property. */
export function propertyName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return IDENTIFIER.test(name) ? name : quoteJavaScript(name);
}

/**
 * Items in brackets: on one line where they fit, else on one each.
 * @param column where the first bracket stands
 */
export function enclose(
  [open, close]: readonly [string, string],
  items: readonly string[],
  indent: string,
  column = indent.length,
): string {
  if (items.length === 0) return open + close;
  const blank = open === '{' ? ' ' : '';
  const line = open + blank + items.join(', ') + blank + close;
  if (line.length + column <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`;
}

/** An object literal of properties whose names and values are code. */
export const objectLiteral = (properties: readonly string[], indent: string, column?: number): string =>
  enclose(['{', '}'], properties, indent, column);

/** Code for what JSON can hold. */
export function toLiteral(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoteJavaScript(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return enclose(
      ['[', ']'],
      value.map((item) => toLiteral(item, deeper)),
      indent,
    );
  return objectLiteral(
    Object.entries(value).map(([key, member]) => `${propertyName(key)}: ${toLiteral(member, deeper)}`),
    indent,
  );
}

/** Header fields as an object literal. */
export const toHeadersLiteral = (
  headers: readonly (readonly [name: string, value: string])[],
  indent: string,
  further: readonly string[] = [],
): string =>
  objectLiteral(
    // oxlint-disable-next-line no-control-regex -- ASCII is what is meant
    [
      ...headers.map(
        ([name, value]) =>
          `${propertyName(name)}: ${/[^\0-\x7f]/.test(value) ? quoteBytes(value) : quoteJavaScript(value)}`,
      ),
      ...further,
    ],
    indent,
  );

/** Comments, a line each, before the code. */
export const withRemarks = (remarks: readonly string[], code: string): string =>
  remarks.map((remark) => `// ${remark}\n`).join('') + code;

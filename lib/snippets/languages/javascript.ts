import { isAscii, toByteString } from '../../adapters/message.js';
import { quoteText, toHex } from './literals.js';

const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function escapeCode(code: number): string {
  if (code <= 0xff) return `\\x${toHex(code, 2).toUpperCase()}`;
  return code <= 0xffff ? `\\u${toHex(code, 4).toUpperCase()}` : `\\u{${toHex(code, 1).toUpperCase()}}`;
}

/** The text as a string literal. */
export const quoteJavaScript = (text: string): string => quoteText(text, escapeCode);

/** A string literal of the text's octets in UTF-8, one character each: `fetch` and Node take a field that isn't ASCII like this. */
export const quoteBytes = (text: string): string =>
  quoteJavaScript(toByteString(text)).replace(/[\x80-\xff]/g, (octet) => escapeCode(octet.charCodeAt(0)));

/** The name of a property in an object literal, in which `__proto__: …` would set the prototype. */
export function propertyName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return IDENTIFIER.test(name) ? name : quoteJavaScript(name);
}

/**
 * Items in brackets: on one line where they fit, else on one line each.
 * @param column the column of the first bracket
 */
export function enclose(
  [open, close]: readonly [string, string],
  items: readonly string[],
  indent: string,
  column = indent.length,
): string {
  if (items.length === 0) return open + close;
  const padding = open === '{' ? ' ' : '';
  const line = open + padding + items.join(', ') + padding + close;
  if (line.length + column <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`;
}

/** An object literal of properties whose names and values are code. */
export const objectLiteral = (properties: readonly string[], indent: string, column?: number): string =>
  enclose(['{', '}'], properties, indent, column);

/** Code for a value that JSON can hold. */
export function toLiteral(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoteJavaScript(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const memberIndent = `${indent}  `;
  if (Array.isArray(value))
    return enclose(
      ['[', ']'],
      value.map((item) => toLiteral(item, memberIndent)),
      indent,
    );
  return objectLiteral(
    Object.entries(value).map(([key, member]) => `${propertyName(key)}: ${toLiteral(member, memberIndent)}`),
    indent,
  );
}

/** Header fields as an object literal. */
export const toHeadersLiteral = (
  headers: readonly (readonly [name: string, value: string])[],
  indent: string,
  otherProperties: readonly string[] = [],
): string =>
  objectLiteral(
    [
      ...headers.map(
        ([name, value]) => `${propertyName(name)}: ${isAscii(value) ? quoteJavaScript(value) : quoteBytes(value)}`,
      ),
      ...otherProperties,
    ],
    indent,
  );

/** Comments, one line each, before the code. */
export const withRemarks = (remarks: readonly string[], code: string): string =>
  remarks.map((remark) => `// ${remark}\n`).join('') + code;

import { isForbiddenHeader } from '../../adapters/fetch.js';
import {
  findField,
  isAscii,
  listAbsent,
  readFields,
  toByteString,
  type Field,
  type Message,
  type TextBody,
} from '../../adapters/message.js';
import { parameterLocation } from '../../options.js';
import { getClass } from '../../request/content.js';
import { quoteText, toHex } from './literals.js';
import { addLines, remarkAdded, remarkDropped, type Line } from '../target.js';

const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function escapeCode(code: number) {
  const hex = toHex(code, code <= 0xff ? 2 : 4).toUpperCase();
  return code <= 0xff ? `\\x${hex}` : code <= 0xffff ? `\\u${hex}` : `\\u{${hex}}`;
}

/** The text as a string literal. */
export const quoteJavaScript = (text: string) => quoteText(text, escapeCode);

/** A string literal of the text's octets in UTF-8, one character each: `fetch` and Node take a field that isn't ASCII like this. */
export const quoteBytes = (text: string) =>
  quoteJavaScript(toByteString(text)).replace(/[\x80-\xff]/g, (octet) => escapeCode(octet.charCodeAt(0)));

/** The name of a property in an object literal, in which `__proto__: …` would set the prototype. */
export function propertyName(name: string) {
  if (name === '__proto__') return "['__proto__']";
  return IDENTIFIER.test(name) ? name : quoteJavaScript(name);
}

/**
 * Items in brackets, with a separator between: on one line where they fit, else on one line each.
 * @param column the column of the first bracket
 */
export function enclose(
  [open, close, separator]: readonly [string, string, string],
  items: readonly string[],
  indent: string,
  column = indent.length,
) {
  if (items.length === 0) return open + close;
  const padding = open === '{' ? ' ' : '';
  const line = open + padding + items.join(`${separator} `) + padding + close;
  if (line.length + column <= WIDTH && !line.includes('\n')) return line;
  return `${open}${addLines(
    `${indent}  `,
    items.map((item) => item + separator),
  )}\n${indent}${close}`;
}

/** An object literal of properties whose names and values are code, without absent ones. */
export const objectLiteral = (properties: readonly Line[], indent: string, column?: number) =>
  enclose(
    ['{', '}', ','],
    properties.filter((property) => typeof property === 'string'),
    indent,
    column,
  );

/** The arguments of a call: the first one's code, which its beginning has, and an object literal unless it is empty. */
export function withProperties(beginning: string, properties: readonly Line[]) {
  const literal = objectLiteral(properties, '', beginning.length + 2);
  return literal === '{}' ? beginning : `${beginning}, ${literal}`;
}

/** Header fields as an object literal. */
export const toHeadersLiteral = (headers: readonly Field[], indent: string, otherProperties: readonly string[] = []) =>
  objectLiteral(
    [
      ...headers.map(
        ([name, value]) => `${propertyName(name)}: ${isAscii(value) ? quoteJavaScript(value) : quoteBytes(value)}`,
      ),
      ...otherProperties,
    ],
    indent,
  );

function objectCode(value: object, indent: string) {
  switch (getClass(value)) {
    case 'Date': {
      const date = value as Date;
      return Number.isNaN(date.getTime()) ? undefined : `new Date('${date.toISOString()}')`;
    }
    case 'URL':
    case 'URLSearchParams':
      return `new ${getClass(value)}(${quoteJavaScript((value as { toString(): string }).toString())})`;
    case 'Headers':
      return toLiteral(Object.fromEntries(value as Iterable<[string, string]>), indent);
    case 'Object': {
      const members = memberCodes(value, indent);
      return members && objectLiteral(members, indent);
    }
    default:
      return undefined;
  }
}

/** Code for each member of an object; undefined where one has no literal. */
export function memberCodes(value: object, indent: string) {
  const members = [];
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol' && key !== parameterLocation) return undefined;
    const code = toLiteral((value as Record<PropertyKey, unknown>)[key], `${indent}  `);
    if (code === undefined) return undefined;
    members.push(`${typeof key === 'symbol' ? '[endpoint.in]' : propertyName(key)}: ${code}`);
  }
  return members;
}

/** Code for options and parameters; undefined where a value has no literal, as a stream has none. */
export function toLiteral(value: unknown, indent: string): string | undefined {
  if (typeof value === 'string') return quoteJavaScript(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return String(value);
  if (!Array.isArray(value)) return objectCode(value, indent);
  const items = Array.from(value, (item: unknown) => toLiteral(item, `${indent}  `));
  return items.every((item) => item !== undefined) ? enclose(['[', ']', ','], items, indent) : undefined;
}

/** Fields of the connection, and a name that objects can't have: `fetch` refuses them or leaves them out, everywhere. */
const UNSENDABLE_FIELD = /^(?:connection|expect|host|keep-alive|te|trailer|upgrade|__proto__)$/;

/** The fields that `fetch` can send. */
export const fetchHeaders = ({ headers }: Message) => headers.filter(([name]) => !UNSENDABLE_FIELD.test(name));

/** The path and query that `fetch` requests. */
export function normalizedTarget(target: string) {
  // Chromium of 2022 rejects `%00` in a path, so a text that the target lacks takes its place.
  let nul = '()';
  while (target.includes(nul)) nul = nul.replace('(', '(0');
  const { pathname, search } = new URL(`http://host${target.replaceAll('%00', nul)}`);
  return (pathname + search).replaceAll(nul, '%00');
}

const CONDITIONAL = /^if-(?:match|none-match|modified-since|unmodified-since|range)$/;

/** The differences from the message that `fetch` can't avoid. */
export function fetchRemarks(message: Message) {
  const { origin, target, headers } = message;
  const requested = normalizedTarget(target);
  // A conditional request bypasses the cache (Fetch Standard, "HTTP-network-or-cache fetch").
  const cached = headers.some(([name]) => CONDITIONAL.test(name)) ? ['pragma', 'cache-control'] : [];
  const forbidden = fetchHeaders(message)
    .map(([name]) => name)
    .filter(isForbiddenHeader);
  return [
    requested !== target && `fetch normalises the url, and requests ${origin}${requested}`,
    remarkAdded('fetch', listAbsent(message, ['accept', 'user-agent', ...cached])),
    remarkDropped(
      'fetch',
      headers.filter(([name]) => UNSENDABLE_FIELD.test(name)),
    ),
    // Node's `fetch` sends them.
    forbidden.length > 0 && `A browser leaves out these headers, or sends its own: ${forbidden.join(', ')}`,
    !headers.every(([, value]) => isAscii(value)) &&
      'fetch takes header values byte by byte: \\x.. are the bytes of UTF-8',
  ];
}

/** Code for the fields of a form: an object, or pairs where an object would lose or reorder names. */
function formCode(body: TextBody, indent: string) {
  const fields = readFields(body);
  const byName = Object.fromEntries(fields);
  const isSame = JSON.stringify(Object.entries(byName)) === JSON.stringify(fields);
  return `new URLSearchParams(${toLiteral(isSame ? byName : fields, indent)})`;
}

/** Code for a body: of its value for JSON, of its fields for a form, else of its text. */
export function toBodyCode(body: TextBody, indent: string) {
  if (body.kind === 'json') return `JSON.stringify(${toLiteral(JSON.parse(body.text), indent)})`;
  return body.kind === 'form' ? formCode(body, indent) : quoteJavaScript(body.text);
}

/** Code for the body of a message as `fetch` takes it: to text without a content type, it would add one. None without a body. */
export function toFetchBody(message: Message) {
  const { body } = message;
  if (!body) return [];
  const code = toBodyCode(body, '  ');
  return [findField(message, 'content-type') === undefined ? `new TextEncoder().encode(${code})` : code];
}

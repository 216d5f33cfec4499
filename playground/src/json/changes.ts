/** Finds what a JSON text has and its value doesn’t: numbers beyond the range or precision of JavaScript, and names that repeat. */

import { jsonTokens, parseJson } from './json.js';

/** A part of a text that its value doesn’t keep. */
export interface Change {
  /** One sentence. */
  readonly message: string;
  /** A zero-based index into the text. */
  readonly position: number;
}

/** A number as its sign, its digits and their exponent, whatever its notation. */
export function normalizeNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return `${sign}0`;
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/** Describes the change of a decimal number; undefined if JSON has it as it is. */
export function describeNumber(text: string): string | undefined {
  // Numbers of 15 digits are always kept.
  if (text.length <= 15 && !/^-[0.]|[ei]/i.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return `${text} is beyond the range of numbers.`;
  // Written by a program.
  if (String(value) === text) return undefined;
  const written = JSON.stringify(value);
  if (normalizeNumber(text) === normalizeNumber(written)) return undefined;
  return `${text} would be sent as ${written}; put it in quotes to send it as text.`;
}

/** The sentence about a name that repeats. */
export const describeName = (name: string): string => `“${name}” is set twice.`;

/** The first part of a valid JSON text that its value doesn’t keep; undefined if it keeps all. */
export function findChange(text: string): Change | undefined {
  const outer: Set<string>[] = [];
  let names = new Set<string>();
  for (const { kind, text: token, start: position } of jsonTokens(text) ?? []) {
    if (token === '{') {
      outer.push(names);
      names = new Set();
    } else if (token === '}') names = outer.pop() ?? new Set();
    else if (kind === 'key') {
      const name = JSON.parse(token) as string;
      if (names.has(name)) return { message: describeName(name), position };
      names.add(name);
    }
    const message = kind === 'number' ? describeNumber(token) : undefined;
    if (message !== undefined) return { message, position };
  }
  return undefined;
}

/** A JSON value with the first part of its text that it doesn't keep, or the parser's message. */
type CheckedJson =
  | { readonly ok: true; readonly value: unknown; readonly change: Change | undefined }
  | { readonly ok: false; readonly message: string };

/** Texts from this length are parsed once, not at each keystroke elsewhere. */
const PARSED_ONCE = 5000;
const MAX_PARSED = 8;
const parsedTexts = new Map<string, CheckedJson>();

function checkJson(text: string): CheckedJson {
  const json = parseJson(text);
  return json.ok ? { ...json, change: findChange(text) } : json;
}

/** Parses a text as `parseJson` does, and checks it. The last large texts keep their values, which must not change. */
export function parseJsonOnce(text: string): CheckedJson {
  if (text.length < PARSED_ONCE) return checkJson(text);
  const known = parsedTexts.get(text);
  if (known !== undefined) return known;
  const json = checkJson(text);
  const [oldest] = parsedTexts.keys();
  if (parsedTexts.size >= MAX_PARSED && oldest !== undefined) parsedTexts.delete(oldest);
  parsedTexts.set(text, json);
  return json;
}

import type { JsonObject } from '../openapi/document.js';

/** A keyword about the values of one type. */
export interface Fact {
  readonly type: string;
  /** Whether the keyword has this value. */
  readonly isValid: (bound: unknown) => boolean;
  /** The stricter of two values. */
  readonly choose: (one: number, other: number) => unknown;
  /** Whether a value conforms. Patterns and formats are written only: a pattern can take endless time. */
  readonly isRight?: (value: never, bound: number) => boolean;
  /** The problem of any other, with `#` for the keyword's value. */
  readonly problem?: string;
}

/** The longest pattern. */
const MAX_PATTERN = 1000;

/** The formats of JSON Schema that all converters know. */
const FORMAT = /^(?:date|time|date-time|duration|email|hostname|ipv4|ipv6|uri|uuid)$/;

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && value.length <= MAX_PATTERN && !!new RegExp(value, 'u');
  } catch {
    return false;
  }
}

const isCount = (bound: unknown): boolean => Number.isSafeInteger(bound) && (bound as number) >= 0;
const isNumber = (bound: unknown): boolean => Number.isFinite(bound);
const first = (one: unknown): unknown => one;

const countCharacters = (text: string): number => Array.from(text).length;
const count = (value: object): number => Object.keys(value).length;

function isMultiple(value: number, bound: number): boolean {
  const quotient = value / bound;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function hasNoRepeated(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}

const number = { type: 'number', isValid: isNumber };
const text = { type: 'string', isValid: isCount };
const list = { type: 'array', isValid: isCount };
const object = { type: 'object', isValid: isCount };

/** The keywords that aren't schemas, by name. */
export const FACTS: Readonly<Record<string, Fact>> = {
  format: { type: 'string', isValid: (value) => FORMAT.test(String(value)), choose: first },
  pattern: { type: 'string', isValid: isPattern, choose: first },
  minimum: { ...number, choose: Math.max, isRight: (value, bound) => value >= bound, problem: 'is too small; pass at least #' },
  exclusiveMinimum: { ...number, choose: Math.max, isRight: (value, bound) => value > bound, problem: 'is too small; pass more than #' },
  maximum: { ...number, choose: Math.min, isRight: (value, bound) => value <= bound, problem: 'is too large; pass at most #' },
  exclusiveMaximum: { ...number, choose: Math.min, isRight: (value, bound) => value < bound, problem: 'is too large; pass less than #' },
  multipleOf: { type: 'number', isValid: (bound) => isNumber(bound) && (bound as number) > 0, choose: first, isRight: isMultiple, problem: "isn't a multiple of #; pass one" },
  minLength: { ...text, choose: Math.max, isRight: (value: string, bound) => value.length >= bound && countCharacters(value) >= bound, problem: 'is too short; pass at least # characters' },
  maxLength: { ...text, choose: Math.min, isRight: (value: string, bound) => value.length <= bound || countCharacters(value) <= bound, problem: 'is too long; pass at most # characters' },
  minItems: { ...list, choose: Math.max, isRight: (value: unknown[], bound) => value.length >= bound, problem: 'is too short; pass at least # items' },
  maxItems: { ...list, choose: Math.min, isRight: (value: unknown[], bound) => value.length <= bound, problem: 'is too long; pass at most # items' },
  uniqueItems: { type: 'array', isValid: (value) => value === true, choose: first, isRight: hasNoRepeated, problem: 'has an item twice; pass it once' },
  minProperties: { ...object, choose: Math.max, isRight: (value, bound) => count(value) >= bound, problem: 'lacks members; pass at least #' },
  maxProperties: { ...object, choose: Math.min, isRight: (value, bound) => count(value) <= bound, problem: 'has too many members; pass at most #' },
}; // prettier-ignore

/** Reads a keyword; in OpenAPI 3.0, a flag makes a bound exclusive. */
export function readFact(key: string, schema: JsonObject): unknown {
  const bound = /m(?:in|ax)imum/i.exec(key)?.[0].toLowerCase();
  const flag = bound && schema[`exclusive${bound === 'minimum' ? 'Minimum' : 'Maximum'}`];
  if (!bound || typeof flag !== 'boolean') return schema[key];
  return flag === key.startsWith('exclusive') ? schema[bound] : undefined;
}

import type { JsonObject } from '../openapi/document.js';

/** A keyword about the values of one type. */
export interface Fact {
  readonly type: string;
  /** Whether the keyword has this value. */
  readonly isValid: (bound: unknown) => boolean;
  /** The stricter of two values, or else the first one. */
  readonly choose?: (one: number, other: number) => number;
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

const isCount = (most: unknown): boolean => Number.isSafeInteger(most) && (most as number) >= 0;

// A character of two code units is one.
const countCharacters = (text: string): number => text.replace(/[^\0-\uffff]/gu, ' ').length;

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function hasNoRepeated(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}

/** Makes the keywords of the least and of the most that a value may measure. */
function createBounds(
  type: string,
  measure: (value: never) => number,
  [less, more]: readonly [string, string],
  unit = '',
): readonly [Fact, Fact] {
  const fact = { type, isValid: type === 'number' ? Number.isFinite : isCount };
  return [
    { ...fact, choose: Math.max, isRight: (value, least) => measure(value) >= least, problem: `${less}; pass at least #${unit}` },
    { ...fact, choose: Math.min, isRight: (value, most) => measure(value) <= most, problem: `${more}; pass at most #${unit}` },
  ]; // prettier-ignore
}

const LENGTHS = ['is too short', 'is too long'] as const;
const [minimum, maximum] = createBounds('number', Number, ['is too small', 'is too large']);
const [minLength, maxLength] = createBounds('string', countCharacters, LENGTHS, ' characters');
const [minItems, maxItems] = createBounds('array', (items: readonly unknown[]) => items.length, LENGTHS, ' items');
const [minProperties, maxProperties] = createBounds('object', (value: object) => Object.keys(value).length, [
  'lacks members',
  'has too many members',
]);

/** The keywords that aren't schemas, by name. */
export const FACTS: ReadonlyMap<string, Fact> = new Map(
  Object.entries<Fact>({
    format: { type: 'string', isValid: (value) => FORMAT.test(String(value)) },
    pattern: { type: 'string', isValid: isPattern },
    minimum,
    exclusiveMinimum: { ...minimum, isRight: (value, least) => value > least, problem: 'is too small; pass more than #' },
    maximum,
    exclusiveMaximum: { ...maximum, isRight: (value, most) => value < most, problem: 'is too large; pass less than #' },
    multipleOf: { type: 'number', isValid: (step) => Number.isFinite(step) && (step as number) > 0, isRight: isMultiple, problem: "isn't a multiple of #; pass one" },
    minLength,
    maxLength,
    minItems,
    maxItems,
    uniqueItems: { type: 'array', isValid: (value) => value === true, isRight: hasNoRepeated, problem: 'has an item twice; pass it once' },
    minProperties,
    maxProperties,
  }),
); // prettier-ignore

/** Reads a keyword; in OpenAPI 3.0, a flag makes a bound exclusive. */
export function readFact(key: string, schema: JsonObject): unknown {
  const exclusive = key.replace(/^m/, 'exclusiveM');
  const flag = schema[exclusive];
  if (typeof flag !== 'boolean') return schema[key];
  return flag === (key === exclusive) ? schema[key.replace('exclusiveM', 'm')] : undefined;
}

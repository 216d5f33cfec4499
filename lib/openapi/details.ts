import { createRecursion, listParts } from './composition.js';
import type { ApiDocument, Located } from './document.js';
import { ALTERNATIVES, listLiterals, listTypes } from './schema.js';
import { hasOwn } from '../template/values.js';

/** The most values of an enumeration that are listed. */
const MAX_CHOICES = 200;

/** The facts about a value that its type leaves out. */
export interface SchemaDetails {
  /** The values of an enumeration, or those of a boolean; empty where there is neither. */
  readonly choices: readonly unknown[];
  /** Whether only the choices are allowed. */
  readonly closed: boolean;
  /** Undefined where the schema states none. */
  readonly default: unknown;
  /** The first of its examples; undefined where the schema states none. */
  readonly example: unknown;
  /** Format and bounds, for readers: `date-time`, `1 to 100`, `at most 39 characters`, `matches ^[a-z]+$`. */
  readonly limits: readonly string[];
  readonly deprecated: boolean;
}

/** Describes a schema; those that it combines by `allOf` count too, and the choices of alternatives count together. */
export function describeSchema(document: ApiDocument, schema: Located): SchemaDetails {
  const parts = listParts(document, schema);
  parts.reverse();
  const find = (keyword: string): unknown => parts.find(({ value }) => hasOwn(value, keyword))?.value[keyword];
  const { choices, closed } = listChoices(document, schema);
  const examples = find('examples');
  return {
    choices: choices.slice(0, MAX_CHOICES),
    closed: closed && choices.length <= MAX_CHOICES,
    default: find('default'),
    example: find('example') ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined),
    limits: summarizeLimits(find),
    deprecated: find('deprecated') === true || find('x-deprecated') === true,
  };
}

type Choices = Pick<SchemaDetails, 'choices' | 'closed'>;

const NO_CHOICES: Choices = { choices: [], closed: false };

const listChoices = /* @__PURE__ */ createRecursion(NO_CHOICES, (schema, listInner, document): Choices => {
  const { value } = schema;
  const nulls = value['nullable'] === true ? [null] : [];
  const literals = listLiterals(value);
  if (literals) return { choices: unique([...literals, ...nulls]), closed: true };
  const types = listTypes(value);
  if (types.includes('boolean'))
    return {
      choices: [true, false, ...(types.includes('null') ? [null] : nulls)],
      closed: types.every((type) => type === 'boolean' || type === 'null'),
    };
  if (types.join() === 'null') return { choices: [null], closed: true };
  for (const keyword of ALTERNATIVES) {
    const parts = document.list(schema, keyword).map(listInner);
    const choices = unique(parts.flatMap((part) => part.choices));
    if (choices.length > 0) return { choices, closed: parts.every(({ closed }) => closed) };
  }
  const parts = document.list(schema, 'allOf').map(listInner);
  return parts.find(({ choices }) => choices.length > 0) ?? NO_CHOICES;
});

/** The distinct values, at most one more than are listed. */
function unique(values: readonly unknown[]) {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, MAX_CHOICES + 1);
}

/** Pairs of keywords for a smallest and a largest number, and what they count. */
const RANGES = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minProperties', 'maxProperties', 'member'],
] as const;

/** Finds the value of a keyword. */
type Find = (keyword: string) => unknown;

function summarizeLimits(find: Find) {
  const [format, pattern, multipleOf, uniqueItems] = ['format', 'pattern', 'multipleOf', 'uniqueItems'].map(find);
  return [
    typeof format === 'string' ? format : '',
    ...RANGES.map(([least, most, noun]) => {
      const from = readBound(find, least);
      return describeRange(noun && from === '0' ? '' : from, readBound(find, most), noun);
    }),
    typeof multipleOf === 'number' ? `a multiple of ${multipleOf}` : '',
    uniqueItems === true ? 'no item twice' : '',
    typeof pattern === 'string' ? `matches ${pattern}` : '',
  ].filter((text) => text !== '');
}

/** A bound as text; OpenAPI 3.0 marks an exclusive one by a flag beside it, 3.1 by another keyword. */
function readBound(find: Find, keyword: string): string {
  const exclusive = find(keyword.replace('m', 'exclusiveM'));
  const bound = [exclusive, find(keyword)].find((value) => typeof value === 'number');
  if (bound === undefined) return '';
  return exclusive === true || exclusive === bound ? `${bound} (exclusive)` : `${bound}`;
}

function describeRange(from: string, to: string, noun: string): string {
  if (from === '' && to === '') return '';
  const range =
    from === to ? from : to === '' ? `at least ${from}` : from === '' ? `at most ${to}` : `${from} to ${to}`;
  const counted = noun === '' ? '' : ` ${noun}${(to || from) === '1' ? '' : 's'}`;
  return range + counted;
}

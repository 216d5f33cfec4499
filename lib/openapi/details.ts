import { asObject, isObject } from './document.js';
import type { ApiDocument, JsonObject, Located, LocatedObject } from './document.js';
import { listLiterals, listSchemas, listTypes } from './schema.js';
import { hasOwn } from '../template/values.js';

const MAX_DEPTH = 8;
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
  const parts = listParts(document, schema, 0);
  const find = (keyword: string): unknown => parts.find(({ value }) => hasOwn(value, keyword))?.value[keyword];
  const { choices, closed } = listChoices(document, schema, 0);
  const examples = find('examples');
  return {
    choices: choices.slice(0, MAX_CHOICES),
    closed: closed && choices.length <= MAX_CHOICES,
    default: find('default'),
    example: find('example') ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined),
    limits: summarizeLimits(parts.reduceRight<JsonObject>((all, { value }) => Object.assign({}, all, value), {})),
    deprecated: find('deprecated') === true || find('x-deprecated') === true,
  };
}

/** The schema, and those of its `allOf`. */
function listParts(document: ApiDocument, located: Located, depth: number): readonly LocatedObject[] {
  const schema = depth > MAX_DEPTH ? undefined : document.follow(located);
  if (!schema) return [];
  // What is beside a reference counts in OpenAPI 3.1.
  const beside =
    isObject(located.value) && schema.value !== located.value ? [{ ...located, value: located.value }] : [];
  return [...beside, schema, ...listSchemas(schema, 'allOf').flatMap((part) => listParts(document, part, depth + 1))];
}

interface Choices {
  readonly choices: readonly unknown[];
  readonly closed: boolean;
}

const NO_CHOICES: Choices = { choices: [], closed: false };

function listChoices(document: ApiDocument, located: Located, depth: number): Choices {
  const schema = depth > MAX_DEPTH ? undefined : document.follow(located);
  if (!schema) return NO_CHOICES;
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
  if (types.length === 1 && types[0] === 'null') return { choices: [null], closed: true };
  for (const keyword of ['oneOf', 'anyOf']) {
    const parts = listSchemas(schema, keyword).map((part) => listChoices(document, part, depth + 1));
    const choices = unique(parts.flatMap((part) => part.choices));
    if (choices.length > 0) return { choices, closed: parts.every(({ closed }) => closed) };
  }
  return listSchemas(schema, 'allOf')
    .map((part) => listChoices(document, part, depth + 1))
    .reduce((found, part) => (found.choices.length > 0 ? found : part), NO_CHOICES);
}

function unique(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Pairs of keywords for a smallest and a largest number, and what they count. */
const RANGES = [
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minProperties', 'maxProperties', 'member'],
] as const;

function summarizeLimits(schema: JsonObject): readonly string[] {
  const { format, pattern, multipleOf, uniqueItems } = schema;
  return [
    typeof format === 'string' ? format : '',
    describeRange(readBound(schema, 'minimum'), readBound(schema, 'maximum'), ''),
    ...RANGES.map(([least, most, noun]) => {
      const from = schema[least] === 0 ? undefined : schema[least];
      return describeRange(asBound(from), asBound(schema[most]), noun);
    }),
    typeof multipleOf === 'number' ? `a multiple of ${multipleOf}` : '',
    uniqueItems === true ? 'no item twice' : '',
    typeof pattern === 'string' ? `matches ${pattern}` : '',
  ].filter((text) => text !== '');
}

/** A bound as text; OpenAPI 3.0 marks an exclusive one by a flag beside it, 3.1 by another keyword. */
function readBound(schema: JsonObject, keyword: 'minimum' | 'maximum'): string {
  const bound = schema[keyword];
  const exclusive = schema[`exclusive${keyword === 'minimum' ? 'Minimum' : 'Maximum'}`];
  if (typeof exclusive === 'number') return `${exclusive} (exclusive)`;
  return `${asBound(bound)}${exclusive === true && asBound(bound) !== '' ? ' (exclusive)' : ''}`;
}

function asBound(value: unknown): string {
  return typeof value === 'number' ? String(value) : '';
}

function describeRange(from: string, to: string, noun: string): string {
  if (from === '' && to === '') return '';
  const range =
    from === to ? from : to === '' ? `at least ${from}` : from === '' ? `at most ${to}` : `${from} to ${to}`;
  const counted = noun === '' ? '' : ` ${noun}${(to || from) === '1' ? '' : 's'}`;
  return range + counted;
}

/** Whether a schema states members, so that an example of it is an object. */
export function isObjectSchema({ value }: LocatedObject): boolean {
  return listTypes(value).includes('object') || isObject(asObject(value)['properties']);
}

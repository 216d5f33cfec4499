import { hasOwn, isPlainObject } from '../template/values.js';
import type { Schema } from './schemas.js';

/** What is wrong with a value. */
export interface Problem {
  /** The place in the value: empty, `[0]`, `.name`. */
  readonly at: string;
  /** What is wrong, and what to do. */
  readonly text: string;
}

/** The work that one call may take. */
export interface Work {
  steps: number;
  depth: number;
}

/** Finds the first problem of a value. */
export type Check = (value: unknown, work: Work) => Problem | undefined;

/** The most steps of a check, and its deepest nesting. */
const MAX_STEPS = 1_000_000;
const MAX_DEPTH = 200;
/** The most choices that a message lists. */
const MAX_LISTED = 20;

/** The work of a new call. */
export const createWork = (): Work => ({ steps: MAX_STEPS, depth: 0 });

const problem = (text: string): Problem => ({ at: '', text });

const NOUNS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'an integer'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The noun of a type, for messages. */
export const describeType = (schema: Schema): string =>
  [schema['type'] ?? []]
    .flat()
    .map((type) => NOUNS.get(type))
    .join(' or ') || 'a value';

const isInteger = (value: unknown): boolean => Number.isInteger(value);

function checkType(stated: unknown, schema: Schema): Check {
  if (stated === 'string' || stated === 'boolean' || stated === 'number')
    return (value) => (typeof value === stated ? undefined : failType(value, schema));
  const types = new Set([stated].flat());
  const withIntegers = types.has('integer');
  return (value) =>
    types.has(typeOf(value)) || (withIntegers && isInteger(value)) ? undefined : failType(value, schema);
}

function failType(value: unknown, schema: Schema): Problem {
  const type = typeOf(value);
  const noun =
    typeof value === 'boolean' ? String(value) : type === 'number' ? `the number ${String(value)}` : NOUNS.get(type);
  const isQuoted = type === 'string' && /integer|number|boolean/.test(String(schema['type']));
  return problem(`is ${noun}; pass ${describeType(schema)}${isQuoted ? ' without quotes' : ''}`);
}

/** Whether two values of JSON are the same; the order of members doesn't matter. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

function checkChoices(choices: readonly unknown[]): Check {
  const scalars = new Set(choices);
  const structures = choices.filter((choice) => typeof choice === 'object');
  const listed = choices.slice(0, MAX_LISTED).map((choice) => JSON.stringify(choice));
  const fix = `${choices.length > 1 ? 'one of ' : ''}${listed.join(', ')}${choices.length > MAX_LISTED ? ', …' : ''}`;
  return (value) =>
    scalars.has(value) || structures.some((choice) => isEqual(choice, value))
      ? undefined
      : problem(`isn't allowed; pass ${fix}`);
}

/** A rule about numbers that belong to values of one type. */
function checkBound(isRight: (value: never, bound: number) => boolean, type: string, fix: string) {
  return (bound: unknown): Check =>
    (value) =>
      typeOf(value) === type && !isRight(value as never, bound as number)
        ? problem(fix.replace('#', String(bound)))
        : undefined;
}

const countCharacters = (text: string): number => Array.from(text).length;
const count = (value: object): number => Object.keys(value).length;

function isMultiple(value: number, bound: number): boolean {
  const quotient = value / bound;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function hasNoRepeated(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}

function inside(found: Problem | undefined, place: string | number): Problem | undefined {
  return found && { ...found, at: (typeof place === 'number' ? `[${place}]` : `.${place}`) + found.at };
}

/** What checks are made with. */
interface Context {
  readonly definitions: Schema;
  /** The check of a schema, which is made once it is needed: schemas may contain themselves. */
  readonly get: (schema: unknown) => Check;
}

/** Makes the check of a keyword. */
type Maker = (value: unknown, schema: Schema, context: Context) => Check;

const checkItems: Maker = (items, schema, { get }) => {
  const tuple = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].map(get) : [];
  const each = items === undefined ? undefined : get(items);
  return (value, work) => {
    if (!Array.isArray(value)) return undefined;
    for (let index = 0; index < value.length; index++) {
      const found = inside((tuple[index] ?? each)?.(value[index], work), index);
      if (found) return found;
    }
    return undefined;
  };
};

const checkMembers: Maker = (_, schema, { get }) => {
  const { properties = {}, additionalProperties: additional } = schema;
  const members = new Map(Object.entries(properties as Schema).map(([name, member]) => [name, get(member)]));
  const others = isPlainObject(additional) ? get(additional) : undefined;
  return (value, work) => {
    if (!isPlainObject(value)) return undefined;
    for (const name of Object.keys(value)) {
      const member = members.get(name) ?? others;
      if (!member && additional === false) return problem(`has no member ${JSON.stringify(name)}; leave it out`);
      const found = inside(member?.(value[name], work), name);
      if (found) return found;
    }
    return undefined;
  };
};

const checkAlternatives: Maker = (alternatives, _, { get }) => {
  const checks = (alternatives as readonly unknown[]).map(get);
  return (value, work) => {
    let closest: Problem | undefined;
    for (const check of checks) {
      const found = check(value, work);
      if (!found) return undefined;
      if (!closest || found.at.length > closest.at.length) closest = found;
    }
    return closest;
  };
};

/** Patterns and formats are written only: a pattern can take endless time. */
const MAKERS: Readonly<Record<string, Maker>> = {
  type: checkType,
  enum: (choices) => checkChoices(choices as readonly unknown[]),
  const: (choice) => checkChoices([choice]),
  minimum: checkBound((value, bound) => value >= bound, 'number', 'is too small; pass at least #'),
  maximum: checkBound((value, bound) => value <= bound, 'number', 'is too large; pass at most #'),
  exclusiveMinimum: checkBound((value, bound) => value > bound, 'number', 'is too small; pass more than #'),
  exclusiveMaximum: checkBound((value, bound) => value < bound, 'number', 'is too large; pass less than #'),
  multipleOf: checkBound(isMultiple, 'number', "isn't a multiple of #; pass one"),
  minLength: checkBound(
    (value: string, bound) => value.length >= bound && countCharacters(value) >= bound,
    'string',
    'is too short; pass at least # characters',
  ),
  maxLength: checkBound(
    (value: string, bound) => value.length <= bound || countCharacters(value) <= bound,
    'string',
    'is too long; pass at most # characters',
  ),
  minItems: checkBound(
    (value: unknown[], bound) => value.length >= bound,
    'array',
    'is too short; pass at least # items',
  ),
  maxItems: checkBound(
    (value: unknown[], bound) => value.length <= bound,
    'array',
    'is too long; pass at most # items',
  ),
  minProperties: checkBound(
    (value: object, bound) => count(value) >= bound,
    'object',
    'lacks members; pass at least #',
  ),
  maxProperties: checkBound(
    (value: object, bound) => count(value) <= bound,
    'object',
    'has too many members; pass at most #',
  ),
  uniqueItems: (unique) => (value) =>
    unique && Array.isArray(value) && !hasNoRepeated(value) ? problem('has an item twice; pass it once') : undefined,
  required: (names) => (value) => {
    const missing = isPlainObject(value) && (names as string[]).find((name) => !hasOwn(value, name));
    return missing === undefined || missing === false ? undefined : { at: `.${missing}`, text: 'is missing; pass it' };
  },
  items: checkItems,
  prefixItems: (_, schema, context) =>
    hasOwn(schema, 'items') ? () => undefined : checkItems(undefined, schema, context),
  properties: checkMembers,
  additionalProperties: (_, schema, context) =>
    hasOwn(schema, 'properties') ? () => undefined : checkMembers(_, schema, context),
  allOf: (parts, _, { get }) => all((parts as readonly unknown[]).map(get)),
  anyOf: checkAlternatives,
  // Without patterns and formats, several alternatives may fit.
  oneOf: checkAlternatives,
  not: (excluded) => () =>
    Object.keys(excluded as Schema).length === 0 ? problem("isn't allowed; leave it out") : undefined,
  $ref: (reference, _, { get, definitions }) => get(definitions[String(reference).slice('#/$defs/'.length)]),
};

function make(schema: unknown, context: Context): Check {
  if (!isPlainObject(schema)) return () => undefined;
  return all(
    Object.keys(schema).flatMap((key) =>
      hasOwn(MAKERS, key) ? ((MAKERS[key] as Maker)(schema[key], schema, context) ?? []) : [],
    ),
  );
}

/** Makes a function that makes the checks of schemas, which refer to definitions. */
export function createChecker(definitions: Schema): (schema: unknown) => Check {
  const memory = new Map<unknown, Check>();
  function get(schema: unknown): Check {
    const known = memory.get(schema);
    if (known) return known;
    let made: Check | undefined;
    const check: Check = (value, work) => {
      made ??= make(schema, context);
      if (work.steps-- <= 0 || work.depth > MAX_DEPTH) return problem('is too much to check; pass less');
      work.depth++;
      const found = made(value, work);
      work.depth--;
      return found;
    };
    memory.set(schema, check);
    return check;
  }
  const context: Context = { definitions, get };
  return (schema) => make(schema, context);
}

function all(checks: readonly Check[]): Check {
  const [only] = checks;
  if (checks.length === 1 && only) return only;
  return (value, work) => {
    for (const check of checks) {
      const found = check(value, work);
      if (found) return found;
    }
    return undefined;
  };
}

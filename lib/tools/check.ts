import { hasOwn, isPlainObject } from '../template/values.js';
import { FACTS, type Fact } from './facts.js';
import type { Schema } from './schemas.js';
import { isOf, NOUNS, typeOf } from './values.js';

/** What is wrong with a value. */
export interface Problem {
  /** The place in the value: empty, `[0]`, `.name`. */
  readonly at: string;
  /** What is wrong, and what to do. */
  readonly text: string;
}

/** The holder of a value, and its key there; undefined for the whole. */
type Place = readonly [holder: Record<string | number, unknown>, key: string | number] | undefined;

/** The work that one call may take, and what it finds. */
export interface Work {
  steps: number;
  depth: number;
  /** Where the value is that is being checked. */
  place: Place;
  /** The places of numbers that are text. */
  readonly numbers: Place[];
  /** The places where an alternative has text that could be a number; undefined outside of alternatives. */
  texts: Place[] | undefined;
  /** Whether a number has more digits than JavaScript's. */
  isExact: boolean;
}

/** Finds the first problem of a value. */
export type Check = (value: unknown, work: Work) => Problem | undefined;

/** The most steps of a check, and its deepest nesting. */
const MAX_STEPS = 1_000_000;
const MAX_DEPTH = 200;
/** The most choices that a message lists. */
const MAX_LISTED = 20;

/** The work of a new call. */
export const createWork = (): Work => ({
  steps: MAX_STEPS,
  depth: 0,
  place: undefined,
  numbers: [],
  texts: undefined,
  isExact: false,
});

const problem = (text: string): Problem => ({ at: '', text });

/** The noun of a type, for messages. */
export const describeType = ({ type = [], anyOf = [] }: Schema): string =>
  [...[type].flat().map((one) => NOUNS.get(one as string)), ...(anyOf as Schema[]).map(describeType)].join(' or ') ||
  'a value';

function checkType(stated: unknown, schema: Schema): Check {
  const types = [stated].flat() as string[];
  const isText = types.includes('string');
  return (value, work) => {
    if (isText && typeof value === 'string') work.texts?.push(work.place);
    else if (!types.some((type) => isOf(type, value))) return failType(value, schema);
    return undefined;
  };
}

function failType(value: unknown, schema: Schema): Problem {
  const type = typeOf(value);
  const noun =
    typeof value === 'boolean' ? String(value) : type === 'number' ? `the number ${String(value)}` : NOUNS.get(type);
  return problem(`is ${noun}; pass ${describeType(schema)}`);
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

/** Makes the check of a keyword about the values of one type. */
const checkFact =
  ({ type, isRight, problem: text }: Fact): Maker =>
  (bound) =>
    isRight &&
    ((value) =>
      typeOf(value) === type && !isRight(value as never, bound as number)
        ? problem(
            String(text)
              .replace('#', String(bound))
              .replace(/\b1 (\w+)s$/, '1 $1'),
          )
        : undefined);

const inside = (found: Problem | undefined, place: string | number) =>
  found && { ...found, at: (typeof place === 'number' ? `[${place}]` : `.${place}`) + found.at };

/** What checks are made with. */
interface Context {
  readonly definitions: Schema;
  /** The check of a schema, which is made once it is needed: schemas may contain themselves. */
  readonly get: (schema: unknown) => Check;
}

/** Makes the check of a keyword, unless another keyword's is enough. */
type Maker = (value: unknown, schema: Schema, context: Context) => Check | undefined;

const checkItems: Maker = (items, _, { get }) => {
  const check = get(items);
  return (value, work) => {
    if (!Array.isArray(value)) return undefined;
    for (let index = 0; index < value.length; index++) {
      work.place = [value as never, index];
      const found = inside(check(value[index], work), index);
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
      work.place = [value, name];
      const found = inside(member?.(value[name], work), name);
      if (found) return found;
    }
    return undefined;
  };
};

const isSame = (one: Place, other: Place): boolean => one?.[0] === other?.[0] && one?.[1] === other?.[1];

const checkAlternatives: Maker = (alternatives, schema, { get }) => {
  const checks = (alternatives as readonly unknown[]).map(get);
  return (value, work) => {
    let closest: Problem | undefined;
    let converted: Place[] | undefined;
    const { place, numbers, texts: outer } = work;
    const { length } = numbers;
    const texts: Place[] = [];
    for (const check of checks) {
      work.place = place;
      work.texts = [];
      const found = check(value, work);
      const read = numbers.splice(length);
      if (found) {
        if (!closest || found.at.length > closest.at.length) closest = found;
        continue;
      }
      texts.push(...work.texts);
      if (!converted?.length) converted = read;
      if (read.length === 0 && typeof value !== 'object') break;
    }
    work.texts = outer;
    if (converted) {
      // Where an alternative has text, it stays text.
      numbers.push(...converted.filter((number) => !texts.some((text) => isSame(number, text))));
      outer?.push(...texts);
      return undefined;
    }
    const isOfNone = (alternatives as Schema[]).every(
      ({ type }) => type && ![type].flat().some((one) => isOf(one as string, value)),
    );
    return isOfNone ? failType(value, schema) : closest;
  };
};

const MAKERS: ReadonlyMap<string, Maker> = new Map([
  ...Array.from(FACTS, ([key, fact]) => [key, checkFact(fact)] as const),
  ...Object.entries<Maker>({
    type: checkType,
    enum: (choices) => checkChoices(choices as readonly unknown[]),
    required: (names) => (value) => {
      const missing = isPlainObject(value) ? (names as string[]).find((name) => !hasOwn(value, name)) : undefined;
      return missing === undefined ? undefined : inside(problem('is missing; pass it'), missing);
    },
    items: checkItems,
    properties: checkMembers,
    additionalProperties: (_, schema, context) =>
      hasOwn(schema, 'properties') ? undefined : checkMembers(_, schema, context),
    anyOf: checkAlternatives,
    $ref: (reference, _, { get, definitions }) => get(definitions[String(reference).slice('#/$defs/'.length)]),
  }),
]);

/** Text that is a number of JSON. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const INTEGER = /^-?\d+$/;

function make(schema: unknown, context: Context): Check {
  if (!isPlainObject(schema)) return () => undefined;
  const check = all(Object.keys(schema).flatMap((key) => MAKERS.get(key)?.(schema[key], schema, context) ?? []));
  const types = [schema['type']].flat();
  if (types.includes('string') || !types.some((type) => type === 'integer' || type === 'number')) return check;
  const isInteger = !types.includes('number');
  return (value, work) => {
    if (typeof value !== 'string' || !NUMBER.test(value) || (isInteger && !INTEGER.test(value)))
      return check(value, work);
    work.numbers.push(work.place);
    return check(Number(value), work);
  };
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

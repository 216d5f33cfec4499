/** Values for the arguments of tools: those that fit a schema, and those that try to escape. */
import { parameterLocation } from '../../options.js';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value where any is allowed. */
const ANYTHING = 'anything';

const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-01-31',
  'date-time': '2024-01-31T12:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  email: 'name@example.com',
  uri: 'https://example.com',
};

/**
 * Makes a value that fits a schema, as far as a small generator can: patterns and `not` have no say.
 *
 * @param turn another one makes another value
 */
export function makeValue(schema: unknown, definitions: Json, turn: number, depth = 0): unknown {
  if (!isObject(schema)) return ANYTHING;
  const { $ref: reference, enum: choices, default: preset, allOf, anyOf, oneOf } = schema;
  if (typeof reference === 'string') {
    const target = definitions[reference.replace('#/$defs/', '')];
    return depth > 12 ? undefined : makeValue(target, definitions, turn, depth + 1);
  }
  if (Array.isArray(choices)) return choices[turn % choices.length];
  if ('const' in schema) return schema['const'];
  if (preset !== undefined && turn % 4 === 3) return preset;
  const types = [schema['type'] ?? []].flat();
  const type =
    types[turn % types.length] ?? (isObject(schema['properties']) ? 'object' : 'items' in schema ? 'array' : undefined);
  const parts = [allOf].flat().filter(isObject);
  const alternatives = [anyOf ?? oneOf].flat().filter(isObject);
  const chosen = alternatives[turn % alternatives.length];
  if (type === undefined || type === 'object') {
    const made = [...parts, ...(chosen ? [chosen] : [])].map((part) => makeValue(part, definitions, turn, depth + 1));
    const others = made.filter((part) => part !== ANYTHING && !isObject(part));
    if (type === undefined && !isObject(schema['properties']) && others.length > 0) return others[0];
    const members = made.filter(isObject);
    if (type === 'object' || members.length > 0)
      return Object.assign({}, ...members, makeObject(schema, definitions, turn, depth)) as Json;
    return ANYTHING;
  }
  return makeScalar(String(type), schema, { definitions, turn, depth });
}

function makeObject(schema: Json, definitions: Json, turn: number, depth: number): Json {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set([schema['required'] ?? []].flat().map(String));
  const least = Number(schema['minProperties'] ?? 0);
  const names = Object.keys(properties).filter(
    (name, index) => required.has(name) || index < least || (depth < 3 && (index + turn) % 3 === 0),
  );
  const made: Json = {};
  for (const name of new Set([...required, ...names])) {
    const value = makeValue(properties[name] ?? {}, definitions, turn, depth + 1);
    if (value !== undefined)
      Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true });
  }
  const others = schema['additionalProperties'];
  for (let index = Object.keys(made).length; index < least; index++)
    made[`member${index}`] = makeValue(others, definitions, turn, depth + 1);
  return made;
}

interface Context {
  readonly definitions: Json;
  readonly turn: number;
  readonly depth: number;
}

function makeScalar(type: string, schema: Json, { definitions, turn, depth }: Context): unknown {
  const number = (keyword: string): number | undefined =>
    typeof schema[keyword] === 'number' ? schema[keyword] : undefined;
  switch (type) {
    case 'integer':
    case 'number': {
      const step = number('multipleOf') ?? (type === 'integer' ? 1 : 0.5);
      const least = number('minimum') ?? (number('exclusiveMinimum') ?? -step) + step;
      const most = number('maximum') ?? (number('exclusiveMaximum') ?? Infinity) - step;
      const first = Math.ceil(least / step) * step;
      return first <= most ? Math.min(first + (turn % 3) * step, Math.floor(most / step) * step) : least;
    }
    case 'boolean':
      return turn % 2 === 0;
    case 'null':
      return null;
    case 'array': {
      const least = number('minItems') ?? 0;
      const count = Math.min(Math.max(least, depth > 6 ? 0 : 1), number('maxItems') ?? Infinity);
      const items = [schema['prefixItems'] ?? []].flat();
      const made = Array.from({ length: count }, (_, index) =>
        makeValue(
          items[index] ?? schema['items'] ?? {},
          definitions,
          turn + (schema['uniqueItems'] === true ? index : 0),
          depth + 1,
        ),
      );
      return made.map((item, index) =>
        schema['uniqueItems'] === true && typeof item === 'string' && !isChosen(schema) ? item + index : item,
      );
    }
    default: {
      const text = FORMATS[String(schema['format'])] ?? ['text', 'a b', 'x/y&z=1'][turn % 3] ?? '';
      const least = number('minLength') ?? 0;
      return text.padEnd(least, 'x').slice(0, Math.max(number('maxLength') ?? Infinity, least));
    }
  }
}

const isChosen = (schema: Json): boolean =>
  isObject(schema['items']) && ('enum' in schema['items'] || '$ref' in schema['items']);

const ATTACKS = [
  '..', '.', '../..', '../../admin', '%2e%2e', '%2e%2e%2f', '..%2f', '..%5c..', '\\..\\', '/..', './', '/', '//', '//evil.example', '///evil.example',
  'https://evil.example', 'https:evil.example', '@evil.example', ':80@evil.example', '\\\\evil.example', '?admin=1', '#', '#fragment', '&admin=1', 'a&admin=1', 'a=1&b=2', ';admin=1',
  'a?b#c', '%23', '%3f', '%26admin=1', '%00', '\0', '\r\nx-admin: 1', '\nauthorization: x', '\t/evil', ' ', '', '{admin}', '{+admin}', ':admin', '*', '💥', '\ud800', '\udc00x',
  'x'.repeat(3000), '__proto__', 'constructor', '[admin]', ']&admin[', 'a]=1&admin', 'text;type=1', '..;', '.%252e', '․․', '．．',
]; // prettier-ignore

class Instance {
  readonly text = '..';
  toString(): string {
    return '../admin';
  }
}

const STRUCTURES: readonly (() => unknown)[] = [
  ...[null, true, 0, -1, 1.5, 1e21, NaN, Infinity, 10n, Symbol('x'), () => '..', [], {}].map((value) => () => value),
  ...ATTACKS.slice(0, 40).flatMap((text) => [() => [text], () => ({ admin: text }), () => ({ [text]: 'x' }), () => [[text]], () => ({ a: { [text]: text } })]),
  () => new Instance(),
  () => new Date(0),
  () => new Map([['admin', 1]]),
  () => new URL('https://evil.example'),
  () => new URLSearchParams('admin=1'),
  () => ({ toJSON: () => '../admin' }),
  () => ({ toString: () => '../admin' }),
  () => ({ get admin() { return '..'; } }),
  () => JSON.parse('{"__proto__":{"admin":1},"constructor":{"prototype":{"admin":1}}}') as unknown,
  () => Object.create({ admin: 1 }) as unknown,
  () => ({ [parameterLocation]: { path: { id: '../..' }, query: { admin: 1 }, body: { admin: 1 } } }),
  () => new Proxy({}, { ownKeys: () => ['admin'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: '..' }), get: () => '..' }),
  () => { const loop: Json = {}; loop['loop'] = loop; return loop; },
  () => Array.from({ length: 3 }, () => ({ admin: '&admin=1' })),
]; // prettier-ignore

/** Values that try to escape their place. */
export const HOSTILE: readonly (() => unknown)[] = [...ATTACKS.map((text) => () => text), ...STRUCTURES];

/** Argument objects that try to pass more than arguments. */
export const INTRUDERS: readonly ((args: Json) => unknown)[] = [
  (args) => ({ ...args, [parameterLocation]: { path: { id: '../..' }, query: { admin: 1 } } }),
  (args) => ({ ...args, baseUrl: 'https://evil.example' }),
  (args) => ({ ...args, url: '/admin', method: 'DELETE' }),
  (args) => ({ ...args, headers: { authorization: 'stolen' } }),
  (args) => ({ ...args, authorization: 'stolen', cookie: 'a=1' }),
  (args) => Object.create(args) as unknown,
  (args) => JSON.parse(`{"__proto__":{"admin":1},${JSON.stringify(args).slice(1)}`.replace(',}', '}')) as unknown,
  (args) =>
    new Proxy(args, {
      get: (target, key) => (typeof key === 'string' ? target[key] : { query: { admin: 1 } }),
      has: () => true,
    }),
];

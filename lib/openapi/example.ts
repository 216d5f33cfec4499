import { fail } from '../errors.js';
import { assertSettings, type Rules } from '../strict.js';
import { remember } from './composition.js';
import { describeSchema } from './details.js';
import { asString, isObject, type ApiDocument, type JsonObject, type Located, type LocatedObject } from './document.js';
import { ALTERNATIVES, listMembers, listTypes, type SchemaMember } from './schema.js';

/** The deepest nesting of an example, and the most values after which objects and lists are empty; schemas may contain themselves. */
const MAX_DEPTH = 6;
const MAX_VALUES = 500;
/** The most members of an object. */
const MAX_MEMBERS = 200;

/** Values of formats, all of them valid. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-01-31',
  'date-time': '2024-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  iri: 'https://example.com',
  'uri-reference': '/path',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'dGV4dA==',
};

/** Options of {@link createExample}. */
export interface ExampleOptions {
  /** Which members objects have: the required ones, or all of them. */
  readonly members: 'required' | 'all';
}

const EXAMPLE_OPTIONS = { members: ['required', 'all'] } satisfies Rules<keyof ExampleOptions>;

const describe = /* @__PURE__ */ remember(describeSchema);

/** Reads what the examples of a schema are made of: of alternatives, the first one that isn't null. */
const readShape = /* @__PURE__ */ remember((document, schema: LocatedObject) => {
  const findPart = (whole: LocatedObject, keyword: string) =>
    document.list(whole, keyword).find((part) => listTypes(document.follow(part)?.value ?? {}).join() !== 'null');
  const alternatives = ALTERNATIVES.flatMap((keyword) => findPart(schema, keyword) ?? []);
  const allOf = [...document.list(schema, 'allOf'), ...alternatives].map((part) => part.value);
  const chosen: LocatedObject = { ...schema, value: { ...schema.value, oneOf: [], anyOf: [], allOf } };
  return { chosen, members: listMembers(document, chosen, MAX_MEMBERS), part: findPart(chosen, 'allOf') };
});

/**
 * Creates a sample of a schema: its example, its default, its first choice, or a value of its type and format. Objects have their members,
 * lists one item; patterns, conditions and the sizes of lists aren't read. Nesting is bounded, so a schema that contains itself ends in an
 * empty object or list.
 *
 * @returns undefined where the schema is unknown
 * @throws EndpointError `invalid-option` for other options
 */
export function createExample(document: ApiDocument, schema: Located, options: ExampleOptions): unknown {
  assertSettings('options', options, EXAMPLE_OPTIONS, fail);
  let values = 0;

  const write = (located: Located, depth: number): unknown => {
    const followed = document.follow(located);
    if (!followed) return undefined;
    values += 1;
    const { example, default: preset, choices } = describe(document, located);
    if (example !== undefined) return example;
    return preset ?? choices.find((value) => value !== null) ?? make(followed, depth);
  };

  const make = (followed: LocatedObject, depth: number): unknown => {
    const { chosen, members, part } = readShape(document, followed);
    const type = listTypes(chosen.value).find((name) => name !== 'null');
    const isFull = depth >= MAX_DEPTH || values > MAX_VALUES;
    if (type === undefined || type === 'object') {
      if (members.length > 0) return isFull ? {} : makeMembers(members, depth);
      if (type === 'object' || isObject(chosen.value['properties'])) return {};
      if (part && depth < MAX_DEPTH) return write(part, depth + 1);
    }
    if (type === 'array') return isFull ? [] : makeList(chosen, depth);
    if (type === 'integer' || type === 'number') return makeNumber(chosen.value);
    return type === 'string' ? makeText(chosen.value) : undefined;
  };

  const makeMembers = (members: readonly SchemaMember[], depth: number) => {
    const entries = members
      .filter(({ required }) => required || options.members === 'all')
      .map((member) => [member.name, write(member.schema, depth + 1)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };

  const makeList = (list: LocatedObject, depth: number) => {
    const tuple = document.list(list, 'prefixItems').slice(0, MAX_VALUES);
    const items = tuple.length > 0 ? tuple : [document.at(list, 'items')];
    return items.map((item) => write(item, depth + 1)).filter((item) => item !== undefined);
  };

  return write(schema, 0);
}

function makeNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonObject): number {
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  if (typeof minimum === 'number') return exclusiveMinimum === true ? minimum + 1 : minimum;
  if (typeof multipleOf === 'number') return multipleOf;
  return typeof maximum === 'number' ? Math.min(maximum, 1) : 1;
}

/** Text of the format, or else of an allowed length up to 100 characters; it may not match a pattern. */
function makeText({ format, minLength, maxLength }: JsonObject): string {
  const known = FORMATS[asString(format) ?? ''];
  if (known !== undefined) return known;
  const least = typeof minLength === 'number' ? Math.min(minLength, 100) : 0;
  const text = 'text'.repeat(Math.max(1, Math.ceil(least / 4)));
  return typeof maxLength === 'number' ? text.slice(0, Math.max(maxLength, least)) : text;
}

import { describeSchema, isObjectSchema } from './details.js';
import { asArray, asString } from './document.js';
import type { ApiDocument, Located, LocatedObject } from './document.js';
import { listMembers, listSchemas, listTypes } from './schema.js';

/** The deepest nesting of an example, and the most values in it; schemas may contain themselves. */
const MAX_DEPTH = 6;
const MAX_VALUES = 500;

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

/**
 * Creates a value that fits a schema: its example, its default, its first choice, or one made from its type and format. Objects have
 * their members, lists one item. Nesting is bounded, so a schema that contains itself ends in an empty object or list.
 *
 * @returns undefined where the schema is unknown
 */
export function createExample(document: ApiDocument, schema: Located, options: ExampleOptions): unknown {
  return new ExampleWriter(document, options).write(schema, 0);
}

class ExampleWriter {
  private readonly document: ApiDocument;
  private readonly options: ExampleOptions;
  private values = 0;

  constructor(document: ApiDocument, options: ExampleOptions) {
    this.document = document;
    this.options = options;
  }

  write(located: Located, depth: number): unknown {
    const schema = this.document.follow(located);
    if (!schema) return undefined;
    this.values += 1;
    const { example, default: preset, choices } = describeSchema(this.document, located);
    if (example !== undefined) return example;
    if (preset !== undefined && preset !== null) return preset;
    const choice = choices.find((value) => value !== null);
    if (choice !== undefined) return choice;
    return this.make(schema, depth);
  }

  private make(schema: LocatedObject, depth: number): unknown {
    const chosen = this.chooseAlternative(schema);
    const type = listTypes(chosen.value).find((name) => name !== 'null');
    if (type === undefined || type === 'object') {
      const members = this.makeMembers(chosen, depth);
      if (members !== undefined) return members;
      const part = listSchemas(chosen, 'allOf').find((candidate) => !this.isNull(candidate));
      if (part && depth < MAX_DEPTH) return this.write(part, depth + 1);
    }
    return this.makeValue(chosen, type, depth);
  }

  /** The schema with its first alternative that isn't null. */
  private chooseAlternative(schema: LocatedObject): LocatedObject {
    const alternatives = ['oneOf', 'anyOf'].map((keyword) =>
      listSchemas(schema, keyword).find((candidate) => !this.isNull(candidate)),
    );
    const parts = alternatives.flatMap((alternative) => alternative?.value ?? []);
    if (parts.length === 0) return schema;
    const { oneOf: _oneOf, anyOf: _anyOf, allOf, ...value } = schema.value;
    return { value: { ...value, allOf: [...asArray(allOf), ...parts] }, file: schema.file };
  }

  /** The members of an object, those of `allOf` included; undefined where there are none. */
  private makeMembers(schema: LocatedObject, depth: number): object | undefined {
    const members = listMembers(this.document, schema);
    if (members.length === 0) return isObjectSchema(schema) ? {} : undefined;
    if (depth >= MAX_DEPTH || this.values > MAX_VALUES) return {};
    return Object.fromEntries(
      members
        .filter(({ required }) => required || this.options.members === 'all')
        .flatMap(({ name, schema: member }) => {
          const value = this.write(member, depth + 1);
          return value === undefined ? [] : [[name, value]];
        }),
    );
  }

  private makeValue({ value, file }: LocatedObject, type: unknown, depth: number): unknown {
    if (type === 'object') return {};
    if (type === 'array') {
      if (depth >= MAX_DEPTH || this.values > MAX_VALUES) return [];
      const tuple = asArray(value['prefixItems']);
      const items = tuple.length > 0 ? tuple : [value['items']];
      return items.map((item) => this.write({ value: item, file }, depth + 1)).filter((item) => item !== undefined);
    }
    if (type === 'integer' || type === 'number') return makeNumber(value);
    if (type === 'string') return FORMATS[asString(value['format']) ?? ''] ?? makeText(value);
    return undefined;
  }

  private isNull(located: Located): boolean {
    const types = listTypes(this.document.follow(located)?.value ?? {});
    return types.length === 1 && types[0] === 'null';
  }
}

function makeNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: LocatedObject['value']): number {
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  if (typeof minimum === 'number') return exclusiveMinimum === true ? minimum + 1 : minimum;
  if (typeof multipleOf === 'number') return multipleOf;
  return typeof maximum === 'number' ? Math.min(maximum, 1) : 1;
}

/** Text of an allowed length; it may not match a pattern. */
function makeText({ minLength, maxLength }: LocatedObject['value']): string {
  const least = typeof minLength === 'number' ? Math.min(minLength, 100) : 0;
  const text = 'text'.repeat(Math.max(1, Math.ceil(least / 4)));
  return typeof maxLength === 'number' ? text.slice(0, Math.max(maxLength, least)) : text;
}

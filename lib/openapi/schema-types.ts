import { Cycles } from './cycles.js';
import type { Document, Located, Target } from './document.js';
import { asArray, asObject, isObject, type JsonObject } from './json.js';
import { describe } from './describe.js';
import { docstring, indent, literalType, propertyName } from './text.js';
import { TypeNames } from './type-names.js';
import { arrayOf, intersection, NULL, union, UNKNOWN, type TypeText } from './type-text.js';

/** Where a schema stands. */
interface Scope {
  /** The alias that is being written, while nothing but operators stands between it and the schema. */
  readonly alias: Target | undefined;
  /** Members that only responses have. */
  readonly readOnly: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const INSIDE: Scope = { alias: undefined, readOnly: NONE };
const PRIMITIVES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({ string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }),
);

/** Types of what is sent, from JSON schemas: OpenAPI 3.1's, 3.0's and Swagger's. What a schema can't say as a type is wider. */
export class SchemaTypes {
  readonly #document: Document;
  readonly #cycles: Cycles;
  readonly #names: TypeNames;
  readonly #named = new Map<string, { readonly name: string; readonly target: Target }>();

  constructor(document: Document, reserved: readonly string[]) {
    this.#document = document;
    this.#cycles = new Cycles(document);
    this.#names = new TypeNames(reserved);
  }

  /** The type of a schema; what it refers to is declared by {@link SchemaTypes.declarations}. */
  typeOf(schema: Located): string {
    return this.#type(schema, INSIDE).text;
  }

  /** Declarations of the types that were referred to so far. */
  declarations(): string[] {
    const written: string[] = [];
    // Writing one may name others, which a Map goes on with.
    for (const { name, target } of this.#named.values()) {
      const type = this.#type(target, { alias: target, readOnly: NONE });
      written.push(`${docstring(describe(target))}export type ${name} = ${type.text};\n`);
    }
    return written;
  }

  #type(schema: Located, scope: Scope): TypeText {
    const { value, file } = schema;
    if (value === false) return union([]);
    if (!isObject(value)) return UNKNOWN;
    if (typeof value['$ref'] === 'string') return this.#reference(value['$ref'], file, scope);
    const type = this.#ownType(value, file, scope);
    return value['nullable'] === true ? union([type, NULL]) : type;
  }

  #ownType(schema: JsonObject, file: string, scope: Scope): TypeText {
    const literals = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
    if (Array.isArray(literals)) {
      const texts = literals.map((literal) => literalType(asWritten(literal, schema)));
      if (texts.every((text) => text !== undefined)) return union(texts.map((text) => ({ text })));
    }
    const inner: Scope = {
      ...scope,
      readOnly: new Set([...scope.readOnly, ...this.#readOnlyNames({ value: schema, file }, 0)]),
    };
    const each = (key: string): TypeText[] =>
      asArray(schema[key]).map((member) => this.#type({ value: member, file }, inner));
    const [all, one, any] = [each('allOf'), each('oneOf'), each('anyOf')];
    const isComposed = all.length + one.length + any.length > 0;
    return intersection([
      this.#baseType(schema, file, inner, isComposed),
      ...all,
      ...[one, any].filter(({ length }) => length > 0).map(union),
    ]);
  }

  /** By `type`, without what the schema is composed of. */
  #baseType(schema: JsonObject, file: string, scope: Scope, isComposed: boolean): TypeText {
    const types = typesOf(schema);
    if (types.length === 0) return UNKNOWN;
    return union(
      types.map((type) => {
        const primitive = PRIMITIVES.get(type);
        if (primitive !== undefined) return { text: primitive };
        if (type === 'array') return this.#arrayType(schema, file);
        if (type === 'object') return this.#objectType(schema, file, scope, isComposed);
        return UNKNOWN;
      }),
    );
  }

  #arrayType({ items, prefixItems }: JsonObject, file: string): TypeText {
    const first = asArray(prefixItems);
    const rest = first.length > 0 && items === undefined ? [] : [items];
    return arrayOf(union([...first, ...rest].map((value) => this.#type({ value, file }, INSIDE))));
  }

  #objectType(schema: JsonObject, file: string, scope: Scope, isComposed: boolean): TypeText {
    const properties = asObject(schema['properties']);
    const required = new Set(asArray(schema['required']).filter((name) => typeof name === 'string'));
    const names = Object.keys(properties).filter((name) => !this.#isReadOnly({ value: properties[name], file }));
    const members = names.map((name) => {
      const property: Located = { value: properties[name], file };
      const mark = required.has(name) ? '' : '?';
      return `${docstring(describe(property))}${propertyName(name)}${mark}: ${this.#type(property, INSIDE).text};`;
    });
    // Described elsewhere, in what this is composed with.
    const others = [...required].filter((name) => !Object.hasOwn(properties, name) && !scope.readOnly.has(name));
    members.push(...others.map((name) => `${propertyName(name)}: unknown;`));
    const index = this.#indexType(schema, file, members.length > 0, isComposed);
    if (index) members.push(`[key: string]: ${index.text};`);
    if (members.length === 0) return isComposed ? UNKNOWN : { text: '{}' };
    return { text: indent(`{\n${members.join('\n')}`) + '\n}' };
  }

  /** The type of members that have no name in the schema, where there may be some. */
  #indexType(schema: JsonObject, file: string, hasMembers: boolean, isComposed: boolean): TypeText | undefined {
    const { additionalProperties: additional, patternProperties, properties } = schema;
    const isOpen =
      additional === undefined ? properties === undefined && !hasMembers && !isComposed : additional !== false;
    if (patternProperties === undefined && !isOpen) return undefined;
    // Beside named members an index signature would have to fit them all.
    return hasMembers || patternProperties !== undefined || additional === undefined || additional === true
      ? UNKNOWN
      : this.#type({ value: additional, file }, INSIDE);
  }

  #reference(reference: string, file: string, scope: Scope): TypeText {
    const target = this.#document.lookUp(reference, file);
    if (!target) return UNKNOWN;
    if (scope.alias && this.#cycles.closes(scope.alias, target)) {
      this.#document.warn(`$ref ${JSON.stringify(reference)}: refers to itself, and is taken for anything.`);
      return UNKNOWN;
    }
    let named = this.#named.get(target.key);
    if (!named) this.#named.set(target.key, (named = { name: this.#names.take(target.name), target }));
    return { text: named.name };
  }

  #isReadOnly(property: Located): boolean {
    return isObject(property.value) && this.#document.follow(property)?.value['readOnly'] === true;
  }

  /** Names that are read-only anywhere in what a schema is composed of. */
  #readOnlyNames(schema: Located, depth: number): string[] {
    const followed = depth < 20 ? this.#document.follow(schema) : undefined;
    if (!followed) return [];
    const { value, file } = followed;
    const properties = asObject(value['properties']);
    return [
      ...Object.keys(properties).filter((name) => this.#isReadOnly({ value: properties[name], file })),
      ...asArray(value['allOf']).flatMap((member) => this.#readOnlyNames({ value: member, file }, depth + 1)),
    ];
  }
}

/** The types that a schema names, or that its keywords are of. */
function typesOf(schema: JsonObject): readonly unknown[] {
  const { type } = schema;
  if (Array.isArray(type)) return type;
  if (type !== undefined) return [type];
  if (['properties', 'additionalProperties', 'patternProperties', 'required'].some((key) => Object.hasOwn(schema, key)))
    return ['object'];
  return ['items', 'prefixItems'].some((key) => Object.hasOwn(schema, key)) ? ['array'] : [];
}

/** YAML reads `1` and `true` as no strings, even where the schema says they are. */
function asWritten(literal: unknown, { type }: JsonObject): unknown {
  return type === 'string' && (typeof literal === 'number' || typeof literal === 'boolean') ? String(literal) : literal;
}

import {
  asArray,
  hasObject,
  type ApiDocument,
  type Located,
  type LocatedObject,
  type ReferenceTarget,
} from './document.js';
import { COMPOSITIONS, createPartReader } from './composition.js';
import { createDirectionCheck } from './directions.js';
import { allowsType, hasDirection, listLiterals, listTypes } from './schema.js';
import { getLast } from '../template/values.js';
import { block, documentSchema, literalType, writeProperty } from './text.js';

/** A type as text. */
interface TypeText {
  readonly text: string;
  /** Whether it needs parentheses beside an operator. */
  readonly compound?: boolean;
}

const UNKNOWN: TypeText = { text: 'unknown' };
const NULL: TypeText = { text: 'null' };
const LONG: TypeText = { text: 'number | string | bigint', compound: true };
const NEVER: TypeText = { text: 'never' };

const inParentheses = ({ text, compound }: TypeText): string => (compound ? `(${text})` : text);

/** @param all the type that absorbs the others @param none the type that changes none of them */
function join(types: readonly TypeText[], operator: '|' | '&', all: TypeText, none: TypeText): TypeText {
  const distinct = new Map(types.map((type) => [type.text, type]));
  if (distinct.has(all.text)) return all;
  distinct.delete(none.text);
  const [only = none] = distinct.values();
  if (distinct.size < 2) return only;
  return { text: [...distinct.values()].map(inParentheses).join(` ${operator} `), compound: true };
}

const union = (types: readonly TypeText[]): TypeText => join(types, '|', UNKNOWN, NEVER);
const intersection = (types: readonly TypeText[]): TypeText => join(types, '&', NEVER, UNKNOWN);

/** Finds the references that a type alias resolves at once: those outside of members and lists. */
function findImmediateTargets(document: ApiDocument, located: Located): ReferenceTarget[] {
  const schema = document.normalize(located);
  if (!hasObject(schema)) return [];
  const { $ref: reference } = schema.value;
  if (typeof reference === 'string') return [document.lookUp(reference, schema.file) ?? []].flat();
  return COMPOSITIONS.flatMap((keyword) =>
    document.list(schema, keyword).flatMap((member) => findImmediateTargets(document, member)),
  );
}

/**
 * Makes a function that decides whether the reference from one type alias to another closes a cycle, which TypeScript rejects:
 * `type A = B | string; type B = A`. Without all of these there are no cycles.
 */
function createCycleCheck(document: ApiDocument): (from: ReferenceTarget, to: ReferenceTarget) => boolean {
  /** The visited ones by key, each with whether it is on the path to the current one. */
  const visited = new Map<string, boolean>();
  const closing = new Set<string>();
  return (from, to) => {
    // A depth-first search with its own stack, because documents may be deep.
    const path = [{ key: '', pending: [from] }];
    for (let top = getLast(path); top; top = getLast(path)) {
      const next = top.pending.pop();
      if (!next) {
        visited.set(top.key, false);
        path.pop();
      } else if (visited.get(next.key)) closing.add(`${top.key} ${next.key}`);
      else if (!visited.has(next.key)) {
        visited.set(next.key, true);
        path.push({ key: next.key, pending: findImmediateTargets(document, next) });
      }
    }
    return closing.has(`${from.key} ${to.key}`);
  };
}

/** The use of a type: the members that it has, and whether it has `null`, which no url can express. */
export type TypeUse = 'request' | 'response' | 'url';

/** The surroundings of a schema. */
interface Scope {
  readonly use: TypeUse;
  /** The alias that is being written, while there are only operators between it and the schema. */
  readonly alias: ReferenceTarget | undefined;
  /** The schemas around it that describe the members of the same object. */
  readonly composition: readonly LocatedObject[];
}

const inside = (use: TypeUse): Scope => ({ use, alias: undefined, composition: [] });
const PRIMITIVES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({ string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }),
);

/**
 * Writes the TypeScript types of values that are sent or received, from JSON schemas: OpenAPI 3.1's, 3.0's and Swagger's. A type is
 * wider where it can't express its schema.
 */
export class SchemaTypes {
  readonly document: ApiDocument;
  private readonly closesCycle: ReturnType<typeof createCycleCheck>;
  private readonly dependsOnDirection: ReturnType<typeof createDirectionCheck>;
  /** Names that are taken: identifiers, each used once. */
  private readonly names: Set<string>;
  private readonly named = new Map<
    string,
    { readonly name: string; readonly target: ReferenceTarget; readonly use: TypeUse }
  >();

  constructor(document: ApiDocument, reserved: readonly string[]) {
    this.document = document;
    this.closesCycle = createCycleCheck(document);
    this.dependsOnDirection = createDirectionCheck(document);
    this.names = new Set(reserved);
  }

  /** Writes the type of a schema; {@link SchemaTypes.writeDeclarations} declares the types that it refers to. */
  writeType(schema: Located, use: TypeUse = 'request'): string {
    return this.type(schema, inside(use)).text;
  }

  /** Declares the types that the written ones refer to. */
  writeDeclarations(): string[] {
    // Writing one may add others, which the iteration over a Map includes.
    return Array.from(this.named.values(), ({ name, target, use }) => {
      const type = this.type(target, { ...inside(use), alias: target });
      return `${documentSchema(this.document.normalize(target).value)}export type ${name} = ${type.text};\n`;
    });
  }

  private type(schema: Located, scope: Scope): TypeText {
    const normalized = this.document.normalize(schema);
    if (normalized.value === false) return NEVER;
    if (!hasObject(normalized)) return UNKNOWN;
    const { $ref: reference, nullable } = normalized.value;
    // A url has more digits than a number of JavaScript.
    if (scope.use === 'url' && this.document.follow(schema)?.value['format'] === 'int64') return LONG;
    if (typeof reference === 'string') return this.reference(reference, normalized.file, scope);
    const type = this.keywordType(normalized, scope);
    return nullable === true && scope.use !== 'url' ? union([type, NULL]) : type;
  }

  private keywordType(schema: LocatedObject, scope: Scope): TypeText {
    const literals = listLiterals(schema.value)
      ?.filter((literal) => literal !== null || scope.use !== 'url')
      .map(literalType);
    if (literals?.every((text) => text !== undefined)) return union(literals.map((text) => ({ text })));
    const inner: Scope = { ...scope, composition: [...scope.composition, schema] };
    const types = (keyword: string) => this.document.list(schema, keyword).map((member) => this.type(member, inner));
    const [all = [], one = [], any = []] = COMPOSITIONS.map(types);
    const isComposed = all.length + one.length + any.length > 0;
    return intersection([
      this.baseType(schema, inner, isComposed),
      ...all,
      ...[one, any].filter(({ length }) => length > 0).map(union),
    ]);
  }

  /** The type by `type`, without the schemas that it is composed of. */
  private baseType(located: LocatedObject, scope: Scope, isComposed: boolean): TypeText {
    const types = listTypes(located.value);
    if (types.length === 0) return UNKNOWN;
    return union(
      types.map((type) => {
        if (type === 'null' && scope.use === 'url') return NEVER;
        const primitive = PRIMITIVES.get(type);
        if (primitive !== undefined) return { text: primitive };
        if (type === 'array') return this.arrayType(located, scope.use);
        if (type === 'object') return this.objectType(located, scope, isComposed);
        return UNKNOWN;
      }),
    );
  }

  private arrayType(list: LocatedObject, use: TypeUse): TypeText {
    const prefix = this.document.list(list, 'prefixItems');
    const items = this.document.at(list, 'items');
    const schemas = prefix.length > 0 && items.value === undefined ? prefix : [...prefix, items];
    const member = union(schemas.map((schema) => this.type(schema, inside(use))));
    return { text: `readonly ${inParentheses(member)}[]`, compound: true };
  }

  private objectType(located: LocatedObject, scope: Scope, isComposed: boolean): TypeText {
    const { document } = this;
    const hiddenBy = scope.use === 'response' ? 'writeOnly' : 'readOnly';
    const isHidden = (property: Located) => hasDirection(document, property, hiddenBy);
    const properties = document.entries(located, 'properties');
    const required = new Set(asArray(located.value['required']).filter((name) => typeof name === 'string'));
    const members = properties.flatMap(([name, member]) => {
      if (isHidden(member)) return [];
      const property = document.normalize(member);
      const type = this.type(property, inside(scope.use)).text;
      return documentSchema(property.value) + writeProperty(name, required.has(name), type);
    });
    // Those that another schema of the composition describes, unless this use lacks them.
    for (const [name] of properties) required.delete(name);
    const readParts = createPartReader(document);
    const parts = required.size > 0 ? scope.composition.flatMap((part) => readParts(part)) : [];
    const isSent = (name: string) =>
      !parts.some((part) => isHidden(document.at(document.member(part, 'properties'), name)));
    members.push(...[...required].filter(isSent).map((name) => writeProperty(name, true, 'unknown')));
    const { additionalProperties: additional, patternProperties } = located.value;
    const isAny = members.length > 0 || patternProperties !== undefined;
    const isClosed = located.value['properties'] !== undefined || members.length > 0 || isComposed;
    // Beside named members, an index signature has to include the types of all of them.
    const index = isAny ? UNKNOWN : this.type(document.at(located, 'additionalProperties'), inside(scope.use));
    if (patternProperties !== undefined || (additional === undefined ? !isClosed : additional !== false))
      members.push(`[key: string]: ${index.text};`);
    if (members.length === 0) return isComposed ? UNKNOWN : { text: '{}' };
    return { text: block(members) };
  }

  private reference(reference: string, file: string, scope: Scope): TypeText {
    const target = this.document.lookUp(reference, file);
    if (!target) return UNKNOWN;
    if (scope.alias && this.closesCycle(scope.alias, target)) {
      this.document.warn(`$ref ${JSON.stringify(reference)}: refers to itself, and becomes unknown.`);
      return UNKNOWN;
    }
    const name = this.nameOf(target, scope.use === 'response' ? 'response' : 'request');
    return { text: scope.use === 'url' && this.allowsNull(target) ? `NonNullable<${name}>` : name };
  }

  /** Whether the type of a schema, which may be a reference, has `null` beside other types. */
  private allowsNull(schema: Located): boolean {
    const { value = {} } = this.document.follow(schema) ?? {};
    const hasNull = value['nullable'] === true || listLiterals(value)?.includes(null);
    return hasNull || allowsType(this.document, schema, 'null');
  }

  /** The name of a declared type; requests and responses share one if it has the same members in both. */
  private nameOf(target: ReferenceTarget, use: TypeUse): string {
    const isApart = use === 'response' && this.dependsOnDirection(target);
    const suffix = isApart ? ` ${use}` : '';
    const key = target.key + suffix;
    const known = this.named.get(key);
    if (known) return known.name;
    const name = this.takeName(target.name + suffix);
    this.named.set(key, { name, target, use });
    return name;
  }

  /** Takes a name similar to the requested one: `simple-user` becomes `SimpleUser`, and the second time `SimpleUser2`. */
  private takeName(requested: string): string {
    const words = requested.match(/[A-Za-z\d]+/g) ?? [];
    const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    // With an initial capital it is neither a keyword nor one of the built-in types that are written.
    const base = /^[A-Z]/.test(pascal) ? pascal : `Schema${pascal}`;
    let name = base;
    for (let count = 2; this.names.has(name); count++) name = `${base}${/\d$/.test(base) ? '_' : ''}${count}`;
    this.names.add(name);
    return name;
  }
}

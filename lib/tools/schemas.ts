import { createPartReader, isComposed, listParts, remember } from '../openapi/composition.js';
import { asArray, hasObject, isObject } from '../openapi/document.js';
import type { ApiDocument, Located, LocatedObject } from '../openapi/document.js';
import { ALTERNATIVES, hasDirection } from '../openapi/schema.js';
import { setOwn } from '../request/plain-objects.js';
import { hasOwn } from '../template/values.js';
import { FACTS, readFact } from './facts.js';
import {
  ALL_TYPES,
  BARE,
  combine,
  DEPRECATED,
  describe,
  intersectTypes,
  readChoices,
  readTypes,
  strip,
  withoutTexts,
} from './parts.js';
import { copyJson, isOf } from './values.js';
import { clean, isPortable, toAlias } from './words.js';

/** A JSON Schema (2020-12). */
export type Schema = Record<string, unknown>;

/** The JSON Schema (2020-12) of a tool's arguments. */
export interface InputSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
  $defs?: Record<string, object>;
}

/** The most characters of a tool's schemas, about. */
const MAX_SIZE = 60_000;
/** The deepest nesting within a schema. */
const MAX_DEPTH = 40;
/** The longest default, and the longest enumeration, as JSON. */
const MAX_DEFAULT = 1000;
const MAX_CHOICES = 20_000;
/** The most objects of a parameter of the query. */
const MAX_OBJECTS = 50;
/** The deepest nesting of objects in a query; deeper ones are in lists, too, whose items are written by their index. */
export const MAX_NESTING = 3;

/** The schema that is being written. */
interface State {
  /** The names of the definitions that it refers to. */
  readonly references: string[];
  size: number;
  /** Whether something is left out for the sake of the size. */
  isCut: boolean;
  /** The objects that a value in a query may still have. */
  objects: number;
}

/** A schema, with the definitions that it refers to. */
export interface Written extends Readonly<State> {
  readonly schema: Schema;
}

/** A schema with another description. */
function describeWritten(written: Written, text = ''): Written {
  const isDeprecated = String(written.schema['description']).startsWith(DEPRECATED.trim());
  const description = clean((isDeprecated && text && !text.startsWith(DEPRECATED) ? DEPRECATED : '') + text);
  if (description === '') return written;
  const schema = Object.assign({}, written.schema, { description });
  return { ...written, schema, size: written.size + description.length };
}

/** A schema with its name at the beginning of the description, where the alias lacks letters of it. */
export const nameIn = (schema: Schema, name: string): Schema =>
  /[^\0-\x7f]/.test(name)
    ? { ...schema, description: clean(`\`${name}\`. ${(schema['description'] ?? '') as string}`) }
    : schema;

/** The schema of text. */
export const createText = (description?: string): Written =>
  describeWritten({ schema: { type: 'string' }, references: [], size: 20, isCut: false, objects: 0 }, description);

/** The place of a schema in the one that is being written. */
interface Scope {
  readonly state: State;
  readonly depth: number;
  /** The schemas around it. */
  readonly outer: readonly unknown[];
  /** How deep objects may be nested, 0 for lists alone, less for neither; less than infinite in a query, where all members are named. */
  readonly nesting: number;
  /** How much of it a list takes: 1 where items are written by their index, and so may have members. */
  readonly step: number;
}

/** A schema that others refer to. */
interface Definition extends Located {
  readonly key: unknown;
  /** The name that it gets, unless another one has it. */
  readonly name: string;
}

export const isEmpty = (schema: object): boolean => Object.keys(schema).length === 0;

const hasKeyword = (parts: readonly LocatedObject[], keyword: string): boolean =>
  parts.some(({ value }) => hasOwn(value, keyword));

/**
 * Writes schemas of a document in the part of JSON Schema 2020-12 that converters and model providers accept: references alone,
 * compositions as one schema, alternatives as `anyOf`, only keywords of the schema's types. Members that only responses have are left
 * out. It collects the definitions that schemas refer to, and remembers what it writes.
 */
export class SchemaWriter {
  /** The names of members by their aliases. */
  readonly aliases = new Map<string, string>();
  private readonly document: ApiDocument;
  private readonly names = new Map<unknown, string>();
  private readonly targets = new Map<string, Located>();

  constructor(document: ApiDocument) {
    this.document = document;
  }

  private refer({ key, name: wish, ...target }: Definition, state: State): Schema {
    let name = this.names.get(key);
    if (name === undefined) {
      const start = toAlias(wish).replace(/^(?![a-z])/i, 'S');
      name = start;
      for (let turn = 2; this.targets.has(name); turn++) name = `${start}_${turn}`;
      this.names.set(key, name);
      this.targets.set(name, target);
    }
    state.references.push(name);
    state.size += name.length;
    return { $ref: `#/$defs/${name}` };
  }

  private alias(name: string): string {
    if (isPortable(name)) return name;
    const alias = toAlias(name, name);
    this.aliases.set(alias, name);
    return alias;
  }

  /** Writes what all of the schemas allow together; undefined where that is nothing. */
  private writeAll(schemas: readonly Located[], scope: Scope): Schema | undefined {
    const { document } = this;
    const { state, depth, outer, nesting } = scope;
    const isFree = nesting === Infinity;
    if (schemas.length === 0 && isFree) return {};
    if (schemas.some(({ value }) => value === false)) return undefined;
    if (depth > MAX_DEPTH || state.size > MAX_SIZE) {
      state.isCut = true;
      return {};
    }
    state.size += 10;
    const only = schemas.length === 1 && isFree && document.normalize(schemas[0] as Located);
    if (only && hasObject(only)) {
      const { $ref: reference } = only.value;
      if (typeof reference === 'string') {
        const target = document.lookUp(reference, only.file);
        if (!target || !document.follow(target)) return {};
        return describe([only], this.refer(target, state));
      }
      // It contains itself without a reference, or in a composition.
      if (outer.includes(only.value)) return this.refer({ ...only, key: only.value, name: 'Schema' }, state);
    }
    const readParts = createPartReader(document);
    const parts = only ? listParts(document, only) : schemas.flatMap((one) => readParts(one));
    parts.reverse();
    return this.writeParts(parts, { ...scope, depth: depth + 1, outer: only ? [...outer, only.value] : outer });
  }

  /** Writes what a schema and those that it is composed of allow. */
  private writeParts(parts: readonly LocatedObject[], scope: Scope): Schema | undefined {
    if (!parts.some(isComposed)) return this.writePlain(parts, scope);
    const stripped = parts.map(strip);
    const groups = parts
      .flatMap((part) => ALTERNATIVES.map((keyword) => this.document.list(part, keyword)))
      .filter(({ length }) => length > 0);
    if (groups.length === 0) return this.writePlain(stripped, scope);
    const isBare = stripped.every(({ value }) => Object.keys(value).every((key) => BARE.test(key)));
    const base = withoutTexts(stripped);
    const alternatives = new Map<string, Schema>();
    const add = (schema: Schema | undefined) => {
      if (schema) alternatives.set(JSON.stringify(schema), schema);
    };
    for (const combination of combine(groups, scope.state)) {
      const isTyped = combination.every(
        ({ value }) => isObject(value) && (hasOwn(value, 'type') || hasOwn(value, '$ref')),
      );
      add(this.writeAll(isBare && isTyped ? combination : [...base, ...combination], scope));
    }
    if (parts[0]?.value['nullable'] === true) add({ type: 'null' });
    const anyOf = [...alternatives.values()];
    const [only] = anyOf;
    if (!only) return undefined;
    const isAny = anyOf.some(isEmpty);
    return describe(stripped, anyOf.length === 1 ? only : isAny ? {} : { anyOf });
  }

  /** Writes what schemas without others in them allow. */
  private writePlain(parts: readonly LocatedObject[], scope: Scope): Schema | undefined {
    const { state } = scope;
    let types = parts.map(readTypes).reduce(intersectTypes, undefined);
    // Without any, the one that the keywords are about.
    if (hasKeyword(parts, 'properties')) types ??= ['object'];
    if (hasKeyword(parts, 'items')) types ??= ['array'];
    if (types && parts[0]?.value['nullable'] === true) types = [...new Set([...types, 'null'])];
    types = this.limitTypes(types, parts, scope);
    const has = (type: string) => !types || types.includes(type);
    const items = has('array') ? this.writeItems(parts, scope) : {};
    if (!items) types = types?.filter((type) => type !== 'array');
    const choices = readChoices(parts, types);
    if (choices) types = (types ?? ALL_TYPES).filter((type) => choices.some((choice) => isOf(type, choice)));
    if (types?.length === 0) return undefined;
    const isUnion = types && types.filter((type) => type !== 'null').length > 1;
    if (types && isUnion && !choices) {
      const each = types.map((type) => this.writePlain([{ value: { type }, file: '' }, ...withoutTexts(parts)], scope));
      return describe(parts, { anyOf: each.filter(Boolean) });
    }
    const schema: Schema = {};
    if (types && !isUnion) schema['type'] = types.length > 1 ? types : types[0];
    describe(parts, schema);
    const preset = copyJson(parts.find(({ value }) => hasOwn(value, 'default'))?.value['default'], MAX_DEFAULT);
    if (preset !== undefined) schema['default'] = preset;
    if (choices) {
      schema['enum'] = copyJson(choices, MAX_CHOICES);
      state.isCut ||= !schema['enum'];
    } else {
      for (const { value } of parts)
        for (const key of Object.keys(value)) {
          const fact = FACTS.get(key);
          const bound = fact && readFact(key, value);
          if (fact?.isValid(bound) && (has(fact.type) || (fact.type === 'number' && has('integer'))))
            schema[key] = hasOwn(schema, key)
              ? (fact.choose?.(schema[key] as number, bound as number) ?? schema[key])
              : bound;
        }
      if (items && !isEmpty(items)) schema['items'] = items;
      if (has('object')) this.writeMembers(parts, schema, scope);
    }
    for (const key of Object.keys(schema)) state.size += key.length + String(schema[key]).length;
    return schema;
  }

  /** Leaves out the types that a value in a query can't have. */
  private limitTypes(types: string[] | undefined, parts: readonly LocatedObject[], { nesting, state }: Scope) {
    if (nesting === Infinity) return types;
    return (types ?? ALL_TYPES).filter((type) => {
      if (type === 'array') return nesting >= 0;
      if (type !== 'object') return true;
      return nesting > 0 && parts.some(({ value }) => isObject(value['properties'])) && state.objects-- > 0;
    });
  }

  /** Writes the items of a list; those of a tuple are alternatives. Undefined where there can be none. */
  private writeItems(parts: readonly LocatedObject[], scope: Scope): Schema | undefined {
    const items = parts.flatMap((part): Located[] => {
      const others = this.document.at(part, 'items');
      const tuple = asArray(part.value['prefixItems']);
      if (tuple.length === 0) return others.value === undefined ? [] : [others];
      return [{ value: { anyOf: isObject(others.value) ? [...tuple, others.value] : tuple }, file: part.file }];
    });
    return this.writeAll(items, { ...scope, nesting: scope.nesting - scope.step });
  }

  private writeMembers(parts: readonly LocatedObject[], schema: Schema, scope: Scope): void {
    const { state, nesting } = scope;
    const inner = { ...scope, nesting: nesting - 1 };
    const members = new Map<string, Located[]>();
    for (const part of parts)
      for (const [name, member] of this.document.entries(part, 'properties'))
        members.set(name, [...(members.get(name) ?? []), member]);
    const properties: Schema = {};
    const hidden = new Set<unknown>();
    for (const [name, schemas] of members) {
      const isHidden = schemas.some((member) => hasDirection(this.document, member, 'readOnly'));
      const written = isHidden ? undefined : this.writeAll(schemas, inner);
      state.size += name.length;
      if (written) setOwn(properties, this.alias(name), nameIn(written, name));
      else hidden.add(name);
      if (state.size > MAX_SIZE) break;
    }
    const others = parts.map(({ value, file }) => ({
      value: value['additionalProperties'] ?? value['unevaluatedProperties'],
      file,
    }));
    const names = new Set(parts.flatMap(({ value }) => asArray(value['required'])));
    const required = [...names].flatMap((name) =>
      typeof name === 'string' && !hidden.has(name) ? this.alias(name) : [],
    );
    if (required.length > 0) schema['required'] = required;
    for (const alias of required) if (!hasOwn(properties, alias)) setOwn(properties, alias, {});
    // Names that match a pattern aren't additional, and a schema that is cut may lack members.
    const isOpen = state.isCut || hasKeyword(parts, 'patternProperties');
    const isClosed = nesting < Infinity || others.some(({ value }) => value === false);
    const additional = isOpen
      ? {}
      : isClosed
        ? false
        : this.writeAll(
            others.filter(({ value }) => isObject(value)),
            scope,
          );
    if (!isEmpty(properties) || additional === false) schema['properties'] = properties;
    if (additional === false || !isEmpty(additional ?? {})) schema['additionalProperties'] = additional;
  }

  /**
   * Writes a schema; undefined where it allows nothing.
   *
   * @param description replaces the schema's
   * @param nesting for a parameter of the query: how deep objects may be nested, all of whose members are named
   */
  write(located: Located, description?: string, nesting = Infinity): Written | undefined {
    const written = this.writeOnce(this.document, located, nesting);
    return written && describeWritten(written, description);
  }

  private readonly writeOnce = remember((_, located: Located, nesting): Written | undefined => {
    const state: State = { references: [], size: 0, isCut: false, objects: MAX_OBJECTS };
    const step = nesting > MAX_NESTING ? 1 : Infinity;
    const schema = this.writeAll([located], { state, depth: 0, outer: [], nesting, step });
    return schema && Object.assign(state, { schema });
  });

  /** The schemas of arguments with the definitions that they refer to, the nearest first; of those that would be too much, only the types. */
  collect(named: ReadonlyMap<string, { readonly name: string; readonly written: Written }>) {
    const properties: Record<string, Schema> = {};
    const definitions: Record<string, Schema> = {};
    const pending: string[] = [];
    let size = 0;
    let isCut = false;
    const add = (holder: object, name: string, written: Written | undefined, schema = written?.schema) => {
      const fits = written && size + written.size <= MAX_SIZE;
      const { type } = schema ?? {};
      setOwn(holder, name, fits ? schema : type === undefined ? {} : { type });
      isCut ||= !fits || written.isCut;
      if (!fits) return;
      size += written.size;
      pending.push(...written.references);
    };
    named.forEach(({ name, written }, key) => add(properties, key, written, nameIn(written.schema, name)));
    for (const name of pending)
      if (!hasOwn(definitions, name)) add(definitions, name, this.write(this.targets.get(name) as Located));
    return { properties, definitions, isCut };
  }
}

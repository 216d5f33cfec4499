import { createPartReader } from '../openapi/composition.js';
import { asArray, isObject } from '../openapi/document.js';
import type { ApiDocument, JsonObject, Located, ReferenceTarget } from '../openapi/document.js';
import { COMPOSITIONS, hasDirection, listLiterals } from '../openapi/schema.js';
import { setOwn } from '../request/plain-objects.js';
import { hasOwn } from '../template/values.js';
import { clean } from './words.js';

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
export const MAX_SIZE = 60_000;
/** The deepest nesting within a schema. */
const MAX_DEPTH = 40;
/** The longest default or example, and the longest enumeration, as JSON. */
const MAX_VALUE = 1000;
const MAX_CHOICES = 20_000;

/** A schema, with the definitions that it refers to. */
export interface Written {
  readonly schema: Schema;
  /** The names of definitions. */
  readonly references: ReadonlySet<string>;
  readonly size: number;
  /** Whether something is left out for the sake of the size. */
  readonly isCut: boolean;
}

/** The schema that is being written. */
interface State {
  readonly references: Set<string>;
  size: number;
  isCut: boolean;
}

const TYPES = /^(?:string|number|integer|boolean|array|object|null)$/;
const COUNT = /^m(?:ax|in)(?:Length|Items|Properties)$/;

/** A plain copy of a value as JSON holds it; undefined for a longer one. */
function copyJson(value: unknown, limit: number, state: State): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(value) as string | undefined;
  } catch {
    // A document of objects may contain itself; then it has no JSON.
  }
  if (text === undefined || text.length > limit) return undefined;
  state.size += text.length;
  return JSON.parse(text);
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && value.length <= MAX_VALUE && !!new RegExp(value, 'u');
  } catch {
    return false;
  }
}

function writeTypes(value: unknown): unknown {
  const types = [value]
    .flat()
    .map((type: unknown) => (type === 'file' ? 'string' : type))
    .filter((type, index, all) => typeof type === 'string' && TYPES.test(type) && all.indexOf(type) === index);
  return types.length > 1 ? types : types[0];
}

/** Writes a keyword whose value isn't a schema; undefined where it is left out. */
function writeFact(key: string, schema: JsonObject, state: State): unknown {
  const value = schema[key];
  if (COUNT.test(key)) return Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined;
  switch (key) {
    case 'type':
      return writeTypes(value);
    case 'title':
    case 'description':
      return typeof value === 'string' ? clean(value) : undefined;
    case 'format':
      return typeof value === 'string' ? value : undefined;
    case 'minimum':
    case 'maximum':
      // In OpenAPI 3.0, a flag makes it exclusive.
      return Number.isFinite(value) && schema[`exclusive${key === 'minimum' ? 'Minimum' : 'Maximum'}`] !== true
        ? value
        : undefined;
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const bound = value === true ? schema[key === 'exclusiveMinimum' ? 'minimum' : 'maximum'] : value;
      return Number.isFinite(bound) ? bound : undefined;
    }
    case 'multipleOf':
      return Number.isFinite(value) && (value as number) > 0 ? value : undefined;
    case 'pattern':
      return isPattern(value) ? value : undefined;
    case 'uniqueItems':
    case 'deprecated':
      return typeof value === 'boolean' ? value : undefined;
    case 'default':
      return copyJson(value, MAX_VALUE, state);
    case 'enum':
    case 'const':
      return writeLiterals(key, schema, state);
    default:
      return undefined;
  }
}

function writeLiterals(key: 'enum' | 'const', schema: JsonObject, state: State): unknown {
  const literals = copyJson(listLiterals({ type: schema['type'], [key]: schema[key] }) ?? [], MAX_CHOICES, state);
  if (literals === undefined) state.isCut = true;
  if (key === 'const') return asArray(literals)[0];
  const byText = new Map(asArray(literals).map((literal) => [JSON.stringify(literal), literal]));
  if (byText.size > 0 && schema['nullable'] === true) byText.set('null', null);
  return byText.size > 0 ? [...byText.values()] : undefined;
}

/** Adds `null` to what a schema allows. */
function allowNull(schema: Schema): Schema {
  const types = [schema['type'] ?? []].flat();
  if (types.length > 0) return { ...schema, type: [...new Set([...types, 'null'])] };
  return Object.keys(schema).length > 0 ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/**
 * Writes schemas of a document as JSON Schema 2020-12, without the members that only responses have, and collects the definitions that
 * they refer to. It remembers what it writes.
 */
export class SchemaWriter {
  private readonly document: ApiDocument;
  private readonly memory = new WeakMap<object, Written>();
  private readonly names = new Map<string, string>();
  private readonly targets = new Map<string, ReferenceTarget>();

  constructor(document: ApiDocument) {
    this.document = document;
  }

  private nameTarget(target: ReferenceTarget): string {
    let name = this.names.get(target.key);
    if (name === undefined) {
      const wish = target.name
        .replace(/[^\w.-]+/g, '_')
        .replace(/^(?![a-z])/i, 'S')
        .slice(0, 64);
      name = wish;
      for (let turn = 2; this.targets.has(name); turn++) name = `${wish}_${turn}`;
      this.names.set(target.key, name);
      this.targets.set(name, target);
    }
    return name;
  }

  private refer(reference: string, file: string, state: State): string | undefined {
    const target = this.document.lookUp(reference, file);
    if (!target || !this.document.follow(target)) return undefined;
    const name = this.nameTarget(target);
    state.references.add(name);
    return `#/$defs/${name}`;
  }

  /** The members that only responses have are required of no request. */
  private writeRequired(located: Located, required: readonly unknown[]): unknown {
    const parts = createPartReader(this.document, COMPOSITIONS)(located);
    const isSent = (name: string): boolean =>
      !parts.some(({ value: { properties }, file }) => {
        const member = isObject(properties) && hasOwn(properties, name) ? properties[name] : undefined;
        return hasDirection(this.document, { value: member, file }, 'readOnly');
      });
    const sent = new Set(required.filter((name): name is string => typeof name === 'string' && isSent(name)));
    return sent.size > 0 ? [...sent] : undefined;
  }

  private writeMembers(properties: JsonObject, file: string, state: State, depth: number): Schema {
    const members: Schema = {};
    for (const name of Object.keys(properties)) {
      const member = { value: properties[name], file };
      if (hasDirection(this.document, member, 'readOnly')) continue;
      state.size += name.length;
      setOwn(members, name, this.writeInner(member, state, depth + 1));
      if (state.size > MAX_SIZE) break;
    }
    return members;
  }

  /** Writes a keyword; undefined where it is left out. */
  private writeKeyword(key: string, located: Located, state: State, depth: number): unknown {
    const { file } = located;
    const schema = located.value as JsonObject;
    const value = schema[key];
    const inner = (part: unknown): Schema => this.writeInner({ value: part, file }, state, depth + 1);
    switch (key) {
      case '$ref':
        return typeof value === 'string' ? this.refer(value, file, state) : undefined;
      case 'properties':
        return isObject(value) ? this.writeMembers(value, file, state, depth) : undefined;
      case 'required':
        return Array.isArray(value) ? this.writeRequired(located, value) : undefined;
      case 'additionalProperties':
        // Names that match a pattern aren't additional; patterns are left out.
        if (hasOwn(schema, 'patternProperties')) return undefined;
        return typeof value === 'boolean' ? value : isObject(value) ? inner(value) : undefined;
      case 'items':
        return isObject(value) || value === false ? inner(value) : undefined;
      case 'not':
        return isObject(value) ? inner(value) : undefined;
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
      case 'prefixItems':
        return Array.isArray(value) && value.length > 0 ? value.map(inner) : undefined;
      default:
        return writeFact(key, schema, state);
    }
  }

  private writeInner(located: Located, state: State, depth: number): Schema {
    const { value } = located;
    if (value === false) return { not: {} };
    if (!isObject(value)) return {};
    if (depth > MAX_DEPTH || state.size > MAX_SIZE) {
      state.isCut = true;
      return {};
    }
    const schema: Schema = {};
    for (const key of Object.keys(value)) {
      const written = this.writeKeyword(key, located, state, depth);
      if (written === undefined) continue;
      state.size += key.length + (typeof written === 'string' ? written.length : 4);
      schema[key] = written;
    }
    // It may lack members that the document has.
    if (state.isCut) delete schema['additionalProperties'];
    return value['nullable'] === true ? allowNull(schema) : schema;
  }

  write(located: Located): Written {
    const { value } = located;
    const known = isObject(value) ? this.memory.get(value) : undefined;
    if (known) return known;
    const state: State = { references: new Set(), size: 0, isCut: false };
    const schema = this.writeInner(located, state, 0);
    const written = { ...state, schema };
    if (isObject(value)) this.memory.set(value, written);
    return written;
  }

  /** The definitions that schemas refer to, the nearest first; of those that would be too much, only the types. */
  collect(roots: Iterable<Written>): Omit<Written, 'references'> {
    const schema: Schema = {};
    const pending: string[] = [];
    let size = 0;
    let isCut = false;
    for (const root of roots) {
      pending.push(...root.references);
      size += root.size;
      isCut ||= root.isCut;
    }
    for (const name of pending) {
      if (hasOwn(schema, name)) continue;
      const written = this.write(this.targets.get(name) as ReferenceTarget);
      if (size + written.size > MAX_SIZE) {
        const { type } = written.schema;
        schema[name] = type === undefined ? {} : { type };
        isCut = true;
        continue;
      }
      size += written.size;
      isCut ||= written.isCut;
      schema[name] = written.schema;
      pending.push(...written.references);
    }
    return { schema, size, isCut };
  }
}

import { getLast, hasOwn } from '../template/values.js';
import { indexAnchors, resolveUri } from './anchors.js';

/** An object of a document; its members can be anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty one. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is an array, otherwise an empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string, otherwise undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A value of a document, with the file that contains it: references in the value are relative to that file. */
export interface Located {
  readonly value: unknown;
  readonly file: string;
}

/** An object of a document, with the file that contains it. */
export interface LocatedObject extends Located {
  readonly value: JsonObject;
}

/** Whether a value of a document is an object. */
export function hasObject(located: Located): located is LocatedObject {
  return isObject(located.value);
}

/** The value that a reference leads to. */
export interface ReferenceTarget extends Located {
  /** The same for all references to the same value. */
  readonly key: string;
  /** The last segment of the reference, as a name for the value. */
  readonly name: string;
}

/** The parsed files of a document. */
export interface DocumentFiles {
  /** The path or URL of the document itself, as in `files`. */
  readonly entry: string;
  /** The content of each file by its path or URL, percent-encoded; an `Error` for a file that can't be read. */
  readonly files: ReadonlyMap<string, unknown>;
}

/** The longest chain of references. */
const MAX_HOPS = 100;
const TOO_LONG = `leads through more than ${MAX_HOPS} references.`;

/** Members beside a reference that count in every version, and references. */
const TEXTS = /^(?:\$ref|\$dynamicRef|description|summary)$/;
/** Members beside the reference of a schema that don't change its meaning, and the reference. */
const ANNOTATIONS = /^(?:\$ref|\$comment|description|summary|title|externalDocs|x-.*)$/;

/**
 * Checks that a parsed value is a document that routes can be read from.
 *
 * @returns the document
 * @throws Error where it isn't an OpenAPI 3.x or Swagger 2.0 document with `paths`; the message is a predicate, such as
 *   `has no paths, …`
 */
export function checkDocument(root: unknown): JsonObject {
  const { swagger, openapi, paths } = asObject(root);
  // YAML reads an unquoted version as a number.
  const isSupported = swagger === undefined ? /^3(?:\.\d|$)/.test(String(openapi)) : Number(swagger) === 2;
  if (!isObject(root) || !isSupported) {
    const version = JSON.stringify(openapi ?? swagger);
    const found = version === undefined ? 'it has neither "openapi" nor "swagger"' : `its version is ${version}`;
    throw new Error(`isn't an OpenAPI 3.x or Swagger 2.0 document: ${found}.`);
  }
  if (!isObject(paths)) throw new Error('has no paths, so there are no routes.');
  return root;
}

/** Makes a function that adds warnings about an operation. */
export const createWarn =
  (document: ApiDocument, { method, path }: { readonly method: string; readonly path: string }) =>
  (message: string): void =>
    document.warn(`${method} ${path}: ${message}`);

/**
 * A parsed OpenAPI 3.x or Swagger 2.0 document, with the files that it refers to. It follows references, and collects
 * warnings about everything that is left out.
 */
export class ApiDocument {
  readonly root: JsonObject;
  /** The path or URL of the document itself. */
  readonly entry: string;
  private readonly files: ReadonlyMap<string, unknown>;
  private readonly messages = new Set<string>();
  /** By file and reference; the reason for one that leads nowhere. */
  private readonly targets = new Map<string, Map<string, ReferenceTarget | string>>();
  /** Whether all members beside a reference count, and schemas have anchors: OpenAPI 3.1 and later. */
  readonly isModern: boolean;
  /** References by URI, as {@link indexAnchors} finds them. */
  private readonly anchors: ReadonlyMap<string, string>;
  /** The file or URI of objects that isn't the one of the object around them. */
  private readonly homes = new WeakMap<object, string>();
  /** Schemas with members beside a reference, and what they mean. */
  private readonly normalized = new WeakMap<JsonObject, JsonObject>();

  /**
   * @param root the parsed document, such as the result of `JSON.parse`
   * @param documentFiles needed where the document refers to other files
   * @throws Error as {@link checkDocument}
   */
  constructor(root: unknown, documentFiles: DocumentFiles = { entry: '/', files: new Map([['/', root]]) }) {
    this.root = checkDocument(root);
    this.entry = documentFiles.entry;
    this.files = documentFiles.files;
    this.isModern = this.root['swagger'] === undefined && !/^3(?:\.0|$)/.test(String(this.root['openapi']));
    this.anchors = this.isModern ? indexAnchors(this.files, this.homes) : new Map();
  }

  /** The parts that were left out, each with its reason in a sentence. */
  get warnings(): readonly string[] {
    return [...this.messages];
  }

  /** Adds a warning, once. */
  warn(message: string): void {
    this.messages.add(message);
  }

  /** Locates a value of the document's own file. */
  locate<Value>(value: Value): { readonly value: Value; readonly file: string } {
    return { value, file: this.entry };
  }

  /** Finds what a reference leads to, one step; undefined, with a warning, where it leads nowhere. */
  lookUp(reference: string, from: string): ReferenceTarget | undefined {
    try {
      return this.find(reference, from, 0);
    } catch (error) {
      this.warn(`$ref ${JSON.stringify(reference)}: ${(error as Error).message}`);
      return undefined;
    }
  }

  /**
   * Follows the references of a schema until there is one that isn't a reference alone, as {@link ApiDocument.normalize} means it.
   *
   * @returns undefined where there is no object; with a warning where a reference leads nowhere
   */
  follow(schema: Located): LocatedObject | undefined {
    const end = this.chase(schema);
    return hasObject(end) ? end : undefined;
  }

  /**
   * Follows the references of anything but a schema. Members beside a reference replace those of its target.
   *
   * @param keepsAll whether all of them count; otherwise the texts
   * @returns no value where a reference leads nowhere, with a warning
   */
  read(located: Located, keepsAll = this.isModern): Located {
    if (!isReference(located.value)) return located;
    const passed: LocatedObject[] = [];
    const { value, file } = this.chase(located, passed);
    passed.reverse();
    const siblings = passed.flatMap(({ value: reference, file: home }) => {
      const kept = Object.entries(reference).filter(([key]) => key !== '$ref' && (keepsAll || TEXTS.test(key)));
      for (const [, member] of kept) if (typeof member === 'object' && member) this.homes.set(member, home);
      return kept;
    });
    if (!isObject(value) || siblings.length === 0) return { value, file };
    return { value: { ...value, ...Object.fromEntries(siblings) }, file };
  }

  /** Locates a member of an object as it is. */
  at({ value, file }: LocatedObject, key: string): Located {
    return this.place(value[key], file);
  }

  /** Reads a member that is an object, or else an empty one. */
  member(located: LocatedObject, key: string, keepsAll?: boolean): LocatedObject {
    const { value, file } = this.read(this.at(located, key), keepsAll);
    return { value: asObject(value), file };
  }

  /** Lists the members of a list, which may be references. */
  list(located: LocatedObject, key: string): readonly Located[] {
    if (located.value[key] === undefined) return [];
    const { value, file } = this.read(this.at(located, key));
    return asArray(value).map((item) => this.place(item, file));
  }

  /** Lists the members of a list that are objects, or references to objects; not for schemas. */
  objects(located: LocatedObject, key: string): readonly LocatedObject[] {
    return this.list(located, key)
      .map((item) => this.read(item))
      .filter(hasObject);
  }

  /** Lists the members of a map by their names; they may be references. */
  entries(located: LocatedObject, key: string): readonly (readonly [name: string, member: Located])[] {
    const holder = this.member(located, key, true);
    return Object.keys(holder.value).map((name) => [name, this.at(holder, name)]);
  }

  /**
   * Writes a schema with members beside its reference, which OpenAPI 3.0 ignores, with the reference in `allOf`. A reference with texts
   * alone stays one.
   *
   * @returns the same value for the same schema
   */
  normalize(schema: Located): Located {
    const { value, file } = schema;
    if (!isReference(value) && !(this.isModern && isReference(value, '$dynamicRef'))) return schema;
    if (Object.keys(value).every((key) => ANNOTATIONS.test(key))) return schema;
    const normalized = this.normalized.get(value) ?? this.compose(value);
    this.normalized.set(value, normalized);
    return { value: normalized, file };
  }

  private compose(schema: JsonObject): JsonObject {
    const members = Object.entries(schema).filter(([key]) => this.isModern || TEXTS.test(key));
    // OpenAPI 3.1 has no `nullable`.
    const { $ref, $dynamicRef, nullable: _, ...siblings } = Object.fromEntries(members);
    if (this.anchors.has(String($dynamicRef).replace(/^.*#/s, '#')))
      this.warn(`$dynamicRef ${JSON.stringify($dynamicRef)}: has several targets; the one of its own schema is read.`);
    const references = [$ref, $dynamicRef].filter((each) => typeof each === 'string').map((each) => ({ $ref: each }));
    return references.length === 1 && Object.keys(siblings).every((key) => ANNOTATIONS.test(key))
      ? { ...siblings, ...references[0] }
      : { ...siblings, allOf: [...references, ...asArray(siblings['allOf'])] };
  }

  private place(value: unknown, file: string): Located {
    return { value, file: this.homes.get(value as object) ?? file };
  }

  /** @param passed gets the references on the way of anything but a schema */
  private chase(located: Located, passed?: LocatedObject[]): Located {
    let current = located;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      if (!passed) current = this.normalize(current);
      const { value, file } = current;
      if (!isReference(value)) return current;
      passed?.push({ value, file });
      current = this.lookUp(value.$ref, file) ?? this.locate(undefined);
    }
    const reference = JSON.stringify(asObject(located.value)['$ref']);
    this.warn(`$ref ${reference}: ${TOO_LONG}`);
    return this.locate(undefined);
  }

  /** Finds what a reference leads to, once: many pointers may lead through it. */
  private find(reference: string, from: string, hops: number): ReferenceTarget {
    const targets = this.targets.get(from) ?? new Map<string, ReferenceTarget | string>();
    let target = targets.get(reference);
    if (!target) {
      // Until it is found, for a pointer that leads through itself.
      target = TOO_LONG;
      this.targets.set(from, targets.set(reference, target));
      try {
        if (hops <= MAX_HOPS) target = this.resolve(reference, from, hops);
      } catch (error) {
        target = (error as Error).message;
      }
      targets.set(reference, target);
    }
    if (typeof target === 'string') throw new Error(target);
    return target;
  }

  private resolve(reference: string, from: string, hops: number): ReferenceTarget {
    const [uri, fragment] = resolveUri(reference, from);
    const isPointer = /^(?:\/|$)/.test(fragment);
    const place = this.anchors.get(isPointer ? uri : `${uri}#${fragment}`);
    if (place !== undefined) return this.find(place + (isPointer ? fragment : ''), from, hops + 1);
    const content = this.files.get(uri);
    // A document that has another URI than its file refers to the files around it, too.
    const home = this.anchors.get(from);
    if (content === undefined && home !== undefined) return this.find(reference, home, hops + 1);
    if (content === undefined) throw new Error('was not read.');
    if (content instanceof Error) throw content;
    if (!isPointer) throw new Error(`leads nowhere: there is no anchor ${JSON.stringify(fragment)}.`);
    // Reference tokens (RFC 6901, sections 4 and 6).
    const tokens = fragment.split('/').slice(1);
    const names = tokens.map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
    let located = this.place(content, uri);
    for (const name of names) {
      // A pointer leads through references on its way.
      for (let step = 0; step < MAX_HOPS && isReference(located.value) && !hasOwn(located.value, name); step++)
        located = this.find(located.value.$ref, located.file, hops + 1);
      const { value } = located;
      const member =
        typeof value === 'object' && value && hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
      if (member === undefined) throw new Error(`leads nowhere: there is no ${JSON.stringify(name)}.`);
      located = this.place(member, located.file);
    }
    const name = getLast(names) ?? uri.replace(/^.*\/|\.\w+$/gs, '');
    return { ...located, key: `${uri}#${fragment}`, name };
  }
}

function isReference(value: unknown, keyword = '$ref'): value is JsonObject & { readonly $ref: string } {
  return typeof (value as JsonObject | null | undefined)?.[keyword] === 'string';
}

import { getLast, hasOwn } from '../template/values.js';
import { indexAnchors, resolveUri, type Anchors } from './anchors.js';

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

/** The texts beside a reference, which count in every version. */
const TEXTS = /^(?:description|summary)$/;
/** Members beside the reference of a schema that describe it only. */
const ANNOTATIONS = /^(?:\$ref|\$comment|description|summary|title|externalDocs|x-.*)$/;

function filterKeys(value: JsonObject, isKept: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key)));
}

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
  /** By file and reference; an `Error` for one that leads nowhere. */
  private readonly targets = new Map<string, ReferenceTarget | Error>();
  /** Whether all members beside a reference count, and schemas have anchors: OpenAPI 3.1 and later. */
  private readonly isModern: boolean;
  private readonly anchors: Anchors | undefined;
  /** Schemas with members beside a reference, and what they mean. */
  private readonly normalized = new WeakMap<JsonObject, JsonObject>();
  /** Objects that a reference was merged into, and the objects that they are made of: the first that has a member is its place. */
  private readonly merged = new WeakMap<JsonObject, readonly LocatedObject[]>();

  /**
   * @param root the parsed document, such as the result of `JSON.parse`
   * @param documentFiles needed where the document refers to other files
   * @throws Error as {@link checkDocument}
   */
  constructor(root: unknown, documentFiles?: DocumentFiles) {
    this.root = checkDocument(root);
    this.entry = documentFiles?.entry ?? '/';
    this.files = documentFiles?.files ?? new Map([[this.entry, root]]);
    this.isModern = this.root['swagger'] === undefined && !/^3(?:\.0|$)/.test(String(this.root['openapi']));
    this.anchors = this.isModern ? indexAnchors(this.files) : undefined;
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
    return isObject(end?.value) ? (end as LocatedObject) : undefined;
  }

  /**
   * Follows the references of anything but a schema. Members beside a reference replace those of its target.
   *
   * @param keepsAll whether all of them count; otherwise the texts, as in OpenAPI 3.0
   * @returns no value where a reference leads nowhere, with a warning
   */
  read(located: Located, keepsAll = this.isModern): Located {
    const passed: LocatedObject[] = [];
    const end = this.chase(located, passed) ?? this.locate(undefined);
    if (!isObject(end.value) || passed.length === 0) return end;
    const places = passed.map(({ value, file }) => ({
      value: filterKeys(value, (key) => key !== '$ref' && (keepsAll || TEXTS.test(key))),
      file,
    }));
    const value = places.reduceRight((sum, place) => ({ ...sum, ...place.value }), end.value);
    this.merged.set(value, places);
    return { value, file: end.file };
  }

  /** Locates a member of an object as it is. */
  at({ value, file }: LocatedObject, key: string): Located {
    const place = this.merged.get(value)?.find((each) => hasOwn(each.value, key));
    return { value: value[key], file: place?.file ?? file };
  }

  /** Reads a member that is an object, or else an empty one. */
  member(located: LocatedObject, key: string): LocatedObject {
    const { value, file } = this.read(this.at(located, key));
    return { value: asObject(value), file };
  }

  /** Lists the members of a list, which may be references. */
  list(located: LocatedObject, key: string): readonly Located[] {
    const { value, file } = this.read(this.at(located, key));
    return asArray(value).map((item) => ({ value: item, file }));
  }

  /** Lists the members of a map by their names; they may be references. */
  entries(located: LocatedObject, key: string): readonly (readonly [name: string, member: Located])[] {
    const { value, file } = this.read(this.at(located, key), true);
    const map = { value: asObject(value), file };
    return Object.keys(map.value).map((name) => [name, this.at(map, name)]);
  }

  /**
   * Writes a schema with members beside its reference, which OpenAPI 3.0 ignores, with the reference in `allOf`. A reference with texts
   * alone stays one.
   *
   * @returns the same value for the same schema
   */
  normalize(schema: Located): Located {
    const { value } = schema;
    if (
      !isObject(value) ||
      !(typeof value['$ref'] === 'string' || (this.anchors && typeof value['$dynamicRef'] === 'string'))
    )
      return schema;
    const file = this.anchors?.bases.get(value) ?? schema.file;
    if (Object.keys(value).every((key) => ANNOTATIONS.test(key))) return { value, file };
    const normalized = this.normalized.get(value) ?? this.compose(value);
    this.normalized.set(value, normalized);
    return { value: normalized, file };
  }

  private compose({ $ref, $dynamicRef, nullable: _, ...siblings }: JsonObject): JsonObject {
    if (!this.isModern) return { $ref, ...filterKeys(siblings, (key) => TEXTS.test(key)) };
    const [, anchor] = String($dynamicRef).split('#');
    if (this.anchors?.repeated.has(anchor ?? ''))
      this.warn(`$dynamicRef ${JSON.stringify($dynamicRef)}: has several targets; the one of its own schema is read.`);
    const references = [$ref, $dynamicRef].filter((each) => typeof each === 'string').map((each) => ({ $ref: each }));
    return references.length === 1 && Object.keys(siblings).every((key) => ANNOTATIONS.test(key))
      ? { ...siblings, ...references[0] }
      : { ...siblings, allOf: [...references, ...asArray(siblings['allOf'])] };
  }

  /** @param passed gets the references on the way of anything but a schema */
  private chase(located: Located, passed?: LocatedObject[]): Located | undefined {
    let current = located;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const { value, file } = passed ? current : this.normalize(current);
      const reference = isObject(value) ? value['$ref'] : undefined;
      if (typeof reference !== 'string') return { value, file };
      passed?.push(current as LocatedObject);
      const target = this.lookUp(reference, this.anchors?.bases.get(value as JsonObject) ?? file);
      if (!target) return undefined;
      current = target;
    }
    const reference = JSON.stringify(asObject(located.value)['$ref']);
    this.warn(`$ref ${reference}: leads through more than ${MAX_HOPS} references.`);
    return undefined;
  }

  /** Finds what a reference leads to, once: many pointers may lead through it. */
  private find(reference: string, from: string, hops: number): ReferenceTarget {
    const key = `${from}\0${reference}`;
    let target = this.targets.get(key);
    if (!target) {
      // Until it is found, for a pointer that leads through itself.
      target = new Error(`leads through more than ${MAX_HOPS} references.`);
      this.targets.set(key, target);
      try {
        if (hops <= MAX_HOPS) target = this.resolve(reference, from, hops);
      } catch (error) {
        target = error as Error;
      }
      this.targets.set(key, target);
    }
    if (target instanceof Error) throw target;
    return target;
  }

  private resolve(reference: string, from: string, hops: number): ReferenceTarget {
    const [uri, fragment] = resolveUri(reference, from);
    const isPointer = /^(?:\/|$)/.test(fragment);
    const places = this.anchors?.places;
    const home = places?.get(from);
    const place = places?.get(isPointer ? uri : `${uri}#${fragment}`);
    // A file whose own URI isn't where it was read from refers to the files around it.
    if (home && home.file !== from && !place && !this.files.has(uri)) return this.resolve(reference, home.file, hops);
    const file = place?.file ?? uri;
    const content = this.files.get(file);
    if (content === undefined) throw new Error('was not read.');
    if (content instanceof Error) throw content;
    if (!isPointer && !place) throw new Error(`leads nowhere: there is no anchor ${JSON.stringify(fragment)}.`);
    // Reference tokens (RFC 6901, sections 4 and 6).
    const tokens = isPointer ? fragment.split('/').slice(1) : [];
    const names = [
      ...(place?.names ?? []),
      ...tokens.map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')),
    ];
    let located: Located = { value: content, file };
    for (const name of names) {
      const { value } = located;
      // A pointer leads through references on its way.
      if (isObject(value) && !hasOwn(value, name) && typeof value['$ref'] === 'string')
        located = this.find(value['$ref'], this.anchors?.bases.get(value) ?? located.file, hops + 1);
      const member = getMember(located.value, name);
      if (member === undefined) throw new Error(`leads nowhere: there is no ${JSON.stringify(name)}.`);
      located = { value: member, file: located.file };
    }
    const name = getLast(names) ?? file.replace(/^.*\/|\.\w+$/gs, '');
    return { ...located, key: [file, ...names].join('\0'), name };
  }
}

function getMember(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null || !hasOwn(value, token)) return undefined;
  return (value as JsonObject)[token];
}

import { getLast, hasOwn } from '../template/values.js';

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

/** The origin against which paths are resolved as URLs are. */
const ORIGIN = 'https://document.invalid';

/** The longest chain of references. */
const MAX_HOPS = 100;

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

  /**
   * @param root the parsed document, such as the result of `JSON.parse`
   * @param documentFiles needed where the document refers to other files
   * @throws Error as {@link checkDocument}
   */
  constructor(root: unknown, documentFiles?: DocumentFiles) {
    this.root = checkDocument(root);
    this.entry = documentFiles?.entry ?? '/';
    this.files = documentFiles?.files ?? new Map([[this.entry, root]]);
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
  locate(value: unknown): Located {
    return { value, file: this.entry };
  }

  /** STUB */
  normalize(schema: Located): Located {
    return schema;
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
   * Follows references until there is an object that isn't one.
   *
   * @returns undefined where there is no object; with a warning where a reference leads nowhere
   */
  follow(located: Located): LocatedObject | undefined {
    let current = located;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const { value, file } = current;
      if (!isObject(value)) return undefined;
      const reference = value['$ref'];
      if (typeof reference !== 'string') return { value, file };
      const target = this.lookUp(reference, file);
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
    const url = new URL(reference, new URL(from, new URL(ORIGIN)));
    const fragment = url.hash.slice(1);
    url.hash = '';
    const file = url.origin === ORIGIN ? url.pathname + url.search : url.href;
    const content = this.files.get(file);
    if (content === undefined) throw new Error('was not read.');
    if (content instanceof Error) throw content;
    if (fragment !== '' && !fragment.startsWith('/')) throw new Error('is not a JSON pointer (RFC 6901).');
    // Reference tokens (RFC 6901, sections 4 and 6).
    const tokens = fragment.split('/').slice(1);
    const names = tokens.map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
    let located: Located = { value: content, file };
    for (const name of names) {
      const { value } = located;
      // A pointer leads through references on its way.
      if (isObject(value) && !hasOwn(value, name) && typeof value['$ref'] === 'string')
        located = this.find(value['$ref'], located.file, hops + 1);
      const member = getMember(located.value, name);
      if (member === undefined) throw new Error(`leads nowhere: there is no ${JSON.stringify(name)}.`);
      located = { value: member, file: located.file };
    }
    const name = getLast(names) ?? file.replace(/^.*\/|\.\w+$/gs, '');
    return { ...located, key: `${file}#${fragment}`, name };
  }
}

function getMember(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null || !hasOwn(value, token)) return undefined;
  return (value as JsonObject)[token];
}

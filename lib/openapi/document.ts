import { isObject, type JsonObject } from './json.js';

/** A value of a document, with the file it stands in: references in it are relative to that. */
export interface Located {
  readonly value: unknown;
  readonly file: string;
}

/** What a reference leads to. */
export interface Target extends Located {
  /** The same for all references to the same place. */
  readonly key: string;
  /** What the place is called, to make a type's name of. */
  readonly name: string;
}

/** A base for paths, so that they can be resolved as URLs are. */
const NOWHERE = 'https://nowhere.invalid';

/** Most references that lead to one another. */
const MAX_HOPS = 100;

/** The parsed files of a document, and what is to be said about it. */
export class Document {
  readonly root: JsonObject;
  readonly #entry: string;
  readonly #files: ReadonlyMap<string, unknown>;
  readonly #warnings = new Set<string>();
  readonly #found = new Map<string, Target | undefined>();

  constructor(root: JsonObject, entry: string, files: ReadonlyMap<string, unknown>) {
    this.root = root;
    this.#entry = entry;
    this.#files = files;
  }

  /** What was left out and why, a sentence each. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  warn(message: string): void {
    this.#warnings.add(message);
  }

  /** A value of the root file. */
  inRoot(value: unknown): Located {
    return { value, file: this.#entry };
  }

  /** What a reference leads to, one step; undefined, with a warning, where it leads nowhere. */
  lookUp(reference: string, from: string): Target | undefined {
    const key = `${from}\0${reference}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#findOrWarn(reference, from));
    return this.#found.get(key);
  }

  #findOrWarn(reference: string, from: string): Target | undefined {
    try {
      return this.#find(reference, from, 0);
    } catch (error) {
      this.warn(`$ref ${JSON.stringify(reference)}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** The object itself where it is a reference; undefined, with a warning, where there is none. */
  follow({ value, file }: Located): { readonly value: JsonObject; readonly file: string } | undefined {
    let current: Located = { value, file };
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      if (!isObject(current.value)) return undefined;
      const reference = current.value['$ref'];
      if (typeof reference !== 'string') return { value: current.value, file: current.file };
      const target = this.lookUp(reference, current.file);
      if (!target) return undefined;
      current = target;
    }
    this.warn(`$ref ${JSON.stringify(asReference(value))}: leads through more than ${MAX_HOPS} references.`);
    return undefined;
  }

  #find(reference: string, from: string, hops: number): Target {
    if (hops > MAX_HOPS) throw new Error(`leads through more than ${MAX_HOPS} references.`);
    const url = new URL(reference, new URL(from, NOWHERE));
    const fragment = url.hash.slice(1);
    url.hash = '';
    const file = url.origin === NOWHERE ? url.pathname + url.search : url.href;
    const content = this.#files.get(file);
    if (content === undefined) throw new Error('was not read.');
    if (content instanceof Error) throw content;
    if (fragment !== '' && !fragment.startsWith('/')) throw new Error('is not a JSON pointer (RFC 6901).');
    const tokens = fragment.split('/').slice(1).map(decodeToken);
    const found = this.#descend({ value: content, file }, tokens, hops);
    const name = tokens.at(-1) ?? (file.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
    return { ...found, key: `${file}#${fragment}`, name };
  }

  /** Follows a JSON pointer, through references where it leads through some. */
  #descend(start: Located, tokens: readonly string[], hops: number): Located {
    let current = start;
    for (const token of tokens) {
      const { value } = current;
      if (isObject(value) && !Object.hasOwn(value, token) && typeof value['$ref'] === 'string')
        current = this.#find(value['$ref'], current.file, hops + 1);
      const member = memberOf(current.value, token);
      if (member === undefined) throw new Error(`leads nowhere: there is no ${JSON.stringify(token)}.`);
      current = { value: member, file: current.file };
    }
    return current;
  }
}

function memberOf(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return (value as JsonObject)[token];
}

/** RFC 6901, sections 4 and 6. */
function decodeToken(token: string): string {
  return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

function asReference(value: unknown): unknown {
  return isObject(value) ? value['$ref'] : undefined;
}

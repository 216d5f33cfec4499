/** Reads parsed documents by own means: nothing of the sources of `lib/` is used, so that both don't have the same mistake. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asObject = (value: unknown): Json => (isObject(value) ? value : {});
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const has = (object: Json, name: string): boolean => Object.hasOwn(object, name);

/** Sets a member, whatever its name is. */
export function set(object: Json, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

const ORIGIN = 'https://document.test/';
const MAX_HOPS = 60;
/** Keys beside a reference that have no say about requests. */
const TEXTS = new Set(['$ref', '$dynamicRef', '$anchor', '$dynamicAnchor', 'description', 'summary', 'title']);

/** A parsed document with its files, and the rules of its version about references. */
export class Source {
  readonly root: Json;
  /** Of the format: 2, 3, or from 3.1 on. */
  readonly version: number;
  /** The URL that references in an object are relative to. */
  private readonly bases = new WeakMap<object, string>();
  /** By URL: files, and objects with `$id`, `$self` or an anchor. */
  private readonly places = new Map<string, unknown>();
  private readonly merged = new WeakMap<object, Json>();

  /** @param files the other files by their paths, relative to the document */
  constructor(root: unknown, files: ReadonlyMap<string, unknown> = new Map()) {
    this.root = asObject(root);
    this.version = this.root['swagger'] === undefined ? Number.parseFloat(String(this.root['openapi'])) : 2;
    const self = typeof this.root['$self'] === 'string' ? new URL(this.root['$self'], ORIGIN).href : ORIGIN;
    for (const [path, content] of files) {
      const url = new URL(path, ORIGIN).href;
      this.places.set(url, content);
      this.walk(content, url);
    }
    this.places.set(ORIGIN, root);
    this.places.set(self, root);
    this.walk(root, self);
  }

  private walk(value: unknown, base: string): void {
    if (typeof value !== 'object' || value === null || this.bases.has(value)) return;
    let inner = base;
    if (isObject(value) && this.version >= 3.1) {
      const { $id: id, $anchor: anchor, $dynamicAnchor: dynamic } = value;
      if (typeof id === 'string') {
        inner = new URL(id, base).href;
        this.places.set(inner.replace(/#$/, ''), value);
      }
      for (const name of [anchor, dynamic]) if (typeof name === 'string') this.places.set(`${inner}#${name}`, value);
    }
    this.bases.set(value, inner);
    for (const member of Object.values(value)) this.walk(member, inner);
  }

  /** Finds what a reference leads to; undefined where it leads nowhere. */
  private find(reference: string, base: string, hops = 0): unknown {
    const url = new URL(reference, base).href;
    if (this.places.has(url)) return this.places.get(url);
    const [file = '', fragment = ''] = url.split('#', 2);
    if (!fragment.startsWith('/')) return fragment === '' ? this.places.get(file) : undefined;
    let current = this.places.get(file);
    for (const token of fragment.slice(1).split('/')) {
      const name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
      if (isObject(current) && !has(current, name) && typeof current['$ref'] === 'string' && hops < MAX_HOPS)
        current = this.find(current['$ref'], this.bases.get(current) ?? file, hops + 1);
      if (typeof current !== 'object' || current === null) return undefined;
      current = Object.hasOwn(current, name) ? (current as Json)[name] : undefined;
    }
    return current;
  }

  /** Follows the references of an object that isn't a schema; from 3.1 on, its members beside them count. */
  follow(value: unknown): Json {
    let current = value;
    const beside: Json[] = [];
    for (let hops = 0; hops < MAX_HOPS && isObject(current) && typeof current['$ref'] === 'string'; hops++) {
      if (this.version >= 3.1) beside.unshift(current);
      current = this.find(current['$ref'], this.bases.get(current) ?? ORIGIN);
    }
    if (beside.length === 0) return asObject(current);
    const { $ref: _, ...members } = Object.assign({}, asObject(current), ...beside) as Json;
    return members;
  }

  /** A schema without a reference: from 3.1 on, what is beside one counts as in `allOf`. */
  schema(value: unknown): Json | boolean {
    if (typeof value === 'boolean') return value;
    if (!isObject(value)) return {};
    const reference = value['$ref'] ?? (this.version >= 3.1 ? value['$dynamicRef'] : undefined);
    if (typeof reference !== 'string') return value;
    const known = this.merged.get(value);
    if (known) return known;
    const target = this.find(reference, this.bases.get(value) ?? ORIGIN);
    const beside = Object.keys(value).filter((key) => !TEXTS.has(key));
    let result: Json;
    if (this.version < 3.1 || beside.length === 0) {
      this.merged.set(value, {});
      const followed = this.schema(target);
      result = typeof followed === 'boolean' ? { allOf: [followed] } : followed;
    } else {
      const members = Object.fromEntries(beside.map((key) => [key, value[key]]));
      result = { ...members, allOf: [target, ...asList(members['allOf'])] };
    }
    this.merged.set(value, result);
    return result;
  }

  /** Whether a reference in an object leads somewhere. */
  leads(value: Json): boolean {
    const reference = value['$ref'] ?? value['$dynamicRef'];
    return typeof reference !== 'string' || this.find(reference, this.bases.get(value) ?? ORIGIN) !== undefined;
  }

  /** The schemas that a text names, of a discriminator's mapping: a reference, or a schema's name. */
  named(text: string, beside: Json): unknown {
    const { schemas } = asObject(this.root['components']);
    const known = asObject(schemas ?? this.root['definitions']);
    return has(known, text) ? known[text] : this.find(text, this.bases.get(beside) ?? ORIGIN);
  }
}

import type { JsonObject } from './document.js';

/** The place of a schema: its file, and the names on the way to it. */
interface Place {
  readonly file: string;
  readonly names: readonly string[];
}

/** What schemas of OpenAPI 3.1 and later are called, other than by their place. */
export interface Anchors {
  /** Schemas and documents with a URI of their own (`$id`, `$self`), and anchors as `<URI>#<name>`. */
  readonly places: ReadonlyMap<string, Place>;
  /** The URI to which the reference of an object is relative, where it isn't the file's. */
  readonly bases: WeakMap<object, string>;
  /** The dynamic anchors of several schemas. */
  readonly repeated: ReadonlySet<string>;
}

/** The origin against which paths are resolved as URLs are. */
const ORIGIN = 'https://document.invalid';

/** Resolves a reference to a path or URL, and a fragment. */
export function resolveUri(reference: string, from: string): readonly [file: string, fragment: string] {
  const url = new URL(reference, new URL(from, ORIGIN));
  const fragment = url.hash.slice(1);
  url.hash = '';
  return [url.origin === ORIGIN ? url.pathname + url.search : url.href, fragment];
}

/** Members whose values are data. */
const DATA = /^(?:examples?|default|enum|const|value|mapping)$/;
/** Members whose values are objects by names, which may be any. */
const MAPS =
  /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas|schemas|responses|parameters|requestBodies|headers|pathItems|mediaTypes|callbacks|paths|webhooks|content|encoding)$/;

interface Visit {
  readonly value: unknown;
  readonly base: string;
  readonly isMap: boolean;
  readonly key: string;
  readonly parent: Visit | undefined;
}

function listNames({ key, parent }: Visit): string[] {
  return parent ? [...listNames(parent), key] : [];
}

/** Finds the anchors of all files. */
export function indexAnchors(files: ReadonlyMap<string, unknown>): Anchors {
  const places = new Map<string, Place>();
  const bases = new WeakMap<object, string>();
  const dynamic = new Set<string>();
  const repeated = new Set<string>();
  const visited = new Set<unknown>();

  /** Adds what an object calls itself, and finds the base of its references. */
  const add = (value: JsonObject, visit: Visit, file: string): string => {
    let { base } = visit;
    const { $id, $self = $id, $anchor, $dynamicAnchor } = value;
    const anchors = [$anchor, $dynamicAnchor].filter((name) => typeof name === 'string');
    if (typeof $self !== 'string' && anchors.length === 0) return base;
    const place = { file, names: listNames(visit) };
    try {
      if (typeof $self === 'string') [base] = resolveUri($self, base);
    } catch {
      // No URI: it names nothing.
    }
    if (base !== visit.base) places.set(base, place);
    for (const name of anchors) places.set(`${base}#${name}`, place);
    if (typeof $dynamicAnchor === 'string') (dynamic.has($dynamicAnchor) ? repeated : dynamic).add($dynamicAnchor);
    return base;
  };

  for (const [file, value] of files) {
    const pending: Visit[] = [{ value, base: file, isMap: false, key: '', parent: undefined }];
    for (let visit = pending.pop(); visit; visit = pending.pop()) {
      const { value, isMap } = visit;
      if (typeof value !== 'object' || value === null || visited.has(value)) continue;
      visited.add(value);
      const base = isMap ? visit.base : add(value as JsonObject, visit, file);
      if (base !== file && ('$ref' in value || '$dynamicRef' in value)) bases.set(value, base);
      for (const [key, member] of Object.entries(value))
        if (isMap || !DATA.test(key))
          pending.push({ value: member, base, isMap: !isMap && MAPS.test(key), key, parent: visit });
    }
  }
  return { places, bases, repeated };
}

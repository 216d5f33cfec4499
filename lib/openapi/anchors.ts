import type { Values } from '../template/values.js';

/** The origin against which paths are resolved as URLs are. */
const ORIGIN = 'https://document.invalid';

/** Resolves a reference to a path or URL, and a fragment. */
export function resolveUri(reference: string, from: string): readonly [uri: string, fragment: string] {
  if (reference.startsWith('#')) return [from, reference.slice(1)];
  const url = new URL(reference, new URL(from, ORIGIN));
  const fragment = url.hash.slice(1);
  url.hash = '';
  return [url.origin === ORIGIN ? url.pathname + url.search : url.href, fragment];
}

/** Keywords whose values are data. */
const DATA = /^(?:examples?|default|enum|const|value|mapping)$/;
/** Keywords whose values are objects by any names. */
const MAPS =
  /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas|schemas|responses|parameters|requestBodies|headers|pathItems|mediaTypes|callbacks|paths|webhooks|content|encoding)$/;

/**
 * Finds what schemas and documents of OpenAPI 3.1 and later are called, other than by their place.
 *
 * @param homes gets the URI of each object of a schema or document that has a URI of its own (`$id`, `$self`)
 * @returns references to their places, by these URIs and, for anchors, `<URI>#<name>`; also `#<name>` for a dynamic anchor of several schemas
 */
export function indexAnchors(files: ReadonlyMap<string, unknown>, homes: WeakMap<object, string>) {
  const places = new Map<string, string>();
  const dynamic = new Set<unknown>();
  const visited = new Set<unknown>();

  /** Adds an object, and finds the URI of those in it. */
  const add = ({ $id, $self = $id, $anchor, $dynamicAnchor }: Values, base: string, place: string): string => {
    let uri = base;
    try {
      if (typeof $self === 'string') [uri] = resolveUri($self, base);
    } catch {
      // It isn't a URI, so it names nothing.
    }
    if (uri !== base && !files.has(uri)) places.set(uri, place);
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === 'string') places.set(`${uri}#${name}`, place);
    if (dynamic.has($dynamicAnchor)) places.set(`#${String($dynamicAnchor)}`, place);
    if ($dynamicAnchor !== undefined) dynamic.add($dynamicAnchor);
    return uri;
  };

  for (const [file, content] of files) {
    const pending = [{ value: content, base: file, place: `${file}#`, isMap: false }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { value, place, isMap } = next;
      if (typeof value !== 'object' || value === null || visited.has(value)) continue;
      visited.add(value);
      const base = isMap ? next.base : add(value as Values, next.base, place);
      if (base !== file) homes.set(value, base);
      for (const [key, member] of Object.entries(value))
        if (isMap || !DATA.test(key))
          pending.push({
            value: member,
            base,
            place: `${place}/${encodeURI(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
            isMap: !isMap && MAPS.test(key),
          });
    }
  }
  return places;
}

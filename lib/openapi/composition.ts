import type { ApiDocument, Located, LocatedObject } from './document.js';

/** The deepest nesting that is read; schemas may contain themselves. */
const MAX_DEPTH = 8;
/** The most schemas and references that are read of one composition, so that its readers take bounded time. */
const MAX_PARTS = 100;

/** The keywords that combine schemas. */
export const COMPOSITIONS = ['allOf', 'oneOf', 'anyOf'] as const;

/** Whether a schema has others as parts. */
export const isComposed = ({ value }: LocatedObject) => COMPOSITIONS.some((keyword) => value[keyword]);

/**
 * Makes a function that lists a schema after those that it is composed of: in all calls together each once.
 *
 * @param keywords those whose schemas are parts
 */
export function createPartReader(document: ApiDocument, keywords: readonly string[] = ['allOf']) {
  // So few that a search takes less time than a set.
  const visited: unknown[] = [];
  let remaining = MAX_PARTS;
  return function read(located: Located, parts: LocatedObject[] = []): LocatedObject[] {
    const schema = document.follow(located);
    if (!schema || visited.includes(schema.value)) return parts;
    visited.push(schema.value);
    for (const keyword of keywords)
      for (const part of document.list(schema, keyword)) if (remaining-- > 0) read(part, parts);
    parts.push(schema);
    return parts;
  };
}

/** Lists a schema after those that it is composed of, each once. Most are composed of none. */
export function listParts(document: ApiDocument, located: Located, keywords?: readonly string[]) {
  const schema = document.follow(located);
  return schema && !isComposed(schema) ? [schema] : createPartReader(document, keywords)(located);
}

/** Makes a function remember its results, for each value of a document. */
export function remember<Place extends Located, Result>(
  read: (document: ApiDocument, place: Place, depth: number) => Result,
): (document: ApiDocument, place: Place, depth?: number) => Result {
  const documents = new WeakMap<ApiDocument, Map<unknown, Result[]>>();
  return (document, place, depth = 0) => {
    const values = documents.get(document) ?? new Map<unknown, Result[]>();
    documents.set(document, values);
    const results = values.get(place.value) ?? [];
    values.set(place.value, results);
    return (results[depth] ??= read(document, place, depth));
  };
}

/**
 * Makes a recursive function of schemas. It follows references, ends at a depth, and remembers its results, because schemas may contain
 * themselves, several times.
 *
 * @param nothing the result at the end, and where there is no schema
 * @param read reads a schema; its second argument reads the schemas in it
 */
export function createRecursion<Result>(
  nothing: Result,
  read: (schema: LocatedObject, readInner: (inner: Located) => Result, document: ApiDocument) => Result,
): (document: ApiDocument, located: Located) => Result {
  const readOnce = remember((document, schema: LocatedObject, depth): Result =>
    read(schema, (inner) => descend(document, inner, depth + 1), document),
  );
  function descend(document: ApiDocument, located: Located, depth = 0): Result {
    const schema = depth > MAX_DEPTH ? undefined : document.follow(located);
    return schema ? readOnce(document, schema, depth) : nothing;
  }
  return descend;
}

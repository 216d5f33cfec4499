import { asList, asObject, has, isObject, type Json, type Source } from './source.js';

/** Which schemas have a schema in their `allOf`, and so on. */
export function findSubtypes(source: Source, schemas: Json): Map<Json, Json[]> {
  const found = new Map<Json, Json[]>();
  for (const child of Object.values(schemas)) {
    if (!isObject(child)) continue;
    for (const part of asList(child['allOf'])) {
      const parent = source.schema(part);
      if (!isObject(parent) || !has(asObject(part), '$ref')) continue;
      found.set(parent, [...(found.get(parent) ?? []), child]);
    }
  }
  return found;
}

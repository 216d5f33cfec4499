import { hasObject, type ApiDocument, type Located, type ReferenceTarget } from './document.js';
import { COMPOSITIONS } from './composition.js';

/**
 * Makes a function that decides whether a schema has other members in requests than in responses, itself or in schemas that it refers
 * to. It visits each schema once, and passes the result on to the schemas that refer to it.
 */
export function createDirectionCheck(document: ApiDocument): (target: ReferenceTarget) => boolean {
  const visited = new Set<string>();
  const dependents = new Map<string, string[]>();
  const differing = new Set<string>();

  return (start) => {
    const pending = [start];
    const found: string[] = [];
    for (const { key, ...schema } of pending) {
      if (visited.has(key)) continue;
      visited.add(key);
      const schemas: Located[] = [schema];
      for (const next of schemas) {
        const normalized = document.normalize(next);
        if (!hasObject(normalized)) continue;
        const { $ref: reference, readOnly, writeOnly } = normalized.value;
        const target = typeof reference === 'string' ? document.lookUp(reference, normalized.file) : undefined;
        if (target) {
          pending.push(target);
          const known = dependents.get(target.key) ?? [];
          dependents.set(target.key, known);
          known.push(key);
        }
        if (readOnly === true || writeOnly === true || (target && differing.has(target.key))) found.push(key);
        // The schemas in it that its type contains.
        schemas.push(
          ...document.entries(normalized, 'properties').map(([, member]) => member),
          document.at(normalized, 'items'),
          document.at(normalized, 'additionalProperties'),
          ...['prefixItems', ...COMPOSITIONS].flatMap((keyword) => document.list(normalized, keyword)),
        );
      }
    }
    for (const key of found) {
      if (differing.has(key)) continue;
      differing.add(key);
      found.push(...(dependents.get(key) ?? []));
    }
    return differing.has(start.key);
  };
}

import { hasObject, type ApiDocument, type Located, type ReferenceTarget } from './document.js';
import { COMPOSITIONS } from './schema.js';

/**
 * Makes a function that decides whether a schema has other members in requests than in responses, itself or in schemas that it refers
 * to. It visits each schema once, and passes the result on to the schemas that refer to it.
 */
export function createDirectionCheck(document: ApiDocument): (target: ReferenceTarget) => boolean {
  const visited = new Set<string>();
  const dependents = new Map<string, string[]>();
  const differing = new Set<string>();

  const markDiffering = (key: string): void => {
    const pending = [key];
    for (const next of pending) {
      if (differing.has(next)) continue;
      differing.add(next);
      pending.push(...(dependents.get(next) ?? []));
    }
  };

  /** Visits a schema, and returns the targets of its references. */
  const visit = ({ key, ...schema }: ReferenceTarget): ReferenceTarget[] => {
    const targets: ReferenceTarget[] = [];
    const pending: Located[] = [schema];
    for (const next of pending) {
      const normalized = document.normalize(next);
      if (!hasObject(normalized)) continue;
      const { $ref: reference, readOnly, writeOnly } = normalized.value;
      if (readOnly === true || writeOnly === true) markDiffering(key);
      const target = typeof reference === 'string' ? document.lookUp(reference, normalized.file) : undefined;
      if (target) {
        targets.push(target);
        const known = dependents.get(target.key) ?? [];
        dependents.set(target.key, known);
        known.push(key);
        if (differing.has(target.key)) markDiffering(key);
      }
      // The schemas in it that its type contains.
      pending.push(
        ...document.entries(normalized, 'properties').map(([, member]) => member),
        document.at(normalized, 'items'),
        document.at(normalized, 'additionalProperties'),
        ...['prefixItems', ...COMPOSITIONS].flatMap((keyword) => document.list(normalized, keyword)),
      );
    }
    return targets;
  };

  return (start) => {
    const pending = [start];
    for (const next of pending) {
      if (visited.has(next.key)) continue;
      visited.add(next.key);
      pending.push(...visit(next));
    }
    return differing.has(start.key);
  };
}

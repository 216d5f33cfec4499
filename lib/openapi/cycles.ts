import type { ApiDocument, Located, ReferenceTarget } from './document.js';
import { isObject } from './json.js';
import { listSchemas } from './schema.js';

/** Finds the references that a type alias resolves at once: those outside of members and lists. */
function findImmediateTargets(document: ApiDocument, located: Located): ReferenceTarget[] {
  const { value, file } = located;
  if (!isObject(value)) return [];
  if (typeof value['$ref'] === 'string') return [document.lookUp(value['$ref'], file) ?? []].flat();
  return ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    listSchemas(located, keyword).flatMap((member) => findImmediateTargets(document, member)),
  );
}

/** Finds the references that close a cycle of type aliases, which TypeScript rejects: `type A = B | string; type B = A`. */
export class Cycles {
  readonly #document: ApiDocument;
  readonly #visited = new Set<string>();
  readonly #closing = new Set<string>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  /** Whether the reference from one alias to another closes a cycle. Without all of these there are no cycles. */
  closes(from: ReferenceTarget, to: ReferenceTarget): boolean {
    this.#visit(from);
    return this.#closing.has(JSON.stringify([from.key, to.key]));
  }

  /** A depth-first search with its own stack, because documents may be deep. */
  #visit(start: ReferenceTarget): void {
    if (this.#visited.has(start.key)) return;
    this.#visited.add(start.key);
    const path = [{ target: start, pending: findImmediateTargets(this.#document, start) }];
    const onPath = new Set([start.key]);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.pending.pop();
      if (!next) {
        onPath.delete(top.target.key);
        path.pop();
      } else if (onPath.has(next.key)) {
        this.#closing.add(JSON.stringify([top.target.key, next.key]));
      } else if (!this.#visited.has(next.key)) {
        this.#visited.add(next.key);
        onPath.add(next.key);
        path.push({ target: next, pending: findImmediateTargets(this.#document, next) });
      }
    }
  }
}

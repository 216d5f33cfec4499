import type { Document, Located, Target } from './document.js';
import { asArray, isObject } from './json.js';

/** The references that a type alias would have to know at once: those not inside a member or a list. */
function immediateTargets(document: Document, { value, file }: Located): Target[] {
  if (!isObject(value)) return [];
  if (typeof value['$ref'] === 'string') return [document.lookUp(value['$ref'], file) ?? []].flat();
  return ['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
    asArray(value[key]).flatMap((member) => immediateTargets(document, { value: member, file })),
  );
}

/** Finds the references that close a circle of type aliases, which TypeScript refuses: `type A = B | string; type B = A`. */
export class Cycles {
  readonly #document: Document;
  readonly #visited = new Set<string>();
  readonly #closing = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Whether the reference from one place to another closes a circle. Without it, and all like it, there are none. */
  closes(from: Target, to: Target): boolean {
    this.#visit(from);
    return this.#closing.has(JSON.stringify([from.key, to.key]));
  }

  /** A depth-first search that keeps its own stack, since documents may be deep. */
  #visit(start: Target): void {
    if (this.#visited.has(start.key)) return;
    this.#visited.add(start.key);
    const path = [{ target: start, left: immediateTargets(this.#document, start) }];
    const onPath = new Set([start.key]);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.left.pop();
      if (!next) {
        onPath.delete(top.target.key);
        path.pop();
      } else if (onPath.has(next.key)) {
        this.#closing.add(JSON.stringify([top.target.key, next.key]));
      } else if (!this.#visited.has(next.key)) {
        this.#visited.add(next.key);
        onPath.add(next.key);
        path.push({ target: next, left: immediateTargets(this.#document, next) });
      }
    }
  }
}

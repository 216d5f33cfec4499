/** Counts what runs over documents find, by classes, with an example of each. */
/**
 * Built in another way, and nothing says so; refused, or with a warning; left out without a warning; not defined by the specification;
 * refused by the contract; the document's fault; an alternative that no call builds.
 */
export type Kind = 'silent' | 'loud' | 'unwarned' | 'undefined' | 'contract' | 'document' | 'alternative';

interface Class {
  readonly kind: Kind;
  readonly name: string;
  operations: Set<string>;
  calls: number;
  readonly examples: string[];
}

export class Findings {
  readonly classes = new Map<string, Class>();
  readonly counts: Record<string, number> = {};

  count(name: string, by = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + by;
  }

  add(kind: Kind, name: string, operation: string, example: string): void {
    const key = `${kind} ${name}`;
    let found = this.classes.get(key);
    if (!found) this.classes.set(key, (found = { kind, name, operations: new Set(), calls: 0, examples: [] }));
    found.calls++;
    if (!found.operations.has(operation) && found.examples.length < 3) found.examples.push(`${operation}: ${example}`);
    found.operations.add(operation);
  }

  /** The operations with a finding of one of the kinds. */
  operations(...kinds: Kind[]): Set<string> {
    return new Set(
      [...this.classes.values()].flatMap(({ kind, operations }) => (kinds.includes(kind) ? [...operations] : [])),
    );
  }

  /** The classes as lines of text, those of most operations first. */
  table(): string {
    const rows = [...this.classes.values()].sort((one, other) => other.operations.size - one.operations.size);
    return rows
      .map(
        ({ kind, name, operations, calls, examples }) =>
          `${kind} | ${name} | ${operations.size} operations, ${calls} calls | ${examples[0]}`,
      )
      .join('\n');
  }
}

/** A message without what differs from call to call. */
export const generalize = (message: string): string =>
  message
    .replace(/^`[^`]*`: /, '')
    .replace(/^[^\s:]+: /, '')
    .replace(/"(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*(?:, …)?/g, '"…"')
    .replace(/`[^`]*`/g, '`…`')
    .replace(/of \S+; /, 'of …; ')
    .replace(/\b-?\d[\d.e+]*\b/g, '#')
    .slice(0, 110);

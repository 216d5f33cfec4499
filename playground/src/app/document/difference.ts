import type { Document } from './document.js';

/** Members of a document that differ from another document's: the JSON in links and drafts. */
export type Difference = { readonly [Part in keyof Document]?: Readonly<Record<string, unknown>> };

type Member = readonly [name: string, value: unknown];

const byName = ([a]: Member, [b]: Member) => (a < b ? -1 : 1);

/** Members in alphabetical order, so that equal values have equal texts; rows without the ids that reading assigns. */
function canonical(value: unknown, row?: number): unknown {
  if (Array.isArray(value)) return value.map((item, index) => canonical(item, index + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => name !== 'id' || member !== row);
  return Object.fromEntries(members.sort(byName).map(([name, member]) => [name, canonical(member)]));
}

function differingMembers(part: object, base: object): Member[] {
  const before = new Map<string, unknown>(Object.entries(base));
  return Object.entries(part)
    .map(([name, value]): Member => [name, canonical(value)])
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(canonical(before.get(name))))
    .sort(byName);
}

/** The difference of a document from `base`; the same for equal documents, whatever the order of input. */
export function findDifference(document: Document, base: Document): Difference {
  const parts = (['builder', 'call'] as const).map(
    (part) => [part, differingMembers(document[part], base[part])] as const,
  );
  return Object.fromEntries(
    parts.flatMap(([part, members]) => (members.length === 0 ? [] : [[part, Object.fromEntries(members)]])),
  );
}

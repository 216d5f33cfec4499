/** A named request on this device. */
export interface SavedRequest {
  /** The storage assigns it, in the order of saving. */
  readonly id: number;
  readonly name: string;
  /** Counts the changes: a tab with an older one doesn't overwrite a newer one. */
  readonly revision: number;
  /** For lists and searches. */
  readonly route: string;
  /** The document as plain JSON, without its secrets. */
  readonly content: unknown;
}

/** A request to save. */
export type NewRequest = Pick<SavedRequest, 'name' | 'route' | 'content'>;

const ORDER = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Requests by name; equal names stay in the order of saving. */
export function sortSaved(requests: readonly SavedRequest[]): readonly SavedRequest[] {
  return requests.toSorted((one, other) => ORDER.compare(one.name, other.name));
}

/** The requests with all words of a query in their name, route or content. */
export function searchSaved(requests: readonly SavedRequest[], query: string): readonly SavedRequest[] {
  if (query.trim() === '') return requests;
  const words = query.toLowerCase().split(/\s+/);
  return requests.filter(({ name, route, content }) => {
    const text = `${name}\n${route}\n${JSON.stringify(content)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { getReason } from '../../../ui/text.js';
import { askLibrary, readInThread } from '../library/library.js';
import type { Hits, Shelf } from '../library/messages.js';
import type { DocumentSource } from '../reading/read-document.js';

interface LibraryState {
  readonly shelf?: Shelf;
  /** A sentence about the last failure. */
  readonly problem?: string | undefined;
  /** When the reading of a document began; undefined while there is none. */
  readonly startedAt?: number | undefined;
}

/** Outlives the dialog: a document that is being read is there when the dialog is opened again. */
let state: LibraryState = {};
let reader: AbortController | undefined;
const listeners = new Set<() => void>();

function update(change: LibraryState): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

const showProblem = (error: unknown): void => update({ problem: getReason(error) });

export const cancel = (): void => reader?.abort();

/** Reads a document, in place of one that is being read, and adds it. */
export async function load(source: DocumentSource): Promise<void> {
  cancel();
  const current = new AbortController();
  reader = current;
  update({ problem: undefined, startedAt: performance.now() });
  try {
    update({ shelf: await askLibrary('add', await readInThread(source, current.signal)) });
  } catch (error) {
    if (!current.signal.aborted) showProblem(error);
  }
  if (reader === current) update({ startedAt: undefined });
}

export const change = (name: 'choose' | 'remove', id: string): Promise<void> =>
  askLibrary(name, id).then((shelf) => update({ shelf, problem: undefined }), showProblem);

const open = (): Promise<void> => askLibrary('list', undefined).then((shelf) => update({ shelf }), showProblem);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The documents, and the work on them. */
export function useLibrary(first: DocumentSource | undefined): LibraryState {
  useEffect(() => {
    void open();
    return () => update({ problem: undefined });
  }, []);
  useEffect(() => {
    if (first !== undefined) void load(first);
  }, [first]);
  return useSyncExternalStore(subscribe, () => state);
}

/** The hits of a query in a document; those of an earlier query while the search runs. */
export function useHits(id: string | undefined, query: string) {
  const [found, setFound] = useState<Hits & { readonly id: string; readonly query: string }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let isCurrent = true;
    askLibrary('search', { id, query }).then(
      (hits) => isCurrent && setFound({ ...hits, id, query }),
      (error: unknown) => isCurrent && showProblem(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, query]);
  return found?.id === id ? found : undefined;
}

import { useCallback, useEffect, useState } from 'react';
import { transact, type Database } from '../../storage/database.js';
import { getReason } from '../../ui/text.js';
import { sortSaved, type NewRequest, type SavedRequest } from './library.js';

const REQUESTS = 'requests';
const DATABASE: Database = {
  name: 'endpoint.js:library',
  stores: { [REQUESTS]: { keyPath: 'id', autoIncrement: true } },
};
/** Announces changes to all tabs. */
const CHANNEL = 'endpoint.js:library';

/** Changes the saved requests in one transaction. */
async function change<Result>(
  run: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  const result = await transact(DATABASE, 'readwrite', (store) => run(store(REQUESTS)));
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  channel.postMessage('changed');
  channel.close();
  return result;
}

/**
 * Adds requests, and returns the id of the last one.
 * @throws DOMException or Error if the storage is blocked or full; then none is added
 */
export async function addRequests(requests: readonly NewRequest[]): Promise<number> {
  const key = await change((store) =>
    requests.map(({ name, route, content }) => store.put({ name, route, content, revision: 1 })).at(-1),
  );
  return Number(key);
}

/**
 * Changes a request, and returns it.
 * @throws Error if another tab changed or deleted it meanwhile, or the storage is blocked or full
 */
export async function reviseRequest(saved: SavedRequest, changes: Partial<NewRequest>): Promise<SavedRequest> {
  const revised = { ...saved, ...changes, revision: saved.revision + 1 };
  let isLatest = false;
  await change((store) => {
    const request: IDBRequest<SavedRequest | undefined> = store.get(saved.id);
    request.addEventListener('success', () => {
      isLatest = request.result?.revision === saved.revision;
      if (isLatest) store.put(revised);
    });
    return request;
  });
  if (isLatest) return revised;
  throw new Error(`“${revised.name}” was changed or deleted in another tab meanwhile. Save it as a new request.`);
}

/** @throws DOMException or Error if the storage is blocked */
export const deleteRequest = ({ id }: SavedRequest) => change((store) => store.delete(id));

/** @throws DOMException or Error if the storage is blocked or full */
export const restoreRequest = (deleted: SavedRequest) => change((store) => store.put(deleted));

/** A sentence about a failure of the storage that begins with its effect. */
function describeFailure(effect: string, error: unknown): string {
  if (!(error instanceof DOMException)) return getReason(error);
  if (error.name === 'QuotaExceededError')
    return `${effect}: the browser’s storage is full. Export the saved requests to a file, then delete some.`;
  return `${effect}: the browser blocks storage for this page, as private windows may do.`;
}

/** The saved requests of this device, as this and other tabs change them, and the problem with the storage. */
export function useLibrary() {
  /** Sorted. */
  const [requests, setRequests] = useState<readonly SavedRequest[]>([]);
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<string>();
  /** Uses the storage, and passes on the result; the problem of a failure begins with `effect`. */
  const run = useCallback(
    async <Result>(effect: string, use: () => Promise<Result>, onDone: (result: Result) => void) => {
      let result: Result;
      try {
        result = await use();
      } catch (error) {
        setProblem(describeFailure(effect, error));
        return;
      }
      setProblem(undefined);
      onDone(result);
    },
    [],
  );
  useEffect(() => {
    const load = () =>
      transact<SavedRequest[]>(DATABASE, 'readonly', (store) => store(REQUESTS).getAll())
        .then(
          (loaded = []) => setRequests(sortSaved(loaded)),
          (error: unknown) => setProblem(describeFailure('The saved requests can’t be loaded', error)),
        )
        .finally(() => setLoading(false));
    void load();
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => void load());
    return () => channel.close();
  }, []);
  return { requests, isLoading, problem, run };
}

export type Library = ReturnType<typeof useLibrary>;

import { useCallback, useEffect, useState } from 'react';
import {
  addRequests,
  copySaved,
  sortSaved,
  type Addition,
  type NewRequest,
  type SavedRequest,
  readSaved,
} from './library.js';
import { transact, type Database } from '../../storage/database.js';

const REQUESTS = 'requests';
const DATABASE: Database = { name: 'endpoint.js:saved', stores: { [REQUESTS]: { keyPath: 'id' } } };

const CHANNEL = 'endpoint.js:saved';

/** Announces to the other tabs that the saved requests changed. */
function announce(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  channel.postMessage('changed');
  channel.close();
}

/** Calls a function whenever another tab changed the saved requests. Returns a function that ends this. */
function listen(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', onChange);
  return () => channel.close();
}

/**
 * All saved requests, in no order.
 * @throws DOMException or Error if the storage is blocked
 */
async function loadAll(): Promise<readonly SavedRequest[]> {
  const stored = await transact<unknown[]>(DATABASE, 'readonly', (store) => store(REQUESTS).getAll());
  return (stored ?? []).flatMap((value) => readSaved(value) ?? []);
}

/**
 * Adds new requests.
 * @throws DOMException or Error if the storage is blocked or full; then none is added
 */
async function addAll(requests: readonly SavedRequest[]): Promise<void> {
  await transact(DATABASE, 'readwrite', (store) => requests.map((request) => store(REQUESTS).put(request)).at(-1));
  announce();
}

/**
 * Replaces a request by its next revision. Returns false, and changes nothing, if another tab changed or deleted it meanwhile.
 * @throws DOMException or Error if the storage is blocked or full
 */
async function replace(revised: SavedRequest): Promise<boolean> {
  let replaced = false;
  await transact(DATABASE, 'readwrite', (store) => {
    const request: IDBRequest<unknown> = store(REQUESTS).get(revised.id);
    request.addEventListener('success', () => {
      replaced = readSaved(request.result)?.revision === revised.revision - 1;
      if (replaced) store(REQUESTS).put(revised);
    });
    return request;
  });
  if (replaced) announce();
  return replaced;
}

/**
 * Deletes a request.
 * @throws DOMException or Error if the storage is blocked
 */
async function remove(id: string): Promise<void> {
  await transact(DATABASE, 'readwrite', (store) => store(REQUESTS).delete(id));
  announce();
}

/** One sentence about a failure of the device's storage, and what to do. `effect` is the beginning of it. */
function describeFailure(effect: string, error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return `${effect}: the browser’s storage is full. Export the saved requests to a file, then delete some.`;
  return `${effect}: the browser blocks storage for this page, as private windows may do.`;
}

const NOT_SAVED = 'Nothing was saved';

/** Adds requests beside those of the device. */
export async function addToLibrary(requests: readonly NewRequest[]): Promise<Addition> {
  const addition = addRequests(await loadAll(), requests);
  await addAll(addition.added);
  return addition;
}

/** The saved requests of this device, as this and other tabs change them, and the problem with the storage. */
function useRequests() {
  /** Sorted; undefined until they are loaded. */
  const [requests, setRequests] = useState<readonly SavedRequest[]>();
  const [problem, setProblem] = useState<string>();

  const reload = useCallback(
    () =>
      loadAll().then(
        (loaded) => setRequests(sortSaved(loaded)),
        (error: unknown) => {
          setProblem(describeFailure('The saved requests can’t be loaded', error));
          setRequests((shown) => shown ?? []);
        },
      ),
    [],
  );
  useEffect(() => {
    void reload();
    return listen(() => void reload());
  }, [reload]);

  /** Runs a change and shows its result; undefined if the storage refused it, with a problem that begins with `failure`. */
  const run = useCallback(
    async <Result>(failure: string, change: () => Promise<Result>): Promise<Result | undefined> => {
      setProblem(undefined);
      try {
        const result = await change();
        await reload();
        return result;
      } catch (error) {
        setProblem(describeFailure(failure, error));
        return undefined;
      }
    },
    [reload],
  );
  return { requests, problem, setProblem, run };
}

/** The saved requests of this device, and their changes. */
export function useLibrary() {
  const { requests, problem, setProblem, run } = useRequests();
  /** Runs a change without a result; returns whether it was made. */
  const apply = useCallback(
    async (failure: string, change: () => Promise<void>) =>
      (await run(failure, async () => (await change(), true))) ?? false,
    [run],
  );

  const add = useCallback((added: readonly NewRequest[]) => run(NOT_SAVED, () => addToLibrary(added)), [run]);
  const duplicate = useCallback(
    (request: SavedRequest) => apply(NOT_SAVED, async () => addAll([copySaved(await loadAll(), request)])),
    [apply],
  );
  const restore = useCallback(
    (removed: SavedRequest) => apply(`“${removed.name}” wasn’t restored`, () => addAll([removed])),
    [apply],
  );
  const discard = useCallback(
    ({ id, name }: SavedRequest) => apply(`“${name}” wasn’t deleted`, () => remove(id)),
    [apply],
  );
  const revise = useCallback(
    async (revised: SavedRequest) => {
      const replaced = await run(NOT_SAVED, () => replace(revised));
      if (replaced === false)
        setProblem(`“${revised.name}” was changed or deleted in another tab meanwhile. Save it as a new request.`);
      return replaced === true;
    },
    [run, setProblem],
  );
  return { requests, problem, add, duplicate, restore, discard, revise };
}

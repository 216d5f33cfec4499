import { readSaved, type SavedRequest } from './library.js';

const NAME = 'endpoint.js:saved';
const STORE = 'requests';
const VERSION = 1;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // A blocked storage throws here already.
    const request = indexedDB.open(NAME, VERSION);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage can’t be opened.')));
    request.addEventListener('success', () => {
      const database = request.result;
      // A later version of the page in another tab must not wait for this one.
      database.addEventListener('versionchange', () => database.close());
      resolve(database);
    });
  });
}

/** Runs one transaction; its changes apply all together, or not at all. */
async function transact<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore, resolve: (result: Result) => void) => void,
): Promise<Result | undefined> {
  const database = await openDatabase();
  try {
    return await new Promise<Result | undefined>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      let result: Result | undefined;
      transaction.addEventListener('complete', () => resolve(result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The storage can’t be written.')),
      );
      run(transaction.objectStore(STORE), (value) => (result = value));
    });
  } finally {
    database.close();
  }
}

const CHANNEL = 'endpoint.js:saved';

/** Tells the other tabs that the saved requests changed. */
function announce(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  channel.postMessage('changed');
  channel.close();
}

/** Calls a function whenever another tab changed the saved requests. Returns a function that ends this. */
export function listen(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', onChange);
  return () => channel.close();
}

/**
 * All saved requests, in no order.
 * @throws DOMException or Error if the storage is blocked
 */
export async function loadAll(): Promise<readonly SavedRequest[]> {
  const stored = await transact<unknown[]>('readonly', (store, resolve) => {
    const request: IDBRequest<unknown[]> = store.getAll();
    request.addEventListener('success', () => resolve(request.result));
  });
  return (stored ?? []).flatMap((value) => readSaved(value) ?? []);
}

/**
 * Adds new requests.
 * @throws DOMException or Error if the storage is blocked or full; then none is added
 */
export async function addAll(requests: readonly SavedRequest[]): Promise<void> {
  await transact('readwrite', (store) => {
    for (const request of requests) store.put(request);
  });
  announce();
}

/**
 * Replaces a request by its next revision. Returns false, and changes nothing, if another tab changed or deleted it meanwhile.
 * @throws DOMException or Error if the storage is blocked or full
 */
export async function replace(revised: SavedRequest): Promise<boolean> {
  const replaced = await transact<boolean>('readwrite', (store, resolve) => {
    const request: IDBRequest<unknown> = store.get(revised.id);
    request.addEventListener('success', () => {
      const current = readSaved(request.result)?.revision === revised.revision - 1;
      if (current) store.put(revised);
      resolve(current);
    });
  });
  if (replaced === true) announce();
  return replaced === true;
}

/**
 * Deletes a request.
 * @throws DOMException or Error if the storage is blocked
 */
export async function remove(id: string): Promise<void> {
  await transact('readwrite', (store) => store.delete(id));
  announce();
}

import { transact, type Database } from '../../storage/database.js';
import { readSaved, type SavedRequest } from './library.js';

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
  const stored = await transact<unknown[]>(DATABASE, 'readonly', (store) => store(REQUESTS).getAll());
  return (stored ?? []).flatMap((value) => readSaved(value) ?? []);
}

/**
 * Adds new requests.
 * @throws DOMException or Error if the storage is blocked or full; then none is added
 */
export async function addAll(requests: readonly SavedRequest[]): Promise<void> {
  await transact(DATABASE, 'readwrite', (store) => requests.map((request) => store(REQUESTS).put(request)).at(-1));
  announce();
}

/**
 * Replaces a request by its next revision. Returns false, and changes nothing, if another tab changed or deleted it meanwhile.
 * @throws DOMException or Error if the storage is blocked or full
 */
export async function replace(revised: SavedRequest): Promise<boolean> {
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
export async function remove(id: string): Promise<void> {
  await transact(DATABASE, 'readwrite', (store) => store(REQUESTS).delete(id));
  announce();
}

/** A database of the browser, by its stores. */
export interface Database {
  readonly name: string;
  readonly stores: Readonly<Record<string, IDBObjectStoreParameters>>;
}

const VERSION = 1;

function open({ name, stores }: Database): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // A browser that blocks the storage throws here already.
    const request = indexedDB.open(name, VERSION);
    request.addEventListener('upgradeneeded', () => {
      for (const [store, parameters] of Object.entries(stores)) request.result.createObjectStore(store, parameters);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage can’t be opened.')));
    request.addEventListener('success', () => {
      const database = request.result;
      // A later version of the page in another tab must not wait for this one.
      database.addEventListener('versionchange', () => database.close());
      resolve(database);
    });
  });
}

/**
 * Runs one transaction; its changes apply all together, or not at all. The database is opened for it alone: a browser may close an
 * open one at any time.
 *
 * @param run makes the requests of the transaction; the result is that of the returned one
 * @throws DOMException or Error if the storage is blocked or full
 */
export async function transact<Result>(
  definition: Database,
  mode: IDBTransactionMode,
  run: (store: (name: string) => IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  const database = await open(definition);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(Object.keys(definition.stores), mode);
      let request: IDBRequest<Result> | undefined;
      transaction.addEventListener('complete', () => resolve(request?.result));
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The storage can’t be written.')),
      );
      try {
        request = run((name) => transaction.objectStore(name));
      } catch (error) {
        // Such as a value that can't be stored: the earlier requests have to end with it.
        reject(error);
        transaction.abort();
      }
    });
  } finally {
    database.close();
  }
}

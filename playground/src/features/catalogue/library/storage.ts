import type { DocumentInfo } from './messages.js';

/** A document as the device keeps it. */
export interface StoredDocument {
  readonly info: DocumentInfo;
  /** The packed catalogue as JSON in UTF-8. */
  readonly catalogue: ArrayBuffer;
}

const DATABASE = 'endpoint.js';
const INFOS = 'documents';
const CATALOGUES = 'catalogues';
const SETTINGS = 'settings';
const CHOSEN = 'chosen document';

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The storage failed without a stated reason.')),
    );
  });
}

// Asynchronous, because a browser that blocks the storage throws at once.
async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    for (const name of [INFOS, CATALOGUES, SETTINGS]) request.result.createObjectStore(name);
  });
  return settle(request);
}

/** The documents on the device. All functions reject if the browser blocks its storage, or it is full. */
export class DocumentStorage {
  private database: Promise<IDBDatabase> | undefined;

  private async run<Result>(
    names: string[],
    mode: IDBTransactionMode,
    work: (store: (name: string) => IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    this.database ??= open();
    const transaction = (await this.database).transaction(names, mode);
    const completed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The storage is full.')));
    });
    const [result] = await Promise.all([settle(work((name) => transaction.objectStore(name))), completed]);
    return result;
  }

  list(): Promise<readonly DocumentInfo[]> {
    return this.run([INFOS], 'readonly', (store) => store(INFOS).getAll() as IDBRequest<DocumentInfo[]>);
  }

  load(id: string): Promise<ArrayBuffer | undefined> {
    return this.run(
      [CATALOGUES],
      'readonly',
      (store) => store(CATALOGUES).get(id) as IDBRequest<ArrayBuffer | undefined>,
    );
  }

  async save({ info, catalogue }: StoredDocument): Promise<void> {
    await this.run([INFOS, CATALOGUES], 'readwrite', (store) => {
      store(CATALOGUES).put(catalogue, info.id);
      return store(INFOS).put(info, info.id);
    });
  }

  async remove(id: string): Promise<void> {
    await this.run([INFOS, CATALOGUES], 'readwrite', (store) => {
      store(CATALOGUES).delete(id);
      return store(INFOS).delete(id);
    });
  }

  loadChosen(): Promise<unknown> {
    return this.run([SETTINGS], 'readonly', (store) => store(SETTINGS).get(CHOSEN));
  }

  async saveChosen(id: string): Promise<void> {
    await this.run([SETTINGS], 'readwrite', (store) => store(SETTINGS).put(id, CHOSEN));
  }
}

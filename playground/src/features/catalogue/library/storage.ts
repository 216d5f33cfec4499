import { transact, type Database } from '../../../storage/database.js';
import type { DocumentInfo } from './messages.js';

/** A document as the device keeps it. */
export interface StoredDocument {
  readonly info: DocumentInfo;
  /** The packed catalogue as JSON. */
  readonly catalogue: string;
}

const INFOS = 'documents';
const CATALOGUES = 'catalogues';
const SETTINGS = 'settings';
const CHOSEN = 'chosen document';
const DATABASE: Database = { name: 'endpoint.js', stores: { [INFOS]: {}, [CATALOGUES]: {}, [SETTINGS]: {} } };

/** The documents on the device. All functions reject if the browser blocks its storage, or it is full. */
export class DocumentStorage {
  async list(): Promise<readonly DocumentInfo[]> {
    const infos = await transact(DATABASE, 'readonly', (store) => store(INFOS).getAll() as IDBRequest<DocumentInfo[]>);
    return infos ?? [];
  }

  load(id: string): Promise<string | undefined> {
    return transact(DATABASE, 'readonly', (store) => store(CATALOGUES).get(id) as IDBRequest<string | undefined>);
  }

  async save({ info, catalogue }: StoredDocument): Promise<void> {
    await transact(DATABASE, 'readwrite', (store) => {
      store(CATALOGUES).put(catalogue, info.id);
      return store(INFOS).put(info, info.id);
    });
  }

  async remove(id: string): Promise<void> {
    await transact(DATABASE, 'readwrite', (store) => {
      store(CATALOGUES).delete(id);
      return store(INFOS).delete(id);
    });
  }

  loadChosen(): Promise<unknown> {
    return transact(DATABASE, 'readonly', (store) => store(SETTINGS).get(CHOSEN));
  }

  async saveChosen(id: string): Promise<void> {
    await transact(DATABASE, 'readwrite', (store) => store(SETTINGS).put(id, CHOSEN));
  }
}

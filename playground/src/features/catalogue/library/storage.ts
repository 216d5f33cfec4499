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
export const deviceStorage = {
  list: async (): Promise<readonly DocumentInfo[]> =>
    (await transact(DATABASE, 'readonly', (store) => store(INFOS).getAll() as IDBRequest<DocumentInfo[]>)) ?? [],
  load: (id: string): Promise<string | undefined> =>
    transact(DATABASE, 'readonly', (store) => store(CATALOGUES).get(id) as IDBRequest<string | undefined>),
  save: ({ info, catalogue }: StoredDocument): Promise<unknown> =>
    transact(DATABASE, 'readwrite', (store) => {
      store(CATALOGUES).put(catalogue, info.id);
      return store(INFOS).put(info, info.id);
    }),
  remove: (id: string): Promise<unknown> =>
    transact(DATABASE, 'readwrite', (store) => {
      store(CATALOGUES).delete(id);
      return store(INFOS).delete(id);
    }),
  loadChosen: (): Promise<unknown> => transact(DATABASE, 'readonly', (store) => store(SETTINGS).get(CHOSEN)),
  saveChosen: (id: string): Promise<unknown> =>
    transact(DATABASE, 'readwrite', (store) => store(SETTINGS).put(id, CHOSEN)),
};

import type { Form } from '../../features/request-builder/model/form.js';
import type { Addition } from '../../features/saved/library.js';
import { addToLibrary } from '../../features/saved/use-library.js';
import type { Document } from '../document/document.js';
import { writeContent } from './content.js';

/** A request of a collection. */
export interface CollectedRequest {
  readonly name: string;
  /** Names of folders separated by `/`; empty for none. */
  readonly folder: string;
  readonly form: Form;
}

/** The result of saving a collection. */
export interface SavedCollection extends Pick<Addition, 'added'> {
  /** The number of requests that were saved before. */
  readonly known: number;
  /** Names of the secrets that were left out. */
  readonly removed: readonly string[];
}

/**
 * Saves the requests of a collection beside those of the device; none is overwritten.
 * @throws DOMException or Error if the storage is blocked or full; then none is saved
 */
export async function saveAll(requests: readonly CollectedRequest[], base: Document): Promise<SavedCollection> {
  const contents = requests.map(({ form }) => writeContent({ builder: form, call: base.call }, base));
  const { added, known } = await addToLibrary(
    requests.flatMap(({ name, folder }, index) => {
      const { route = '', content } = contents[index] ?? {};
      return [{ name, folder, route, content }];
    }),
  );
  return { added, known: known.length, removed: contents.flatMap(({ removed }) => removed) };
}

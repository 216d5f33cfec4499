import type { NewRequest } from '../../features/saved/library.js';
import type { Document } from '../document/document.js';
import { findDifference, readDocument, withoutSecrets } from '../document/stored.js';
import type { Reading } from '../../features/request-builder/paste/reading.js';
import { addToLibrary } from '../../features/saved/use-library.js';

/** A document as a saved request holds it. */
export interface SavedContent extends Pick<NewRequest, 'route' | 'content'> {
  /** Names of the secrets that were left out. */
  readonly removed: readonly string[];
}

/** A document without its secrets, as the difference from the base. */
export function writeContent(document: Document, base: Document): SavedContent {
  const { document: open, removed } = withoutSecrets(document);
  return { route: open.builder.route, content: findDifference(open, base), removed };
}

/**
 * Checks a document that a file contains, and removes its secrets.
 * @throws Error with one sentence about the mistake, if it is damaged
 */
export function checkContent(content: unknown, base: Document): SavedContent {
  return writeContent(readDocument(content, base), base);
}

/**
 * Saves all requests of a collection beside those of the device; none is overwritten. Returns the notice about them.
 * @throws DOMException or Error if the storage is blocked or full; then none is saved
 */
export async function saveCollection({ requests }: Reading, base: Document): Promise<string> {
  const removed = new Set<string>();
  const { added, known } = await addToLibrary(
    requests.map(({ name, url, folder, form }) => {
      const written = writeContent({ builder: form, call: base.call }, base);
      for (const secret of written.removed) removed.add(secret);
      const { route, content } = written;
      return { name: name || url, folder: folder.map((part) => part.replaceAll('/', ' ')).join('/'), route, content };
    }),
  );
  const notes = [
    `Requests saved: ${added.length}.`,
    known.length > 0 ? `Saved before: ${known.length}.` : '',
    removed.size > 0 ? `Secrets left out: ${removed.size}.` : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}

import type { NewRequest } from '../../features/saved/library.js';
import type { Document } from '../document/document.js';
import { readDocument, withoutSecrets, writeDocument } from '../document/stored.js';
import type { Reading } from '../../features/request-builder/paste/reading.js';
import { addRequests } from '../../features/saved/store.js';

/** A document as a saved request holds it. */
export interface SavedContent extends Pick<NewRequest, 'route' | 'content'> {
  /** Names of the secrets that were left out. */
  readonly removed: readonly string[];
}

/** A document without its secrets, as the difference from the base. */
export function writeContent(document: Document, base: Document): SavedContent {
  const { document: open, removed } = withoutSecrets(document);
  return { route: open.builder.route, content: writeDocument(open, base), removed };
}

/**
 * Checks a document that a file contains, and removes its secrets.
 * @throws Error with one sentence about the mistake, if it is damaged
 */
export function checkContent(content: unknown, base: Document): SavedContent {
  return writeContent(readDocument(content, base), base);
}

/** The time after which other work on the page gets its turn, in ms. */
const SLICE_MS = 40;

/**
 * Saves all requests of a collection beside the device's own. Returns the notice about them.
 * @throws DOMException or Error if the storage is blocked or full; then none is saved
 */
export async function saveCollection({ requests }: Reading, base: Document): Promise<string> {
  const removed = new Set<string>();
  const written: NewRequest[] = [];
  let started = performance.now();
  for (const { name, folder, method, url, form } of requests) {
    const { route, content, removed: secrets } = writeContent({ builder: form, call: base.call }, base);
    for (const secret of secrets) removed.add(secret);
    written.push({ name: [...folder, name || `${method} ${url}`].join(' / '), route, content });
    // The forms of thousands of requests would stop the page.
    if (performance.now() - started > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      started = performance.now();
    }
  }
  await addRequests(written);
  const omitted = removed.size > 0 ? ` Secrets left out: ${removed.size}.` : '';
  return `Requests saved: ${written.length}.${omitted}`;
}

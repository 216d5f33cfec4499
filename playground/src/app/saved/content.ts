import type { NewRequest } from '../../features/saved/library.js';
import type { Document } from '../document/document.js';
import { findDifference, readDocument, withoutSecrets } from '../document/stored.js';

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

import { load, save } from './storage.js';
import { findDifference } from './difference.js';
import { withoutSecrets, type Document } from './document.js';

const NAME = 'draft';

/** The draft of the last visit; undefined if there is none. */
export function loadDraft(): unknown {
  return load(NAME);
}

/** Keeps the document on the device, without its secrets. */
export function saveDraft(document: Document, base: Document): void {
  save(NAME, findDifference(withoutSecrets(document).document, base));
}

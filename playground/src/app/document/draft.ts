import type { Document } from './document.js';
import { DRAFT, load, readNavigation, readStored, save, saveText } from '../../storage/device.js';
import { readDocument, withoutHidden, writeDocument } from './stored.js';

/** The draft of the last visit; undefined if there is none, or if it can't be read. */
export function loadDraft(base: Document): Document | undefined {
  return readStored(load(DRAFT), (draft) => readDocument(draft, base));
}

/** Whether a draft looks like a linked document: it may hold more, such as values of variables that its route no longer has. */
export function isShared(draft: Document, linked: Document, base: Document): boolean {
  const [one, other] = [draft, linked].map((each) => JSON.stringify(writeDocument(withoutHidden(each).document, base)));
  return one === other;
}

/** Name in the device's storage, of a number that each draft has anew. */
const DRAFT_NUMBER = 'draft number';

/** Name in the tab's storage, of the number of its last draft, and the address's fragment at that time: that of the document before. */
const OWN_DRAFT = 'own draft';

/** Keeps the draft that `text` is: JSON, without secrets. Called before the address shows it. */
export function saveDraftText(text: string): void {
  saveText(DRAFT, text, 'device');
  const number = Math.random();
  save(DRAFT_NUMBER, number);
  save(OWN_DRAFT, [number, location.hash], 'tab');
}

/**
 * Whether the page is loaded again in a tab that made the draft: its address may be older, as it is written once typing settles, and
 * not at all once the page has to leave.
 */
export function isOwnDraft(): boolean {
  const own = load(OWN_DRAFT, 'tab');
  if (!Array.isArray(own) || own[0] !== load(DRAFT_NUMBER)) return false;
  const loading = readNavigation();
  return loading === 'reload' || (loading === 'back_forward' && own[1] === location.hash);
}

/** Marks the draft as none of this tab, which shows something else. */
export function disownDraft(): void {
  save(OWN_DRAFT, null, 'tab');
}

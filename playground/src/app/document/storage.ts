import { PREFIX } from '../../storage/prefix.js';

/** The place of a value: `device` is for all tabs and visits, `tab` ends with the tab. */
type Place = 'device' | 'tab';

/** @throws DOMException if the browser blocks storage */
function openStorage(place: Place): Storage {
  return place === 'tab' ? sessionStorage : localStorage;
}

/** The JSON value of a name; undefined if there is none, or it can't be read. */
export function load(name: string, place: Place = 'device'): unknown {
  try {
    const text = openStorage(place).getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    // The storage is blocked, or another program wrote the text: the value counts as missing.
    return undefined;
  }
}

/** Stores a text of JSON; false if the storage is blocked or full, where the page works without it. */
function saveText(name: string, text: string, place: Place): boolean {
  try {
    openStorage(place).setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Stores a value; false if the storage is blocked or full, where the page works without it. */
export function save(name: string, value: unknown, place: Place = 'device'): boolean {
  return saveText(name, JSON.stringify(value), place);
}

/** Reads a stored value; undefined if there is none, or if it is damaged or of another version, which the user can't change. */
export function readStored<Value>(stored: unknown, read: (stored: unknown) => Value): Value | undefined {
  if (stored === undefined) return undefined;
  try {
    return read(stored);
  } catch {
    return undefined;
  }
}

/** Name in the tab's storage, of the credentials. */
export const CREDENTIALS = 'auth';

/** Name in the device's storage, of the catalogue's entry of the route that was chosen last. */
export const OPERATION = 'operation';

/** Name in the device's storage, of the draft: the document without its secrets, as the difference from the base. */
export const DRAFT = 'draft';

/** Name in the device's storage, of a number that each draft has anew. */
const DRAFT_NUMBER = 'draft number';

/** Name in the tab's storage, of the number of its last draft, and the address's fragment at that time: that of the document before. */
const OWN_DRAFT = 'own draft';

function markDraft(): void {
  const number = Math.random();
  save(DRAFT_NUMBER, number);
  save(OWN_DRAFT, [number, location.hash], 'tab');
}

/** Keeps the draft that `text` is: JSON, without secrets. Called before the address shows it. */
export function saveDraftText(text: string): void {
  saveText(DRAFT, text, 'device');
  markDraft();
}

/**
 * Whether the page is loaded again in a tab that made the draft: its address may be older, as it is written once typing settles, and
 * not at all after the page is told to leave.
 */
export function isOwnDraft(): boolean {
  const own = load(OWN_DRAFT, 'tab');
  if (!Array.isArray(own) || own[0] !== load(DRAFT_NUMBER)) return false;
  // Entries of that type are of that class; an engine may have none.
  const loading = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  return loading?.type === 'reload' || (loading?.type === 'back_forward' && own[1] === location.hash);
}

/** Marks the draft as none of this tab, which shows something else. */
export function disownDraft(): void {
  save(OWN_DRAFT, null, 'tab');
}

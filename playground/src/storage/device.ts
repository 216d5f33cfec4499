import { PREFIX } from './prefix.js';

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

/** Stores a text of JSON, unless the storage is blocked or full: the page works without it. */
export function saveText(name: string, text: string, place: Place): void {
  try {
    openStorage(place).setItem(PREFIX + name, text);
  } catch {
    // What it would keep lasts until the page is left.
  }
}

/** Stores a value, as a text of JSON. */
export function save(name: string, value: unknown, place: Place = 'device'): void {
  saveText(name, JSON.stringify(value), place);
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

/** The way to the page, such as `reload`; undefined in an engine that doesn't report it. */
export function readNavigation(): NavigationTimingType | undefined {
  // Entries of that type are of that class.
  const loading = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  return loading?.type;
}

/** Name in the tab's storage, of the credentials. */
export const CREDENTIALS = 'auth';

/** Name in the device's storage, of the catalogue's entry of the route that was chosen last. */
export const OPERATION = 'operation';

/** Name in the device's storage, of the draft: the document without its secrets, as the difference from the base. */
export const DRAFT = 'draft';

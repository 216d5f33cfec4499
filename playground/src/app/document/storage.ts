import { findDifference, withoutSecrets, readDocument, type Document } from './document.js';
import { isObject } from '../../json/json.js';
import { PREFIX } from '../../storage/prefix.js';

/** Name of the environments in the device's storage. */
export const ENVIRONMENTS = 'environments';

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

const DRAFT = 'draft';

/** The draft of the last visit; undefined if there is none. */
export function loadDraft(base: Document): Document | undefined {
  return readStored(load(DRAFT), (difference) => readDocument(difference, base));
}

/** Name in the tab's storage, of the fragment that the address had when the page was left before it could show the last edit. */
const BEHIND = 'behind';

/** Keeps the draft that `text` is: JSON, without secrets. The address shows the same. */
export function saveDraftText(text: string): void {
  saveText(DRAFT, text, 'device');
  save(BEHIND, null, 'tab');
}

/** Keeps the document on the device, without its secrets. The address doesn't show it yet. */
export function saveDraft(document: Document, base: Document): void {
  save(DRAFT, findDifference(withoutSecrets(document).document, base));
  save(BEHIND, location.hash, 'tab');
}

/** Whether the draft is an edit of what the fragment `hash` shows, made in this tab just before the page was left. */
export function isAhead(hash: string): boolean {
  return load(BEHIND, 'tab') === hash;
}

const HISTORY = 'history';
const MAX_ENTRIES = 500;
/** Characters of the earlier entries; other values share the browser's few megabytes. */
const MAX_LENGTH = 1_500_000;

/** An earlier document, kept on this device. */
export interface EarlierRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly route: string;
  readonly document: Document;
}

interface Entry {
  readonly at: number;
  readonly difference: unknown;
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && typeof value['at'] === 'number' && 'difference' in value;
}

function loadEntries(): readonly Entry[] {
  const stored = load(HISTORY);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

/** The earlier documents, the newest first. */
export function loadRequests(base: Document): readonly EarlierRequest[] {
  return loadEntries().flatMap(({ at, difference }) => {
    const document = readStored(difference, (stored) => readDocument(stored, base));
    return document === undefined ? [] : [{ at, route: document.builder.route, document }];
  });
}

/** The newest entry, and the earlier ones that there is room for. */
function limitEntries(entries: readonly Entry[]): readonly Entry[] {
  let length = 0;
  return entries
    .slice(0, MAX_ENTRIES)
    .filter((entry, index) => index === 0 || (length += JSON.stringify(entry).length) <= MAX_LENGTH);
}

/** Keeps a document, without its secrets; a known one moves to the front. */
export function saveRequest(document: Document, base: Document): void {
  const difference = findDifference(withoutSecrets(document).document, base);
  if (difference.builder === undefined) return;
  const text = JSON.stringify(difference);
  const others = loadEntries().filter((entry) => JSON.stringify(entry.difference) !== text);
  save(HISTORY, limitEntries([{ at: Date.now(), difference }, ...others]));
}

export function forgetRequests(): void {
  save(HISTORY, []);
}

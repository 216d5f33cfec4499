import { findDifference, withoutSecrets, type Document, readDocument } from './document.js';
import { isObject } from '../../json/read.js';
import { readOperation, type Operation } from '../../features/catalogue/operation.js';

/** The page's storage on the device; a blocked or full one keeps nothing, without an error. */
const PREFIX = 'endpoint.js:';

/** The JSON value of a name; undefined if there is none, or it can't be read. */
export function load(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    // The storage is blocked, or another program wrote the text: the value counts as missing.
    return undefined;
  }
}

/** Stores a value; false if it won't be there next time. */
export function save(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // The storage is blocked or full: the page works without it.
    return false;
  }
}

const DRAFT = 'draft';

/** The draft of the last visit; undefined if there is none. */
export function loadDraft(): unknown {
  return load(DRAFT);
}

/** Keeps the document on the device, without its secrets. */
export function saveDraft(document: Document, base: Document): void {
  save(DRAFT, findDifference(withoutSecrets(document).document, base));
}

/** An earlier document, kept on this device. */
export interface SavedRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly route: string;
  readonly document: Document;
}

const HISTORY = 'history';
const MAX_ENTRIES = 40;

interface Stored {
  readonly at: number;
  readonly difference: unknown;
}

function isStored(value: unknown): value is Stored {
  return isObject(value) && typeof value['at'] === 'number' && 'difference' in value;
}

function loadStored(): readonly Stored[] {
  const stored = load(HISTORY);
  return Array.isArray(stored) ? stored.filter(isStored) : [];
}

/** The earlier documents, the newest first. */
export function savedRequests(base: Document): readonly SavedRequest[] {
  return loadStored().flatMap(({ at, difference }) => {
    try {
      const document = readDocument(difference, base);
      return [{ at, route: document.builder.route, document }];
    } catch {
      // Another version wrote it, or it is damaged: skip it.
      return [];
    }
  });
}

/** Keeps a document, without its secrets; a known one moves to the front. */
export function saveRequest(document: Document, base: Document): void {
  const difference = findDifference(withoutSecrets(document).document, base);
  if (difference.builder === undefined) return;
  const text = JSON.stringify(difference);
  const others = loadStored().filter((entry) => JSON.stringify(entry.difference) !== text);
  save(HISTORY, [{ at: Date.now(), difference }, ...others].slice(0, MAX_ENTRIES));
}

export function forgetRequests(): void {
  save(HISTORY, undefined);
}

const OPERATION = 'operation';

/** The catalogue's entry of the route that was chosen last, kept without the catalogue, which is large. */
export function keptOperation(): Operation | undefined {
  const stored = load(OPERATION);
  if (stored === undefined) return undefined;
  try {
    return readOperation(stored);
  } catch {
    // The stored entry is damaged: the route works without it, and the catalogue still has it.
    return undefined;
  }
}

export function keepOperation(operation: Operation): void {
  save(OPERATION, operation);
}

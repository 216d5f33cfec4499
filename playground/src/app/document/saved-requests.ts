import { isObject } from '../../json/read.js';
import { findDifference } from './difference.js';
import { readDocument, withoutSecrets, type Document } from './document.js';
import { load, save } from './storage.js';

/** An earlier document, kept on this device. */
export interface SavedRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly route: string;
  readonly document: Document;
}

const NAME = 'history';
const MAX_ENTRIES = 40;

interface Stored {
  readonly at: number;
  readonly difference: unknown;
}

function isStored(value: unknown): value is Stored {
  return isObject(value) && typeof value['at'] === 'number' && 'difference' in value;
}

function loadStored(): readonly Stored[] {
  const stored = load(NAME);
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
  save(NAME, [{ at: Date.now(), difference }, ...others].slice(0, MAX_ENTRIES));
}

export function forgetRequests(): void {
  save(NAME, undefined);
}

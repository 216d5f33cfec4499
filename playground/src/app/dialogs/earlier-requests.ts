import { findDifference, type Document } from '../document/document.js';
import type { EarlierRequest } from '../document/storage.js';

/** An earlier request with the texts of its list entry. */
export interface HistoryEntry extends EarlierRequest {
  /** The heading of all requests of the same day. */
  readonly day: string;
  readonly time: string;
  /** What a search looks through, in lower case: route, values, addresses, date. */
  readonly searched: string;
}

/** Formats of days and times, by the language of the browser or another. */
export function createFormats(locale?: string, timeZone?: string) {
  return {
    day: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }),
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }),
    /** Dates as people type them: `2025-11-23`. */
    plain: new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }),
  };
}

/** The texts of a document's values, without the names of its members. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** The entries of the list, the newest first. */
export function createEntries(
  requests: readonly EarlierRequest[],
  base: Document,
  { day, time, plain }: ReturnType<typeof createFormats>,
): readonly HistoryEntry[] {
  return requests.map((request) => {
    const dayText = day.format(request.at);
    // The base URL counts even if it is the default.
    const texts = [request.document.builder.baseUrl, ...listTexts(findDifference(request.document, base))];
    const searched = [...texts, dayText, plain.format(request.at)].join('\n').toLowerCase();
    return { ...request, day: dayText, time: time.format(request.at), searched };
  });
}

/** The entries with all words of a query. */
export function searchEntries(entries: readonly HistoryEntry[], query: string): readonly HistoryEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ searched }) => words.every((word) => searched.includes(word)));
}

/** Compares the requests of curl with those that the page makes of a text. */
import { ANGLED } from './judge-calls.js';
import { compareSent, type PageRequest, type SentRequest } from './sent-request.js';

/** How a text is read. */
export interface Verdict {
  readonly text: string;
  readonly verdict: 'equal' | 'incomplete' | 'different';
  /** Differences, or reasons. */
  readonly details: readonly string[];
}

/** A value of a program before `&&`, whose success isn't modelled. */
const SUBSTITUTION = /(?:`|\$\()[^]*&&/;

/** Arithmetic with a variable, and `${!name}`, which may fail: then bash doesn’t run the command. */
const FALLIBLE = /\$(?:\{!|(?:\(\(|\[)[^)\]]*[A-Za-z])/;

/** Ends a command that bash runs beside the next one. */
const BACKGROUND = /(?<![&>])&(?![&>])/;

/** Compares curl's requests with the page's, one by one. */
function listDifferences(text: string, curl: readonly SentRequest[], page: readonly PageRequest[]): readonly string[] {
  const isWhole = page.every(
    (request) => 'sent' in request && !request.notes.some((note) => note.startsWith('curl as')),
  );
  if (curl.length !== page.length && isWhole) return [`curl sends ${curl.length} requests, the page ${page.length}`];
  // What isn't complete may be sent or not, so each other request is looked for after the one before; or anywhere, beside others.
  const isOrdered = !BACKGROUND.test(text);
  let left = curl;
  // curl ends at some of the URLs that it refuses, as one with an open value may be.
  let mayEnd = FALLIBLE.test(text);
  return page.flatMap((request) => {
    if ('reasons' in request) {
      mayEnd ||= request.reasons.some((reason) => reason.startsWith('Values to enter'));
      return [];
    }
    const compared = left.map((sent) => compareSent(sent, request.sent, request.notes));
    const at = compared.findIndex((differences) => differences.length === 0);
    left = isOrdered ? left.slice(at + 1) : left.filter((_, index) => index !== at);
    if (at !== -1) return [];
    return compared[0] ?? (mayEnd ? [] : ['curl sends nothing']);
  });
}

/** Compares what curl sends for a text with what the page makes of it. */
export function judge(text: string, curl: readonly SentRequest[], page: readonly PageRequest[]): Verdict {
  const reasons = page.flatMap((request) => ('reasons' in request ? request.reasons : []));
  if (page.length > 0 && page.every((request) => 'reasons' in request))
    return { text, verdict: 'incomplete', details: reasons };
  const differences = listDifferences(text, curl, page);
  const isOpen =
    ANGLED.test(text) ||
    SUBSTITUTION.test(text) ||
    page.some((request) => 'notes' in request && request.notes.some((note) => note.includes('isn’t known')));
  if (differences.length > 0 && isOpen) return { text, verdict: 'incomplete', details: ['open values'] };
  return differences.length === 0
    ? { text, verdict: 'equal', details: reasons }
    : { text, verdict: 'different', details: differences };
}

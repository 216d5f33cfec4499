import { emptyDocument, exampleDocument, readDocument, type Document } from './document.js';
import { loadDraft } from './draft.js';
import { saveRequest } from './saved-requests.js';
import { readLink } from './link.js';

/** What the page begins with. */
export interface Start {
  readonly document: Document;
  /** What links and drafts are written against. */
  readonly base: Document;
  /** Whether the page stands within another (`?embed=1`), and keeps nothing of its own. */
  readonly embedded: boolean;
  /** Whether nothing was brought along: neither by a link nor from an earlier visit. */
  readonly isFirst: boolean;
  /** What went wrong, for the user to know. */
  readonly problem: string | undefined;
}

function readDraft(base: Document): Document | undefined {
  const draft = loadDraft();
  if (draft === undefined) return undefined;
  try {
    return readDocument(draft, base);
  } catch {
    // Damaged on the device: there is nothing to bring back, and nothing the user could do about it.
    return undefined;
  }
}

/** The document of the link, else that of the last visit, else the example. What a link puts aside goes into the history. */
export async function readStart({ search, hash }: Pick<Location, 'search' | 'hash'>): Promise<Start> {
  const embedded = new URLSearchParams(search).get('embed') === '1';
  const base = emptyDocument(search);
  const draft = embedded ? undefined : readDraft(base);
  const own = draft ?? exampleDocument(search);
  const common = { base, embedded, problem: undefined };
  if (hash.length <= 1) return { ...common, document: own, isFirst: draft === undefined };
  try {
    const document = await readLink(hash.slice(1), base);
    if (draft !== undefined) saveRequest(draft, base);
    return { ...common, document, isFirst: false };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const instead = draft === undefined ? 'the example' : 'your last draft';
    return { ...common, document: own, isFirst: false, problem: `${error.message} Here is ${instead} instead.` };
  }
}

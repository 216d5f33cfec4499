import { emptyDocument, exampleDocument, type Document } from './document.js';
import { loadDraft, saveRequest } from './storage.js';
import { readLink } from './link.js';

/** The initial state of the page. */
export interface Start {
  readonly document: Document;
  /** The base of links and drafts, which contain only the difference from it. */
  readonly base: Document;
  /** Whether the page is embedded in another (`?embed=1`), and keeps nothing on the device. */
  readonly embedded: boolean;
  /** Whether the document comes neither from a link nor from an earlier visit. */
  readonly isFirst: boolean;
  /** The problem of the link, for the user. */
  readonly problem: string | undefined;
}

/** The document of the link, else that of the last visit, else the example. A draft that a link replaces goes into the history. */
export async function readStart({ search, hash }: Pick<Location, 'search' | 'hash'>): Promise<Start> {
  const embedded = new URLSearchParams(search).get('embed') === '1';
  const base = emptyDocument(search);
  const draft = embedded ? undefined : loadDraft(base);
  const document = draft ?? exampleDocument(search);
  const common = { base, embedded, problem: undefined };
  if (hash.length <= 1) return { ...common, document, isFirst: draft === undefined };
  try {
    const linked = await readLink(hash.slice(1), base);
    if (draft !== undefined) saveRequest(draft, base);
    return { ...common, document: linked, isFirst: false };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const instead = draft === undefined ? 'the example' : 'your last draft';
    return { ...common, document, isFirst: false, problem: `${error.message} Here is ${instead} instead.` };
  }
}

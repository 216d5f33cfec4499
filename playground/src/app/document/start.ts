import { NO_SURROUNDINGS, type Surroundings } from '../../features/request-builder/model/surroundings.js';
import { isObject } from '../../json/json.js';
import { emptyDocument, exampleDocument, type Document } from './document.js';
import { CREDENTIALS, DRAFT, load } from '../../storage/device.js';

/** The initial state of the page. */
export interface Start {
  readonly document: Document;
  /** The base of links and drafts, which contain only the difference from it. */
  readonly base: Document;
  /** Whether the page is embedded in another (`?embed=1`), and keeps nothing on the device. */
  readonly embedded: boolean;
  /** Whether the address may show an earlier state of the document: the page was left as soon as the last edit was made. */
  readonly isAhead: boolean;
  /** Whether the document comes neither from a link nor from an earlier visit. */
  readonly isFirst: boolean;
  /** The draft of the last visit that the link replaced, for undo; undefined if there was none. */
  readonly replaced: Document | undefined;
  /** The problem of the link, for the user. */
  readonly problem: string | undefined;
  /** With this tab's credentials; without them for an embedded page. */
  readonly surroundings: Surroundings;
}

/** Without a response by then, the page starts with the usual address. */
const PATIENCE_MS = 1000;

/** The address of the bridge that the page's own server names in `bridge.json`; undefined if it names none. */
async function readBridge(): Promise<string | undefined> {
  try {
    const response = await fetch('./bridge.json', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const json: unknown = await response.json();
    return isObject(json) && typeof json['bridge'] === 'string' ? json['bridge'] : undefined;
  } catch {
    // A host of static files may have no such file, and there may be no network; calls report what is wrong with their bridge.
    return undefined;
  }
}

/** The surroundings with the credentials of this tab. */
async function readSurroundings(): Promise<Surroundings> {
  const stored = load(CREDENTIALS, 'tab');
  if (stored === undefined) return NO_SURROUNDINGS;
  try {
    return { ...NO_SURROUNDINGS, ...(await import('./credentials.js')).readCredentials(stored) };
  } catch {
    // Without a network the page starts nevertheless, and keeps the credentials for its next start.
    const authProblem = 'The credentials of this tab could not be loaded; load the page again, or enter them anew.';
    return { ...NO_SURROUNDINGS, authProblem };
  }
}

/**
 * The page's first document, with everything that its first rendering needs: the document of the link, else that of the last visit,
 * else the example. This tab's own edit of the link's document goes on.
 */
export async function readStart({ search, hash }: Pick<Location, 'search' | 'hash'>): Promise<Start> {
  const embedded = new URLSearchParams(search).get('embed') === '1';
  const [bridge, surroundings, kept] = await Promise.all([
    readBridge(),
    embedded ? NO_SURROUNDINGS : readSurroundings(),
    // Without the code for drafts nothing replaces the draft.
    embedded || load(DRAFT) === undefined ? undefined : import('./draft.js').catch(() => undefined),
  ]);
  const base = emptyDocument(search, bridge);
  const draft = kept?.loadDraft(base);
  const document = draft ?? exampleDocument(base);
  const common = { base, embedded, isAhead: false, replaced: undefined, problem: undefined, surroundings };
  if (draft !== undefined && kept?.isOwnDraft() === true) return { ...common, document, isAhead: true, isFirst: false };
  if (hash.length <= 1) return { ...common, document, isFirst: draft === undefined };
  try {
    const { readLink } = await import('./link.js');
    const linked = await readLink(hash.slice(1), base);
    if (draft !== undefined && kept?.isShared(draft, linked.document, base) === true)
      return { ...common, ...linked, document: draft, isFirst: false };
    kept?.disownDraft();
    return { ...common, ...linked, replaced: draft, isFirst: false };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const instead = draft === undefined ? 'the example' : 'your last draft';
    return { ...common, document, isFirst: false, problem: `${error.message} Here is ${instead} instead.` };
  }
}

import { askOnce } from '../../ui/thread.js';
import type { Document } from './document.js';
import { saveDraftText } from './draft.js';
import { writeLink, type Link } from './link.js';
import { withoutSecrets, writeDocument } from './stored.js';

export { saveDraftText } from './draft.js';

/** A document as it leaves the page: without its secrets. */
export interface Written {
  readonly link: Link;
  /** JSON text. */
  readonly draft: string;
}

/** What a thread writes. */
interface Task {
  readonly document: Document;
  readonly base: Document;
}

/** The text of a document's draft. */
function writeDraft(document: Document, base: Document): string {
  return JSON.stringify(writeDocument(withoutSecrets(document).document, base));
}

/** Keeps a document on the device, at once. */
export function keepDraft(document: Document, base: Document): void {
  saveDraftText(writeDraft(document, base));
}

/** Writes the link and the draft of a document. */
export async function write({ document, base }: Task): Promise<Written> {
  return { link: await writeLink(document, base), draft: writeDraft(document, base) };
}

/** Documents with more text than this are written in a worker: looking for secrets and compressing would stop the page. */
const LARGE = 50_000;

/** Writes the link and the draft of a document without stopping the page, however large the document is. */
export async function writeAside(document: Document, base: Document): Promise<Written> {
  if (JSON.stringify(document).length <= LARGE) return write({ document, base });
  try {
    const worker = new Worker(new URL('./writing.worker.ts', import.meta.url), { type: 'module' });
    return (await askOnce(worker, 'write', { document, base })) as Written;
  } catch (error) {
    // Without a network the worker's file may be missing.
    console.info('The document is written in the page.', error);
    return write({ document, base });
  }
}

import type { Document } from './document/document.js';
import type { Share } from './shares.js';
import { getReason } from '../ui/text.js';

/** The address of a document, without its secrets. */
interface Shared {
  /** Undefined where the document is too large for one. */
  readonly link: string | undefined;
  /** The omissions or the failure, in a sentence; may be empty. */
  readonly note: string;
}

/** Writes the address of this page with a document. */
async function createLink(document: Document, base: Document): Promise<Shared> {
  const { writeAside } = await import('./document/writing.js');
  const { hash, removed } = (await writeAside(document, base)).link;
  if (hash === undefined) return { link: undefined, note: 'This is too long for a link: shorten its largest value.' };
  const address = new URL(location.href);
  address.hash = hash;
  address.searchParams.delete('embed');
  const note = removed.length === 0 ? '' : `Left out because it may be secret: ${removed.join(', ')}.`;
  return { link: address.href, note };
}

/** Copies a document in one of the forms for sharing, and returns the notice about it. */
export async function copyShare({ kind, notice }: Share, document: Document, base: Document): Promise<string> {
  try {
    const { link, note } = await createLink(document, base);
    if (link === undefined) return note;
    const text = kind === 'link' ? link : (await import('./markdown.js')).writeMarkdown(document, link);
    await navigator.clipboard.writeText(text);
    return `${notice} ${note}`.trimEnd();
  } catch (error) {
    // The browser has no clipboard, or the permission is missing.
    if (error instanceof DOMException || error instanceof TypeError) return 'The browser does not let this page copy.';
    return getReason(error);
  }
}

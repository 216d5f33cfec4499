import type { Document } from './document/document.js';
import { writeLink } from './document/link.js';

/** The forms of a document for sharing, with the notice after one was copied. */
export const SHARES = [
  { kind: 'link', title: 'Copy link', notice: 'Link copied.' },
  { kind: 'markdown', title: 'Copy as Markdown', notice: 'Markdown copied.' },
  { kind: 'embed', title: 'Copy HTML to embed', notice: 'HTML for your page copied.' },
] as const;
export type Share = (typeof SHARES)[number];

async function write(kind: Share['kind'], document: Document, address: URL): Promise<string> {
  if (kind === 'link') return address.href;
  if (kind === 'markdown') return (await import('./markdown.js')).writeMarkdown(document, address.href);
  return `<iframe src="${address.href.replaceAll('&', '&amp;')}" title="endpoint.js playground" width="100%" height="560"></iframe>`;
}

/** Copies a document in one of the forms for sharing, and returns the notice about it. */
export async function share({ kind, notice }: Share, document: Document, base: Document): Promise<string> {
  try {
    const { hash, removed } = await writeLink(document, base);
    if (hash === undefined) return 'This is too long for a link: shorten its largest value.';
    const address = new URL(location.href);
    address.hash = hash;
    address.searchParams.delete('embed');
    if (kind === 'embed') address.searchParams.set('embed', '1');
    await navigator.clipboard.writeText(await write(kind, document, address));
    return removed.length === 0 ? notice : `${notice} Left out because it may be secret: ${removed.join(', ')}.`;
  } catch (error) {
    // The browser has no clipboard, or the permission is missing.
    if (error instanceof DOMException || error instanceof TypeError) return 'The browser does not let this page copy.';
    return error instanceof Error ? error.message : String(error);
  }
}

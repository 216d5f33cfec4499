import type { Document } from '../document/document.js';
import { writeLink } from '../document/link.js';

/** What was put on the clipboard, in words. */
export interface Shared {
  readonly text: string;
  readonly said: string;
}

function leftOut(removed: readonly string[]): string {
  return removed.length === 0 ? '' : ` Left out because it may be secret: ${removed.join(', ')}.`;
}

/** Address of a document, and what had to be left out of it. */
async function createAddress(document: Document, base: Document, query: string) {
  const { hash, removed } = await writeLink(document, base);
  if (hash === undefined) throw new Error('This is too long for a link: shorten its largest value.');
  const address = new URL(location.href);
  address.search = query;
  address.hash = hash;
  return { address: address.href, removed };
}

export type ShareKind = 'link' | 'markdown' | 'embed';

/**
 * A document in the form in which it can be handed on.
 * @throws Error where it is too long for a link
 */
export async function share(kind: ShareKind, document: Document, base: Document): Promise<Shared> {
  const query = new URLSearchParams(location.search);
  query.delete('embed');
  if (kind === 'embed') query.set('embed', '1');
  const { address, removed } = await createAddress(document, base, query.toString());
  if (kind === 'link') return { text: address, said: `Link copied.${leftOut(removed)}` };
  if (kind === 'embed') {
    const text = `<iframe src="${address.replaceAll('&', '&amp;')}" title="endpoint.js playground" width="100%" height="560"></iframe>`;
    return { text, said: `HTML for your page copied.${leftOut(removed)}` };
  }
  const { writeMarkdown } = await import('./markdown.js');
  return { text: writeMarkdown(document, address), said: `Markdown copied.${leftOut(removed)}` };
}

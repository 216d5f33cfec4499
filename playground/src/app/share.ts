import type { Document } from './document/document.js';
import { writeLink } from './document/link.js';

/** The text for the clipboard, and the notice about it. */
interface Shared {
  readonly text: string;
  readonly notice: string;
}

function describeRemoved(removed: readonly string[]): string {
  return removed.length === 0 ? '' : ` Left out because it may be secret: ${removed.join(', ')}.`;
}

/** Address of a document, and the secrets that were left out. */
async function createAddress(document: Document, base: Document, query: string) {
  const { hash, removed } = await writeLink(document, base);
  if (hash === undefined) throw new Error('This is too long for a link: shorten its largest value.');
  const address = new URL(location.href);
  address.search = query;
  address.hash = hash;
  return { address: address.href, removed };
}

/** The forms of a document for sharing. */
export const SHARES = [
  { kind: 'link', title: 'Copy link' },
  { kind: 'markdown', title: 'Copy as Markdown' },
  { kind: 'embed', title: 'Copy HTML to embed' },
] as const;
export type ShareKind = (typeof SHARES)[number]['kind'];

/**
 * A document in one of the forms for sharing.
 * @throws Error if it is too long for a link
 */
export async function share(kind: ShareKind, document: Document, base: Document): Promise<Shared> {
  const query = new URLSearchParams(location.search);
  query.delete('embed');
  if (kind === 'embed') query.set('embed', '1');
  const { address, removed } = await createAddress(document, base, query.toString());
  if (kind === 'link') return { text: address, notice: `Link copied.${describeRemoved(removed)}` };
  if (kind === 'embed') {
    const text = `<iframe src="${address.replaceAll('&', '&amp;')}" title="endpoint.js playground" width="100%" height="560"></iframe>`;
    return { text, notice: `HTML for your page copied.${describeRemoved(removed)}` };
  }
  const { writeMarkdown } = await import('./markdown.js');
  return { text: writeMarkdown(document, address), notice: `Markdown copied.${describeRemoved(removed)}` };
}

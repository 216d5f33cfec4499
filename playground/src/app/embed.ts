import type { Theme } from '../ui/themes.js';
import { PART } from './views.js';

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The HTML that embeds the page with a document.
 * @param link the page's address with the document
 * @param route the route, which names the frame for screen readers
 */
export function writeEmbed(link: string, route: string, theme: Theme): string {
  const address = new URL(link);
  // An embedded page shows one part only.
  address.searchParams.delete(PART);
  address.searchParams.set('embed', '1');
  if (theme !== 'system') address.searchParams.set('theme', theme);
  const title = `${route.trim() || 'A request'}, explained by the playground of endpoint.js`;
  return `<iframe src="${escapeAttribute(address.href)}" title="${escapeAttribute(title)}" width="100%" height="560" style="border: 0" loading="lazy"></iframe>`;
}

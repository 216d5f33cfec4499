/** Search engines show about this many characters. */
const MAX_LENGTH = 160;

/**
 * Derives the description of a page from its first paragraph: as many whole sentences as search engines show.
 *
 * @param {string} markdown
 * @returns {string | undefined} `undefined` for a page that doesn't begin with a paragraph
 */
export function describePage(markdown) {
  const text = markdown.replace(/^---\n[^]*?\n---\n/, '').replace(/^\s*# .*\n/, '');
  const [paragraph = ''] = text.trim().split(/\n\s*\n/, 1);
  if (/^(?:```|[#|<>*-]|\d+\.|!\[)/.test(paragraph)) return undefined;
  const plain = paragraph
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    // VitePress puts it into an attribute as it is.
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/:$/, '.')
    .trim();
  if (plain === '') return undefined;
  let end = 0;
  for (const { index } of plain.matchAll(/[.!?](?= |$)/g)) if (index < MAX_LENGTH) end = index + 1;
  return end > 0 ? plain.slice(0, end) : `${plain.slice(0, MAX_LENGTH - 1).replace(/\s\S*$/, '')}…`;
}

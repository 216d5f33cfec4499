/** Cuts a text in Markdown at the end of a paragraph, else of a word, so that it has at most `length` characters. */
export function cutMarkdown(markdown: string | undefined, length: number): string {
  const text = (markdown ?? '').replaceAll('\r\n', '\n').trim();
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  const paragraph = start.lastIndexOf('\n\n');
  if (paragraph > length / 3) return `${start.slice(0, paragraph)}\n\n…`;
  // A link or code that is cut in two would show its marks.
  const word = start.replace(/\s+\S*$/, '').replace(/\[[^\]]*(?:\]\([^)]*)?$/, '');
  const whole = (word.match(/`/g) ?? []).length % 2 === 0 ? word : word.slice(0, word.lastIndexOf('`'));
  return `${whole.trimEnd()} …`;
}

/** The destination of a link: without spaces, with pairs of parentheses (CommonMark 6.3). */
const LINK = /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?:[^\s()]|\([^\s()]*\))*(?:\s+"[^"]*")?\)/g;

/** The first paragraph of a text in Markdown as plain text, for one line. */
export function summarizeMarkdown(markdown: string | undefined, length: number): string {
  const [paragraph = ''] = (markdown ?? '')
    .trim()
    .slice(0, 4000)
    .split(/\r?\n\s*\r?\n/);
  const text = paragraph
    .replaceAll(LINK, '$1')
    .replaceAll(/(^|\s)_(\S(?:[^_]*\S)?)_(?=[\s.,;:]|$)/g, '$1$2')
    .replaceAll(/`+|[*_]{2}|^>\s*(?:\[!\w+\])?|^#+\s/gm, '')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/\s+\S*$/, '')} …`;
}

/** A piece of a line of Markdown. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly content: readonly Inline[] };

/** A block of Markdown. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string };

/** Longer texts end here: the work stays bounded, whatever a document contains. */
const MAX_LENGTH = 20_000;
/** The deepest nesting of emphasis and links. */
const MAX_DEPTH = 3;

/**
 * Code, links, addresses, strong text and emphasis, in this order (CommonMark 6). The text of a link may have brackets, its address
 * pairs of parentheses.
 */
const INLINE =
  /(?<ticks>`+)(?!`)(?<code>.*?[^`])\k<ticks>(?!`)|!?\[(?<label>(?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?(?<url>(?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)|<?(?<address>https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]])>?|(?<mark>\*\*|__)(?=\S)(?<strong>.+?\S??)\k<mark>|(?<=^|[\s("'])(?<sign>[*_])(?=[^\s*_])(?<emphasis>(?:[^*_]|\*\*[^*]+\*\*|__[^_]+__|(?<=\w)_(?=\w))*?(?:[^\s*_]|\*\*[^*]+\*\*|__[^_]+__))\k<sign>(?!\w)|\\(?<escaped>[!-/:-@[-`{-~])/gs;

/** An address that a link may have: no script, and nothing relative to this page. */
function isSafe(url: string): boolean {
  return /^https?:\/\/[^/]/i.test(url);
}

function readPiece(groups: Readonly<Record<string, string | undefined>>, whole: string, depth: number): Inline {
  const { code, label, url = '', address, strong, emphasis, escaped } = groups;
  if (code !== undefined) return { kind: 'code', text: code.trim() || code };
  if (escaped !== undefined) return { kind: 'text', text: escaped };
  if (address !== undefined) return { kind: 'link', url: address, content: [{ kind: 'text', text: address }] };
  if (strong !== undefined) return { kind: 'strong', content: parseInline(strong, depth + 1) };
  if (emphasis !== undefined) return { kind: 'emphasis', content: parseInline(emphasis, depth + 1) };
  if (label === undefined) return { kind: 'text', text: whole };
  const content = parseInline(label || url, depth + 1);
  // An address relative to the API's documentation leads nowhere here: its text remains.
  return isSafe(url) ? { kind: 'link', url, content } : { kind: 'emphasis', content };
}

/** Parses the pieces of a line. */
function parseInline(text: string, depth = 0): readonly Inline[] {
  if (depth > MAX_DEPTH) return [{ kind: 'text', text }];
  const pieces: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    pieces.push(readPiece(match.groups ?? {}, match[0], depth));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const TABLE = /^\s*\|/;

/** The text of a line without the mark of a quote; GitHub's alerts become their name. */
function unquote(line: string): string {
  return line
    .replace(/^\s*(?:>\s?)+/, '')
    .replace(/^\[!(\w)(\w*)\]\s*$/, (_, first: string, others: string) => `**${first}${others.toLowerCase()}:**`);
}

/** The lines of a block. */
interface Draft {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'ul' | 'ol';
  readonly lines: string[];
}

/** Separates lines into blocks. */
function separate(lines: readonly string[]): readonly Draft[] {
  const drafts: Draft[] = [];
  let open: Draft | undefined;
  let fenced = false;
  const add = (kind: Draft['kind'], line: string) => {
    if (open?.kind === kind) open.lines.push(line);
    else drafts.push((open = { kind, lines: [line] }));
  };
  for (const line of lines) {
    const [heading, title = ''] = HEADING.exec(line) ?? [];
    const [item, number, text = ''] = ITEM.exec(line) ?? [];
    if (FENCE.test(line)) {
      fenced = !fenced;
      open = undefined;
    } else if (fenced) add('code', line);
    else if (TABLE.test(line)) add('code', line.trim());
    else if (heading !== undefined) {
      drafts.push({ kind: 'heading', lines: [title] });
      open = undefined;
    } else if (item !== undefined) add(number === undefined ? 'ul' : 'ol', text);
    else if (line.trim() === '') open = undefined;
    else if (open?.kind === 'ul' || open?.kind === 'ol') open.lines.push(`${open.lines.pop() ?? ''} ${line.trim()}`);
    else add('paragraph', line.trim());
  }
  return drafts;
}

function readBlock({ kind, lines }: Draft): Block {
  if (kind === 'code') return { kind, text: lines.join('\n') };
  if (kind === 'paragraph' || kind === 'heading') return { kind, content: parseInline(lines.join(' ')) };
  return { kind: 'list', ordered: kind === 'ol', items: lines.map((line) => parseInline(line)) };
}

/** Parses the Markdown that descriptions of APIs have: everything else, HTML too, is text. */
export function parseMarkdown(markdown: string): readonly Block[] {
  return separate(markdown.slice(0, MAX_LENGTH).split(/\r?\n/).map(unquote)).map(readBlock);
}

import { Fragment, memo, type ReactNode } from 'react';

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
const SAFE = /^https?:\/\/[^/]/i;

function renderPiece(groups: Readonly<Record<string, string | undefined>>, whole: string, depth: number): ReactNode {
  const { code, label, address, url = '', strong, emphasis, escaped } = groups;
  if (code !== undefined) return <code>{code.trim() || code}</code>;
  if (strong !== undefined) return <strong>{renderLine(strong, depth)}</strong>;
  if (emphasis !== undefined) return <em>{renderLine(emphasis, depth)}</em>;
  if (address === undefined && label === undefined) return escaped ?? whole;
  const content = address ?? renderLine(label || url, depth);
  const href = address ?? url;
  // An address relative to the API's documentation leads nowhere here: its text remains.
  if (!SAFE.test(href)) return <em>{content}</em>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}

/** The pieces of a line. */
function renderLine(text: string, depth = -1): ReactNode {
  if (depth === MAX_DEPTH) return text;
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(INLINE)) {
    pieces.push(text.slice(end, index), <Fragment key={index}>{renderPiece(groups, whole, depth + 1)}</Fragment>);
    end = index + whole.length;
  }
  return [...pieces, text.slice(end)];
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
interface Block {
  readonly tag: 'p' | 'strong' | 'pre' | 'ul' | 'ol';
  readonly lines: string[];
}

/** Separates lines into blocks. */
function separate(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fenced = false;
  const add = (tag: Block['tag'], line: string) => {
    if (open?.tag === tag) open.lines.push(line);
    else blocks.push((open = { tag, lines: [line] }));
  };
  for (const line of lines) {
    const [heading, title = ''] = HEADING.exec(line) ?? [];
    const [item, number, text = ''] = ITEM.exec(line) ?? [];
    if (FENCE.test(line)) {
      fenced = !fenced;
      open = undefined;
    } else if (fenced) add('pre', line);
    else if (TABLE.test(line)) add('pre', line.trim());
    else if (heading !== undefined) {
      blocks.push({ tag: 'strong', lines: [title] });
      open = undefined;
    } else if (item !== undefined) add(number === undefined ? 'ul' : 'ol', text);
    else if (line.trim() === '') open = undefined;
    else if (open?.tag === 'ul' || open?.tag === 'ol') open.lines.push(`${open.lines.pop() ?? ''} ${line.trim()}`);
    else add('p', line.trim());
  }
  return blocks;
}

function renderBlock({ tag: Tag, lines }: Block): ReactNode {
  if (Tag === 'pre') return <pre>{lines.join('\n')}</pre>;
  if (Tag === 'p' || Tag === 'strong') {
    const line = renderLine(lines.join(' '));
    // A heading is strong.
    return <p>{Tag === 'p' ? line : <strong>{line}</strong>}</p>;
  }
  // oxlint-disable-next-line react/no-array-index-key -- items never change places
  return <Tag>{lines.map((item, index) => <li key={index}>{renderLine(item)}</li>)}</Tag>; // prettier-ignore
}

/**
 * A text in the Markdown that descriptions of APIs have: everything else, HTML too, is text. Its links open in a new tab.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  const blocks = separate(text.slice(0, MAX_LENGTH).split(/\r?\n/).map(unquote));
  return (
    <div className="markdown wrap">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks never change places
        <Fragment key={index}>{renderBlock(block)}</Fragment>
      ))}
    </div>
  );
});

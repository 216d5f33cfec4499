import { memo, useMemo, type ReactNode } from 'react';
import { parseMarkdown, type Block, type Inline } from './markdown.js';

function renderPieces(pieces: readonly Inline[]): ReactNode {
  return pieces.map((piece, index) => {
    const key = `${index} ${piece.kind}`;
    switch (piece.kind) {
      case 'code':
        return <code key={key}>{piece.text}</code>;
      case 'strong':
        return <strong key={key}>{renderPieces(piece.content)}</strong>;
      case 'emphasis':
        return <em key={key}>{renderPieces(piece.content)}</em>;
      case 'link':
        return (
          <a key={key} href={piece.url} target="_blank" rel="noopener noreferrer">
            {renderPieces(piece.content)}
          </a>
        );
      case 'text':
    }
    return piece.text;
  });
}

function renderBlock(block: Block, key: string): ReactNode {
  if (block.kind === 'code') return <pre key={key}>{block.text}</pre>;
  if (block.kind !== 'list') {
    const content = renderPieces(block.content);
    return <p key={key}>{block.kind === 'heading' ? <strong>{content}</strong> : content}</p>;
  }
  const items = block.items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- items never change places
    <li key={`${key} ${index}`}>{renderPieces(item)}</li>
  ));
  return block.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
}

/** A text in Markdown. Its links open in a new tab; its HTML is shown as text. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return <div className="markdown">{blocks.map((block, index) => renderBlock(block, `${index} ${block.kind}`))}</div>;
});

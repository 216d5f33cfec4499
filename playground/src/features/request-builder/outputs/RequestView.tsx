import type { DroppedHeader } from 'endpoint.js/explain';
import { memo, useCallback } from 'react';
import { Sentence } from '../../../ui/code/Sentence.js';
import { CopyButton } from '../../../ui/controls/CopyButton.js';
import { useLatest } from '../../../ui/rendering/use-latest.js';
import type { Built } from '../model/build.js';
import { highlightAttributes, useIsHighlighted } from '../highlight/HighlightContext.js';
import { HighlightRow } from '../highlight/HighlightRow.js';
import { HighlightSpan } from '../highlight/HighlightSpan.js';
import { deriveHeaderSource } from '../highlight/subjects.js';
import type { BuiltOutputProps } from './output.js';
import { writeLines, type Line, type LinePart } from './request-lines.js';

function Part({ part: { text, kind, source } }: { readonly part: LinePart }) {
  if (source) return <HighlightSpan text={text} className={`token-${kind}`} {...source} />;
  return kind === 'space' || kind === 'punctuation' ? text : <span className={`token-${kind}`}>{text}</span>;
}

function sameLine({ line: one }: LineViewProps, { line: other }: LineViewProps): boolean {
  return (
    one.origin === other.origin &&
    one.source.subjects === other.source.subjects &&
    one.source.from === other.source.from &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => {
      const same = other.parts[index];
      return part.text === same?.text && part.kind === same.kind && part.source?.subjects === same.source?.subjects;
    })
  );
}

interface LineViewProps {
  readonly line: Line;
}

const LineView = memo(function LineView({ line: { parts, source, origin } }: LineViewProps) {
  const highlighted = useIsHighlighted(source.subjects);
  return (
    <span
      className="line"
      data-highlighted={highlighted || undefined}
      data-origin={origin}
      {...highlightAttributes(source)}
    >
      <span className="line-text">
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts never change places
          <Part key={index} part={part} />
        ))}
        {'\n'}
      </span>
    </span>
  );
}, sameLine);

interface RequestLinesProps {
  readonly built: Built;
  readonly reveal: boolean;
}

const RequestLines = memo(function RequestLines({ built, reveal }: RequestLinesProps) {
  const latest = useLatest(built);
  const text = useCallback(() => JSON.stringify(latest().request, null, 2), [latest]);
  return (
    <div className="copyable">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it */}
      <section className="code lines" tabIndex={0} aria-label="Request options">
        <pre>
          {writeLines(built, reveal).map((line) => (
            <LineView key={line.key} line={line} />
          ))}
        </pre>
      </section>
      <CopyButton text={text} label="Request options" />
    </div>
  );
});

/** Defaults that are not sent. */
function DroppedHeaders({ headers }: { readonly headers: readonly DroppedHeader[] }) {
  if (headers.length === 0) return null;
  return (
    <ul className="dropped" aria-label="Headers that are not sent">
      {headers.map(({ name, layer, sentence }) => (
        <HighlightRow key={name} className="dropped-line" {...deriveHeaderSource(name, layer)}>
          <Sentence text={sentence} />
        </HighlightRow>
      ))}
    </ul>
  );
}

/** The request options, each line with its origin. */
export function RequestView({ built, reveal }: BuiltOutputProps) {
  return (
    <>
      <RequestLines built={built} reveal={reveal} />
      <DroppedHeaders headers={built.droppedHeaders} />
    </>
  );
}

import type { Explanation, Span, Token } from 'endpoint.js/explain';
import type { Ref } from 'react';
import { HighlightSpan } from '../highlight/HighlightSpan.js';
import { deriveTokenSource } from '../highlight/subjects.js';

function overlaps({ start, end }: Token, at: Span | undefined): boolean {
  return at !== undefined && start < at.end && at.start < end;
}

interface RouteMirrorProps {
  readonly explanation: Explanation;
  /** The text of the field; that of the explanation is the url of the options where the field is empty. */
  readonly route: string;
  /** Where the problem is. */
  readonly at: Span | undefined;
  readonly ref: Ref<HTMLDivElement>;
}

/** The route's text, coloured; it lies under the field whose own text is transparent. */
export function RouteMirror({ explanation, route, at, ref }: RouteMirrorProps) {
  const tokens = explanation.route === route ? explanation.tokens : [];
  return (
    <div className="route-mirror" aria-hidden="true" ref={ref}>
      {tokens.length === 0 && route}
      {tokens.map((token, index) => (
        <HighlightSpan
          // oxlint-disable-next-line react/no-array-index-key -- the tokens are the text from its start to its end
          key={index}
          text={token.text}
          className={`route-token route-${token.kind}${overlaps(token, at) ? ' route-problem' : ''}`}
          {...deriveTokenSource(explanation, index)}
        />
      ))}
      {at !== undefined && at.start >= route.length && <span className="route-problem route-end"> </span>}
      {/* Keeps a line's height where there is no text. */}
      {'\u200b'}
    </div>
  );
}

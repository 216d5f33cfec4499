import type { Explanation, Span, Token } from 'endpoint.js/explain';
import type { Ref } from 'react';
import { HighlightSpan } from '../highlight/HighlightSpan.js';
import { deriveTokenSource } from '../highlight/subjects.js';

function overlaps({ start, end }: Token, at: Span | undefined): boolean {
  return at !== undefined && start < at.end && at.start < end;
}

interface RouteMirrorProps {
  readonly explanation: Explanation;
  /** The text of the field; for an empty field the explanation's route is the URL of the options. */
  readonly route: string;
  /** Position of the problem. */
  readonly at: Span | undefined;
  readonly ref: Ref<HTMLDivElement>;
}

/** The coloured text of the route, under the field, whose own text is transparent. */
export function RouteMirror({ explanation, route, at, ref }: RouteMirrorProps) {
  const tokens = explanation.route === route ? explanation.tokens : [];
  return (
    <div className="route-mirror" aria-hidden="true" ref={ref}>
      {tokens.length === 0 && route}
      {tokens.map((token, index) => (
        <HighlightSpan
          // oxlint-disable-next-line react/no-array-index-key -- tokens never change places
          key={index}
          text={token.text}
          className={`route-token route-${token.kind}${overlaps(token, at) ? ' route-problem' : ''}`}
          {...deriveTokenSource(explanation, index)}
        />
      ))}
      {at !== undefined && at.start >= route.length && <span className="route-problem route-end"> </span>}
      {/* Keeps the height of an empty line. */}
      {'\u200b'}
    </div>
  );
}

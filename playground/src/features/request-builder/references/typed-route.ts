import type { Explanation, Span } from 'endpoint.js/explain';
import { toTypedSpan, type Substitution } from '../../../variables/substitute.js';
import type { HighlightSource } from '../highlight/source.js';
import type { RoutePiece } from '../highlight/pieces.js';
import { deriveTokenSource } from '../highlight/subjects.js';
import { findWarning } from '../model/warnings.js';

/** A reference is highlighted with everything that its value is a part of. */
function joinSources(sources: readonly HighlightSource[]): HighlightSource {
  const subjects = new Set(sources.flatMap((source) => source.subjects.split(' ')));
  return { subjects: [...subjects].join(' '), from: sources[0]?.from ?? '' };
}

/** The tokens of a substituted route, as pieces of the typed one: a token ends where a reference begins. */
export function splitTokens(explanation: Explanation, substitution: Substitution): readonly RoutePiece[] {
  const tokens = explanation.tokens.map((token, index) => ({
    token,
    source: deriveTokenSource(explanation, index),
    warned: findWarning(explanation, `token ${index}`) !== undefined,
  }));
  const { typed, text, references } = substitution;
  const within = ({ start, end }: Span) => tokens.filter(({ token }) => token.start < end && start < token.end);
  const pieces: RoutePiece[] = references.map((reference) => {
    const parts = within(reference.substituted);
    return {
      ...reference.typed,
      text: typed.slice(reference.typed.start, reference.typed.end),
      kind: 'reference',
      source: joinSources(parts.map(({ source }) => source)),
      warned: parts.some(({ warned }) => warned),
    };
  });
  for (const { token, source, warned } of tokens) {
    let start = token.start;
    const add = (end: number) => {
      if (start >= end) return;
      const span = toTypedSpan(substitution, { start, end });
      pieces.push({ ...span, text: text.slice(start, end), kind: token.kind, source, warned });
    };
    for (const { substituted } of references) {
      if (substituted.end <= token.start || substituted.start >= token.end) continue;
      add(substituted.start);
      start = substituted.end;
    }
    add(token.end);
  }
  return pieces.sort((one, other) => one.start - other.start);
}

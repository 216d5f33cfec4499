import type { Explanation, Span } from 'endpoint.js/explain';
import type { HighlightSource } from './source.js';
import { findWarning } from '../model/warnings.js';
import { deriveTokenSource } from './subjects.js';

/** A piece of the typed route with one colour. */
export interface RoutePiece extends Span {
  readonly text: string;
  readonly kind: Explanation['tokens'][number]['kind'];
  readonly source: HighlightSource;
  /** Whether a warning is about it. */
  readonly warned: boolean;
}

/** The coloured pieces of a route; none for an empty one, where the explanation is about the URL of the options. */
export function listPieces(explanation: Explanation, route: string): readonly RoutePiece[] {
  if (explanation.route !== route) return [];
  return explanation.tokens.map(({ start, end, text, kind }, index) => ({
    start,
    end,
    text,
    kind,
    source: deriveTokenSource(explanation, index),
    warned: findWarning(explanation, `token ${index}`) !== undefined,
  }));
}

import type { Explanation } from 'endpoint.js/explain';
import { useHighlight } from '../highlight/HighlightContext.js';
import { findSentence } from '../highlight/subjects.js';
import { Sentence } from '../../../ui/code/Sentence.js';

/** The sentence that explains the highlight. */
export function Why({ explanation }: { readonly explanation: Explanation }) {
  const highlight = useHighlight();
  const sentence = highlight && findSentence(explanation, highlight.from);
  return (
    <p className="why" data-empty={sentence === undefined}>
      {sentence === undefined ? (
        'Point at or tap a part of the route, the url or the request to see where it comes from, and why.'
      ) : (
        <Sentence text={sentence} />
      )}
    </p>
  );
}

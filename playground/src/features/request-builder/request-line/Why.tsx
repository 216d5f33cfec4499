import type { Explanation } from 'endpoint.js/explain';
import { useLit } from '../highlight/HighlightContext.js';
import { sentenceOf } from '../highlight/subjects.js';
import { Sentence } from '../../../ui/code/Sentence.js';

/** Why what is pointed at is there. */
export function Why({ explanation }: { readonly explanation: Explanation }) {
  const lit = useLit();
  const sentence = lit && sentenceOf(explanation, lit.from);
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

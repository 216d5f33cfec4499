import type { DroppedHeader } from 'endpoint.js/explain';
import { HighlightRow } from '../highlight/HighlightRow.js';
import { deriveHeaderSource } from '../highlight/subjects.js';
import { Sentence } from '../../../ui/code/Sentence.js';

/** Defaults that are not sent. */
export function DroppedHeaders({ headers }: { readonly headers: readonly DroppedHeader[] }) {
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

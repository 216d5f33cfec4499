import type { Fix } from 'endpoint.js/explain';
import { Sentence } from '../../../ui/code/Sentence.js';

/** Applies a fix. */
export function FixButton({ fix, onFix }: { readonly fix: Fix; readonly onFix: () => void }) {
  return (
    <button type="button" className="button fix" onClick={onFix}>
      <span>
        <Sentence text={fix.label} />
      </span>
    </button>
  );
}

import { useEffect, useRef } from 'react';
import { parseJsonOnce } from '../../../json/changes.js';
import { describeSize } from '../../../json/size.js';
import type { ValueKind } from '../model/form.js';

function describeValue(value: string, kind: ValueKind): string {
  const json = kind === 'json' ? parseJsonOnce(value) : undefined;
  return describeSize(json?.ok === true ? json.value : value, value.length);
}

interface FoldedValueProps {
  readonly of: string;
  readonly value: string;
  readonly kind: ValueKind;
  /** Whether the field that it replaces had the focus. */
  readonly focused: boolean;
  readonly onEdit: () => void;
  readonly onClear: () => void;
}

/** A value that is too large for a field, by its size. */
export default function FoldedValue({ of, value, kind, focused, onEdit, onClear }: FoldedValueProps) {
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused && document.activeElement === document.body) edit.current?.focus();
  }, [focused]);
  return (
    <div className="cell-value value-folded">
      <span>{describeValue(value, kind)}</span>
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Edit value of ${of}`}
        ref={edit}
        onClick={onEdit}
      >
        Edit
      </button>
      <button type="button" className="button button-quiet" aria-label={`Clear value of ${of}`} onClick={onClear}>
        Clear
      </button>
    </div>
  );
}

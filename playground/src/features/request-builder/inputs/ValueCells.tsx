import { Select } from '../../../ui/controls/Select.js';
import { TextArea } from '../../../ui/controls/TextArea.js';
import type { ValueKind } from '../model/form.js';

const KINDS: Readonly<Record<ValueKind, string>> = { text: 'Text', json: 'JSON' };
const PLACEHOLDERS: Readonly<Record<ValueKind, string>> = { text: 'not set', json: '5, true, ["a", "b"], {…}' };

interface ValueCellsProps {
  /** Name of the row: completes "Value of …". */
  readonly of: string;
  readonly value: string;
  readonly kind: ValueKind;
  readonly required?: boolean;
  readonly noteId: string | undefined;
  readonly problemId: string | undefined;
  readonly onChange: (change: { readonly value?: string; readonly kind?: ValueKind }) => void;
}

/** The value of a parameter, and the type of its text. */
export function ValueCells({ of, value, kind, required = false, noteId, problemId, onChange }: ValueCellsProps) {
  return (
    <>
      <TextArea
        className="cell-value"
        aria-label={`Value of ${of}`}
        aria-describedby={[noteId ?? [], problemId ?? []].flat().join(' ') || undefined}
        aria-invalid={problemId === undefined ? undefined : true}
        aria-required={required}
        placeholder={PLACEHOLDERS[kind]}
        value={value}
        onValue={(text) => onChange({ value: text })}
      />
      <div className="cell-kind">
        <Select
          aria-label={`Type of ${of}`}
          options={KINDS}
          value={kind}
          onValue={(chosen) => onChange({ kind: chosen })}
        />
      </div>
    </>
  );
}

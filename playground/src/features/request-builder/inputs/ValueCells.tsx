import { SECRET_LEFT_OUT, type ParameterRow, type ValueKind } from '../model/form.js';
import { Select } from '../../../ui/fields.js';
import { ChoiceValue } from './ChoiceValue.js';
import { writePlaceholder, type ParameterNote } from './notes.js';
import { ValueField } from './ValueField.js';

const KINDS: Readonly<Record<ValueKind, string>> = { text: 'Text', json: 'JSON' };
const PLACEHOLDERS: Readonly<Record<ValueKind, string>> = { text: 'not set', json: '5, true, ["a", "b"], {…}' };

/** A change of a parameter's value. */
export interface ValueChange {
  readonly value?: string;
  readonly kind?: ValueKind;
}

interface ValueCellsProps extends Pick<ParameterRow, 'value' | 'kind' | 'removed'> {
  /** Name of the row: completes "Value of …". */
  readonly of: string;
  readonly required: boolean;
  readonly note: ParameterNote | undefined;
  /** The ids of the texts below the row. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly onChange: (change: ValueChange) => void;
}

/** The value of a parameter, and the type of its text. */
export function ValueCells(props: ValueCellsProps) {
  const { of, value, kind, removed, required, note, describedBy, invalid, onChange } = props;
  const attributes = {
    'aria-describedby': describedBy,
    'aria-invalid': invalid ? (true as const) : undefined,
    'aria-required': required,
    placeholder: removed ? SECRET_LEFT_OUT : writePlaceholder(note, PLACEHOLDERS[kind]),
    value,
  };
  const hasChoices = note !== undefined && note.choices.length > 0 && !value.includes('\n');
  return (
    <>
      {hasChoices ? (
        <ChoiceValue
          {...attributes}
          className="cell-value"
          aria-label={`Value of ${of}`}
          choices={note.choices}
          closed={note.closed}
          onValue={(text) => onChange(note.choices.includes(text) ? { value: text, kind: note.kind } : { value: text })}
        />
      ) : (
        <ValueField {...attributes} of={of} kind={kind} onValue={(text) => onChange({ value: text })} />
      )}
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

import { SECRET_LEFT_OUT, type ParameterRow, type ValueKind } from '../model/form.js';
import { insertLargePaste, Select, takeFocus, TextArea, TextInput } from '../../../ui/fields.js';
import { writePlaceholder, type ParameterNote } from './notes.js';
import { useState, type AriaAttributes, type ComponentProps, useId, type FocusEvent } from 'react';
import { parseJsonOnce } from '../../../json/changes.js';
import { describeSize, FOLDED_LENGTH } from '../../../json/size.js';

function describeValue(value: string, kind: ValueKind): string {
  const json = kind === 'json' ? parseJsonOnce(value) : undefined;
  return describeSize(json?.ok === true ? json.value : value, value.length);
}

interface ValueFieldProps extends ComponentProps<typeof TextArea> {
  /** Name of the row: completes "Value of …". */
  readonly of: string;
  readonly kind: ValueKind;
}

/** The text of a value. A large one is folded: browsers lay out its text at each keystroke anywhere on the page. */
function ValueField({ of, kind, value, onValue, ...textarea }: ValueFieldProps) {
  const [open, setOpen] = useState(false);
  // Only a paste into the field replaces it while it has the focus.
  const [pasted, setPasted] = useState(false);
  const large = value.length > FOLDED_LENGTH;
  const insert = (text: string) => {
    setOpen(false);
    setPasted(true);
    onValue(text);
  };

  if (large && !open) {
    const clear = () => {
      setOpen(true);
      onValue('');
    };
    return (
      <div className="cell-value value-folded">
        <span>{describeValue(value, kind)}</span>
        <button
          type="button"
          className="button button-quiet"
          aria-label={`Edit value of ${of}`}
          ref={pasted ? takeFocus : undefined}
          onClick={() => setOpen(true)}
        >
          Edit
        </button>
        <button type="button" className="button button-quiet" aria-label={`Clear value of ${of}`} onClick={clear}>
          Clear
        </button>
      </div>
    );
  }
  return (
    <TextArea
      {...textarea}
      // It replaces the button that opens it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user chose to edit
      autoFocus={open}
      className="cell-value"
      aria-label={`Value of ${of}`}
      value={value}
      onValue={onValue}
      onPaste={(event) => insertLargePaste(event, insert)}
      onBlur={() => {
        setOpen(false);
        setPasted(false);
      }}
    />
  );
}

interface ChoiceValueProps extends AriaAttributes {
  readonly placeholder: string;
  readonly value: string;
  readonly choices: readonly string[];
  /** Whether only the choices are allowed; other values can be typed nevertheless. */
  readonly closed: boolean;
  readonly onValue: (value: string) => void;
}

/** The option that leads to a text field; no JSON or name of a choice is like it. */
const OTHER = '\0other';

/** A value of a few: a select, or a text field with suggestions where others are allowed or were chosen. */
function ChoiceValue({ choices, closed, value, onValue, placeholder, ...attributes }: ChoiceValueProps) {
  const id = useId();
  // Whether the user types, so that a text that is a choice for a moment doesn't replace the field.
  const [typing, setTyping] = useState(false);
  const isChoice = value === '' || choices.includes(value);
  if (closed && isChoice && !typing)
    return (
      <select
        {...attributes}
        className="input select cell-value"
        value={value}
        onChange={({ target }) => (target.value === OTHER ? setTyping(true) : onValue(target.value))}
      >
        <option value="">{placeholder}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
        <option value={OTHER}>other value …</option>
      </select>
    );
  const onBlur = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    // The field keeps the focus when only the window loses it.
    if (document.activeElement !== currentTarget) setTyping(false);
  };
  return (
    <TextInput
      {...attributes}
      placeholder={placeholder}
      id={id}
      className="cell-value"
      suggestions={choices.map((choice) => ({ value: choice }))}
      // It replaces the focused select.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user chose to type
      autoFocus={typing}
      onFocus={() => setTyping(true)}
      onBlur={onBlur}
      value={value}
      onValue={onValue}
    />
  );
}

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
  /** Ties the value to the texts below the row. */
  readonly ties: Pick<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'>;
  readonly onChange: (change: ValueChange) => void;
}

/** The value of a parameter, and the type of its text. */
export function ValueCells(props: ValueCellsProps) {
  const { of, value, kind, removed, required, note, ties, onChange } = props;
  const attributes = {
    ...ties,
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

import { useId, useState, type ComponentProps, type FocusEvent } from 'react';
import { TextInput } from '../../../ui/fields.js';

interface ChoiceValueProps extends Omit<
  ComponentProps<'select'> & ComponentProps<'input'>,
  'list' | 'onChange' | 'ref'
> {
  readonly value: string;
  readonly choices: readonly string[];
  /** Whether only the choices are allowed; other values can be typed nevertheless. */
  readonly closed: boolean;
  readonly onValue: (value: string) => void;
}

/** The option that leads to a text field; no JSON or name of a choice is like it. */
const OTHER = '\0other';

/** A value of a few: a select, or a text field with suggestions where others are allowed or were chosen. */
export function ChoiceValue({
  choices,
  closed,
  value,
  onValue,
  placeholder,
  className = '',
  ...attributes
}: ChoiceValueProps) {
  const id = useId();
  // Whether the user types, so that a text that is a choice for a moment doesn't replace the field.
  const [typing, setTyping] = useState(false);
  const isChoice = value === '' || choices.includes(value);
  if (closed && isChoice && !typing)
    return (
      <select
        {...attributes}
        className={`input select ${className}`}
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
      className={className}
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

import { memo, useId } from 'react';

interface ChoiceProps<Value extends string> {
  /** Name of the choice, for screen readers. */
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly className?: string;
}

function ChoiceFields<Value extends string>({ legend, options, value, onValue, className = '' }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={`choice ${className}`}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice-option">
          <input type="radio" name={name} checked={option.value === value} onChange={() => onValue(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One of a few options, all in sight. Renders again only for other properties. */
export const Choice = memo(ChoiceFields) as typeof ChoiceFields;

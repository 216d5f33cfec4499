import type { ComponentProps } from 'react';

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly value: Value;
  /** Value → text. */
  readonly options: Readonly<Record<Value, string>>;
  readonly onValue: (value: Value) => void;
}

/** A choice of a few values, each within reach of the keyboard. */
export function Select<Value extends string>({ value, options, onValue, ...select }: SelectProps<Value>) {
  const isValue = (text: string): text is Value => Object.hasOwn(options, text);
  const values = Object.keys(options).filter(isValue);
  return (
    <select
      {...select}
      className="input select"
      value={value}
      onChange={(event) => {
        if (isValue(event.target.value)) onValue(event.target.value);
      }}
    >
      {values.map((option) => (
        <option key={option} value={option}>
          {options[option]}
        </option>
      ))}
    </select>
  );
}

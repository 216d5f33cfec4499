import type { ComponentProps } from 'react';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'list'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Suggested values; others are allowed too. */
  readonly suggestions?: readonly Suggestion[];
}

export interface Suggestion {
  readonly value: string;
  readonly description?: string;
}

/** One line of code-like text: the browser neither corrects nor completes it. */
export function TextInput({ onValue, suggestions, className = '', ...input }: TextInputProps) {
  const listId = suggestions && `${input.id ?? input.name}-suggestions`;
  return (
    <>
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        list={listId}
        className={`input ${className}`}
        onChange={(event) => onValue(event.target.value)}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map(({ value, description }) => (
            <option key={value} value={value}>
              {description}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

import type { ComponentProps } from 'react';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Code-like text of one or more lines; the field grows with it. */
export function TextArea({ onValue, className = '', rows = 1, ...textarea }: TextAreaProps) {
  return (
    <textarea
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...textarea}
      rows={rows}
      className={`input textarea ${className}`}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

import type { ComponentProps } from 'react';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Code-like text that may have several lines; it is as high as its text. */
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

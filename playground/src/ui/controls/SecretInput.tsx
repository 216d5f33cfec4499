import { useState, type ComponentProps } from 'react';
import { TextInput } from './TextInput.js';

interface SecretInputProps extends Omit<ComponentProps<typeof TextInput>, 'type'> {
  readonly secret: boolean;
  /** Label of the button that shows the secret. */
  readonly showLabel: string;
}

/** One line of text; a secret is masked until the user shows it. */
export function SecretInput({ secret, showLabel, className = '', ...input }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={`secret ${className}`}>
      <TextInput type={secret && !shown ? 'password' : 'text'} {...input} />
      {secret && (
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={shown}
          aria-label={showLabel}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      )}
    </div>
  );
}

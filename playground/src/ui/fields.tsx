import { useId, memo, useState, type ReactNode, type ComponentProps } from 'react';
import { Icon, ICONS } from './buttons.js';

/** Attributes that tie a control to its label, hint and problem. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control; screen readers read its hint and its problem with it. */
export function Field({ label, hint, problem, className = '', children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;
  const describedBy = [hint === undefined ? [] : hintId, problem === undefined ? [] : problemId].flat().join(' ');
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
    </div>
  );
}

interface ProblemTextProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** The problem of the control that names this text in its `aria-describedby`. */
export const ProblemText = memo(function ProblemText({ id, children }: ProblemTextProps) {
  return (
    <p className="problem" id={id}>
      <Icon className="problem-icon" path={ICONS.problem} />
      <span>{children}</span>
    </p>
  );
});

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

import {
  useEffect,
  useId,
  memo,
  type ClipboardEvent,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { FOLDED_LENGTH } from '../json/size.js';
import { CloseButton, Icon, ICONS, QuietButton } from './buttons.js';

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly problem?: ReactNode;
  /** The control; the attributes tie it to its label, hint and problem. */
  readonly children: (
    attributes: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>,
  ) => ReactNode;
}

/** A labelled control; screen readers read its hint and its problem with it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;
  const describedBy = [hint !== undefined && hintId, problem !== undefined && problemId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label note" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="field-hint note" id={hintId}>
          {hint}
        </p>
      )}
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
    </div>
  );
}

/** The problem of the control that names this text in its `aria-describedby`. */
export const ProblemText = memo(function ProblemText({ children, ...paragraph }: ComponentProps<'p'>) {
  return (
    <p {...paragraph} className="problem">
      <Icon path={ICONS.problem} />
      <span>{children}</span>
    </p>
  );
});

/** The attributes of a control whose value is passed with `onValue`. */
type ControlProps<Tag extends 'input' | 'textarea' | 'select', Value = string> = Omit<
  ComponentProps<Tag>,
  'onChange' | 'value' | 'list'
> & { readonly value: Value; readonly onValue: (value: Value) => void };

/** The browser neither corrects nor completes code. */
export const CODE_INPUT = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

export interface Suggestion {
  readonly value: string;
  readonly description?: string;
}

type TextInputProps = ControlProps<'input'> & {
  /** Suggested values; others are allowed too. */
  readonly suggestions?: readonly Suggestion[];
};

/** One line of code-like text. */
export function TextInput({ onValue, suggestions, className = '', ...input }: TextInputProps) {
  const listId = suggestions && `${input.id ?? input.name}-suggestions`;
  return (
    <>
      <input
        type="text"
        autoCorrect="off"
        {...CODE_INPUT}
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

type SecretInputProps = Omit<TextInputProps, 'type'> & {
  readonly secret: boolean;
  /** Label of the button that shows the secret. */
  readonly showLabel: string;
};

/** One line of text; a secret is masked until the user shows it. */
export function SecretInput({ secret, showLabel, className = '', value, onValue, ...input }: SecretInputProps) {
  // The shown value, not a mark of the row: another value that comes into the row, as after the removal of a row above, is masked.
  const [shownValue, show] = useState<string>();
  const shown = shownValue === value;
  return (
    <div className={`secret ${className}`}>
      <TextInput
        type={secret && !shown ? 'password' : 'text'}
        {...input}
        value={value}
        onValue={(typed) => {
          if (shown) show(typed);
          onValue(typed);
        }}
      />
      {secret && (
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={shown}
          aria-label={showLabel}
          onClick={() => show(shown ? undefined : value)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      )}
    </div>
  );
}

/** For a field whose text has one line. */
export function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** Gives a button the focus of the field that it replaces. */
export function takeFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

/** Passes on the text of a field with a paste that makes it large: the browser would lay it out before it is folded. */
export function insertLargePaste(event: ClipboardEvent<HTMLTextAreaElement>, onText: (text: string) => void): void {
  const pasted = event.clipboardData.getData('text/plain');
  if (pasted.length <= FOLDED_LENGTH) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  onText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
}

/** Code-like text of one or more lines; the field grows with it. */
export function TextArea({ onValue, className = '', rows = 1, ...textarea }: ControlProps<'textarea'>) {
  return (
    <textarea
      {...CODE_INPUT}
      {...textarea}
      rows={rows}
      className={`input textarea ${className}`}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

type SelectProps<Value extends string> = ControlProps<'select', Value> & {
  /** Value → text. */
  readonly options: Readonly<Record<Value, string>>;
};

/** A choice of a few values, each within reach of the keyboard. */
export function Select<Value extends string>({ options, onValue, ...select }: SelectProps<Value>) {
  const isValue = (text: string): text is Value => Object.hasOwn(options, text);
  const values = Object.keys(options).filter(isValue);
  return (
    <select
      {...select}
      className="input select"
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
    <fieldset className={`choice flow ${className}`}>
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

/** Whether a parameter is required. */
export function RequiredTag({ required }: { readonly required: boolean }) {
  return <span className={required ? 'tag tag-required' : 'tag'}>{required ? 'required' : 'optional'}</span>;
}

/** Adds a row at the end of a list. */
export function AddButton({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <QuietButton icon={ICONS.add} onClick={onAdd}>
      {label}
    </QuietButton>
  );
}

/** Removes the row that `label` names. */
export function RemoveButton({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return <CloseButton label={label} title={label} onClick={onRemove} />;
}

/**
 * Keeps the focus in the list: a row added by the button beside it gets the focus, and after a row is removed by its own button
 * the last remaining row gets it. Other changes of the rows, such as undo, leave the focus alone.
 * Attach the ref to the list, which receives the focus itself (`tabIndex={-1}`) when it is empty.
 */
export function useRowFocus(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const last = list.current?.lastElementChild;
    const { activeElement } = document;
    const added = count > before.current && list.current?.parentElement?.contains(activeElement) === true;
    // The focused control is gone with its row.
    const removed = count < before.current && activeElement === document.body;
    if (added) last?.querySelector<HTMLElement>('input, textarea')?.focus();
    // The row of a template variable has no remove button.
    if (removed) (last?.querySelector('button') ?? last?.querySelector('textarea') ?? list.current)?.focus();
    before.current = count;
  }, [count]);
  return list;
}

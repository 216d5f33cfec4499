import { useState, type ComponentProps, type ComponentType, type FormEvent } from 'react';
import { fix, follow, setText } from './edit-form.js';
import type { TextField } from './form.js';
import { Metadata, showProblem, type FieldsProps } from './Metadata.js';
import { BUILT_IN_OPERATIONS, type Listing, type Operation } from './operations.js';
import type { RunState } from '../../../ui/rendering.js';
import { describeCount } from '../../../ui/text.js';
import { Panel } from '../../../ui/containers.js';
import { Elapsed } from '../../../ui/Elapsed.js';
import { Field, Select, TextArea, TextInput } from '../../../ui/fields.js';

interface CallFormProps extends FieldsProps {
  readonly state: RunState;
  /** The operations of the server, once it was asked for them. */
  readonly listing: Listing | undefined;
  readonly askAgain: () => void;
  /** Whether the arguments are those of the request in Build. */
  readonly follows: boolean;
  readonly leavesOutCredentials: boolean;
  readonly sendForm: () => void;
  readonly cancel: () => void;
}

function SendBar({ state, problems, cancel }: Pick<CallFormProps, 'state' | 'problems' | 'cancel'>) {
  const [problem] = problems.values();
  return (
    <div className="send-bar flow">
      <button
        type="submit"
        className="button button-primary"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={problem !== undefined}
      >
        Send
      </button>
      {state.phase === 'running' && <Elapsed startedAt={state.startedAt} onCancel={cancel} />}
      {problem !== undefined && (
        <span className="note">
          {problems.size === 1 ? 'One field keeps' : `${problems.size} fields keep`} this call from being sent.
        </span>
      )}
      {problem === undefined && state.phase !== 'running' && (
        <span className="shortcut">
          <kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd>
        </span>
      )}
    </div>
  );
}

type Control = Pick<ComponentProps<typeof TextInput>, 'name' | 'placeholder' | 'inputMode' | 'value' | 'onValue'>;

interface FormFieldProps extends FieldsProps, Pick<ComponentProps<typeof Field>, 'label' | 'hint'> {
  readonly field: TextField;
  readonly Control?: ComponentType<Control>;
  readonly attributes: Omit<Control, 'value' | 'onValue'>;
}

/** A text of the form, with its problem. */
function FormField({ field, label, hint, Control = TextInput, attributes, form, problems, onEdit }: FormFieldProps) {
  return (
    <Field label={label} hint={hint} problem={showProblem(problems.get(field), onEdit)}>
      {(control) => (
        <Control {...control} {...attributes} value={form[field]} onValue={(value) => onEdit(setText(field, value))} />
      )}
    </Field>
  );
}

/** The four fields of a call, its bridge, deadline and metadata. */
export function CallForm(props: CallFormProps) {
  const { listing, state, problems, sendForm, cancel } = props;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sendForm();
  };
  const operations = listing?.kind === 'listed' ? listing.operations : BUILT_IN_OPERATIONS;
  return (
    <Panel title="Call" hint={<OperationsHint {...props} />}>
      <form className="call-form stack" aria-label="Call" onSubmit={onSubmit}>
        <div className="field-pair field-pair-uneven">
          <FormField
            {...props}
            field="bridge"
            label="Bridge address"
            attributes={{ inputMode: 'url', placeholder: 'http://127.0.0.1:8080' }}
          />
          <FormField
            {...props}
            field="deadline"
            label="Deadline in ms"
            attributes={{ inputMode: 'numeric', placeholder: 'none' }}
          />
        </div>
        <Following {...props} />
        <Arguments {...props} operations={operations} />
        <Metadata {...props} />
        <SendBar state={state} problems={problems} cancel={cancel} />
      </form>
    </Panel>
  );
}

type FollowingProps = Pick<CallFormProps, 'follows' | 'leavesOutCredentials' | 'onEdit'>;

/** Whether the arguments follow the request in Build; turned off, they stay as they are. */
function Following({ follows, leavesOutCredentials, onEdit }: FollowingProps) {
  return (
    <div className="flow">
      <label className="switch">
        <input type="checkbox" checked={follows} onChange={({ target }) => onEdit(target.checked ? follow : fix)} />
        <span className="switch-box" />
        Follow the request in Build
      </label>
      {follows && (
        <p className="note">
          Until you edit an argument.{leavesOutCredentials && ' The credentials of Authorization are left out.'}
        </p>
      )}
    </div>
  );
}

/** Shows whether the server or the page labels the arguments. */
function OperationsHint({ listing, askAgain }: Pick<CallFormProps, 'listing' | 'askAgain'>) {
  if (listing === undefined) return 'Labels from this page; the server has not been asked.';
  if (listing.kind === 'asking') return 'Asking the server for its operations …';
  if (listing.kind === 'listed')
    return `Labels from the server, for its ${describeCount(listing.operations.length, 'operation')}.`;
  return (
    <>
      Labels from this page: the server didn’t list its own ({listing.problem}).{' '}
      <button type="button" className="link" onClick={askAgain}>
        Ask again
      </button>
    </>
  );
}

interface CodeProps extends FieldsProps {
  readonly operations: readonly Operation[];
  /** The chosen one; undefined for an unknown operation. */
  readonly operation: Operation | undefined;
}

/** The value of the choice of any code that the list doesn't have. */
const ANOTHER = '';

/** The operation to call: one of the list, or any other code. */
function Code({ form, problems, operation, operations, onEdit }: CodeProps) {
  // Typing may pass the name of a listed operation, which must not take the field away; a loaded call may.
  const [typed, setTyped] = useState<string>();
  const value = form.code;
  const another = operation === undefined || value === typed;
  const options = {
    ...Object.fromEntries(operations.map(({ name }) => [name, name])),
    [ANOTHER]: 'another code …',
  };
  const type = (code: string) => {
    setTyped(code);
    onEdit(setText('code', code));
  };
  const choose = (chosen: string) => {
    type(chosen);
    if (chosen !== ANOTHER) setTyped(undefined);
  };
  return (
    <>
      <Field
        label={
          <>
            <code>code</code> <span className="argument-meaning">operation</span>
          </>
        }
        hint={another ? undefined : operation.description}
        problem={showProblem(problems.get('code'), onEdit)}
      >
        {(control) => (
          <Select {...control} name="code" options={options} value={another ? ANOTHER : value} onValue={choose} />
        )}
      </Field>
      {another && (
        <Field
          label="Another code"
          hint={operation?.description ?? 'No operation of this name is known. It is sent anyway.'}
        >
          {(control) => <TextInput {...control} name="another-code" value={value} onValue={type} />}
        </Field>
      )}
    </>
  );
}

const ARGUMENTS = [
  { field: 'str1', name: 'str1', Control: TextArea },
  { field: 'str2', name: 'str2', Control: TextArea },
  { field: 'intValue', name: 'int_value', Control: TextInput, placeholder: '0' },
] as const;

/** The four fields of a message, labelled with their meaning to the chosen operation. */
function Arguments(props: Omit<CodeProps, 'operation'>) {
  const { form, operations } = props;
  const operation = operations.find(({ name }) => name === form.code);
  return (
    <>
      <Code {...props} operation={operation} />
      {ARGUMENTS.map(({ field, Control, ...attributes }) => {
        const { name } = attributes;
        const meaning = operation?.arguments[name];
        const isUnread = operation !== undefined && meaning === undefined;
        const hint =
          isUnread && form[field] !== '' ? `${operation.name} does not read ${name}. It is sent anyway.` : undefined;
        return (
          <FormField
            key={field}
            {...props}
            field={field}
            Control={Control}
            attributes={attributes}
            label={
              <>
                <code>{name}</code> {isUnread ? <i>not read</i> : <span className="argument-meaning">{meaning}</span>}
              </>
            }
            hint={hint}
          />
        );
      })}
    </>
  );
}

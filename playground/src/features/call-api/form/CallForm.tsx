import { useState, type FormEvent } from 'react';
import type { CallState } from '../calling/use-call.js';
import { fix, follow, setText } from './edit-form.js';
import type { Form, TextField } from './form.js';
import { Metadata, type FieldsProps } from './Metadata.js';
import { showProblem } from './show-problem.js';
import { BUILT_IN_OPERATIONS, type useOperations, type Operation } from './operations.js';
import { describeCount } from '../../../ui/text.js';
import { Panel } from '../../../ui/containers.js';
import { Elapsed } from '../../../ui/Elapsed.js';
import { Field, Select, TextArea, TextInput } from '../../../ui/fields.js';

interface CallFormProps extends FieldsProps {
  readonly state: CallState;
  readonly operations: ReturnType<typeof useOperations>;
  /** Whether the arguments are those of the request in Build. */
  readonly follows: boolean;
  readonly leavesOutCredentials: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

function SendBar({ state, problems, onCancel }: Pick<CallFormProps, 'state' | 'problems' | 'onCancel'>) {
  const [problem] = problems.values();
  return (
    <div className="send-bar">
      <button
        type="submit"
        className="button button-primary"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={problem !== undefined}
      >
        Send
      </button>
      {state.phase === 'running' && <Elapsed startedAt={state.startedAt} onCancel={onCancel} />}
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

/** The attributes of the control of a field. */
function bindField(field: TextField, form: Form, onEdit: FieldsProps['onEdit']) {
  return { value: form[field], onValue: (value: string) => onEdit(setText(field, value)) };
}

/** The four fields of a call, its bridge, deadline and metadata. */
export function CallForm({
  form,
  problems,
  state,
  operations,
  onEdit,
  follows,
  leavesOutCredentials,
  onSend,
  onCancel,
}: CallFormProps) {
  const bind = (field: TextField) => bindField(field, form, onEdit);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  const { listing } = operations;
  const listed = listing?.kind === 'listed' ? listing.operations : BUILT_IN_OPERATIONS;
  return (
    <Panel title="Call" hint={<OperationsHint operations={operations} />}>
      <form className="call-form" aria-label="Call" onSubmit={onSubmit}>
        <div className="field-pair field-pair-uneven">
          <Field label="Bridge address" problem={showProblem(problems.get('bridge'), onEdit)}>
            {(control) => (
              <TextInput {...control} inputMode="url" placeholder="http://127.0.0.1:8080" {...bind('bridge')} />
            )}
          </Field>
          <Field label="Deadline in ms" problem={showProblem(problems.get('deadline'), onEdit)}>
            {(control) => <TextInput {...control} inputMode="numeric" placeholder="none" {...bind('deadline')} />}
          </Field>
        </div>
        <Following follows={follows} leavesOutCredentials={leavesOutCredentials} onEdit={onEdit} />
        <Arguments
          form={form}
          problems={problems}
          operation={listed.find(({ name }) => name === form.code)}
          operations={listed}
          onEdit={onEdit}
        />
        <Metadata form={form} problems={problems} onEdit={onEdit} />
        <SendBar state={state} problems={problems} onCancel={onCancel} />
      </form>
    </Panel>
  );
}

type FollowingProps = Pick<CallFormProps, 'follows' | 'leavesOutCredentials' | 'onEdit'>;

/** Whether the arguments follow the request in Build; turned off, they stay as they are. */
function Following({ follows, leavesOutCredentials, onEdit }: FollowingProps) {
  return (
    <div className="call-follow">
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

interface OperationsHintProps {
  readonly operations: ReturnType<typeof useOperations>;
}

/** Shows whether the server or the page labels the arguments. */
function OperationsHint({ operations: { listing, asking, askAgain, cancel } }: OperationsHintProps) {
  if (asking !== undefined) {
    return (
      <>
        Asking the server for its operations … <Elapsed quiet startedAt={asking.startedAt} onCancel={cancel} />
      </>
    );
  }
  if (listing === undefined) return 'Labels from this page; the server has not been asked.';
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

type ArgumentName = keyof Operation['arguments'];

interface LabelProps {
  readonly name: ArgumentName;
  /** Undefined for an unknown operation. */
  readonly operation: Operation | undefined;
}

/** The name of an argument in the message, and its meaning to the chosen operation. */
function ArgumentLabel({ name, operation }: LabelProps) {
  const meaning = operation?.arguments[name];
  const unread = operation !== undefined && meaning === undefined;
  return (
    <>
      <code>{name}</code> {unread ? <i>not read</i> : <span className="argument-meaning">{meaning}</span>}
    </>
  );
}

/** The hint at a value that is sent and not read. */
function describeUnread(operation: Operation | undefined, name: ArgumentName, value: string): string | undefined {
  if (operation === undefined || operation.arguments[name] !== undefined || value === '') return undefined;
  return `${operation.name} does not read ${name}. It is sent anyway.`;
}

interface ArgumentsProps extends FieldsProps {
  readonly operation: Operation | undefined;
  readonly operations: readonly Operation[];
}

/** The value of the choice of any code that the list doesn't have. */
const ANOTHER = '';

/** The operation to call: one of the list, or any other code. */
function Code({ form, problems, operation, operations, onEdit }: ArgumentsProps) {
  // Typing may pass the name of a listed operation, which must not take the field away; a loaded call may.
  const [typed, setTyped] = useState<string>();
  const { value, onValue } = bindField('code', form, onEdit);
  const another = operation === undefined || value === typed;
  const options = {
    ...Object.fromEntries(operations.map(({ name }) => [name, name])),
    [ANOTHER]: 'another code …',
  };
  const choose = (chosen: string) => {
    setTyped(chosen === ANOTHER ? chosen : undefined);
    onValue(chosen);
  };
  const type = (code: string) => {
    setTyped(code);
    onValue(code);
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

/** The four fields of a message, labelled with their meaning to the chosen operation. */
function Arguments(props: ArgumentsProps) {
  const { form, problems, operation, onEdit } = props;
  const bind = (field: TextField, name: string) => ({ name, ...bindField(field, form, onEdit) });
  const describe = (field: 'str1' | 'str2' | 'intValue', name: ArgumentName) => {
    const label = <ArgumentLabel name={name} operation={operation} />;
    return {
      label,
      hint: describeUnread(operation, name, form[field]),
      problem: showProblem(problems.get(field), onEdit),
    };
  };
  return (
    <>
      <Code {...props} />
      <Field {...describe('str1', 'str1')}>{(control) => <TextArea {...control} {...bind('str1', 'str1')} />}</Field>
      <Field {...describe('str2', 'str2')}>{(control) => <TextArea {...control} {...bind('str2', 'str2')} />}</Field>
      <Field {...describe('intValue', 'int_value')}>
        {(control) => <TextInput {...control} placeholder="0" {...bind('intValue', 'int_value')} />}
      </Field>
    </>
  );
}

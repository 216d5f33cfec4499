import { useId, type Dispatch, type SubmitEvent } from 'react';
import type { CallState } from '../calling/use-call.js';
import type { BinaryNotation, Form, FormAction, MetadataRow, TextField } from './form.js';
import { BUILT_IN_OPERATIONS, type useOperations, type Operation } from './operations.js';
import { isBinaryName, type CallProblems } from './read-call.js';
import { isSecretName } from '../../../secrets/secrets.js';
import { Panel } from '../../../ui/containers.js';
import { Elapsed } from '../../../ui/buttons.js';
import {
  AddButton,
  Field,
  ProblemText,
  RemoveButton,
  SecretInput,
  Select,
  TextArea,
  TextInput,
  useRowFocus,
} from '../../../ui/fields.js';

interface FieldsProps {
  readonly form: Form;
  readonly problems: CallProblems;
  readonly dispatch: Dispatch<FormAction>;
}

interface CallFormProps extends FieldsProps {
  readonly state: CallState;
  readonly operations: ReturnType<typeof useOperations>;
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
        <span className="send-problems">
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
function bindField(field: TextField, form: Form, dispatch: Dispatch<FormAction>) {
  return { value: form[field], onValue: (value: string) => dispatch({ type: 'text', field, value }) };
}

/** The four fields of a call, its bridge, deadline and metadata. */
export function CallForm({ form, problems, state, operations, dispatch, onSend, onCancel }: CallFormProps) {
  const bind = (field: TextField) => bindField(field, form, dispatch);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSend();
  };
  const { answer } = operations;
  const listed = answer?.kind === 'listed' ? answer.operations : BUILT_IN_OPERATIONS;
  return (
    <Panel title="Call" hint={<OperationsHint operations={operations} bridge={form.bridge.trim()} />}>
      <form className="call-form" aria-label="Call" onSubmit={onSubmit}>
        <div className="field-pair field-pair-uneven">
          <Field label="Bridge address" problem={problems.get('bridge')}>
            {(control) => (
              <TextInput {...control} inputMode="url" placeholder="http://127.0.0.1:8080" {...bind('bridge')} />
            )}
          </Field>
          <Field label="Deadline in ms" problem={problems.get('deadline')}>
            {(control) => <TextInput {...control} inputMode="numeric" placeholder="none" {...bind('deadline')} />}
          </Field>
        </div>
        <Arguments
          form={form}
          problems={problems}
          operation={listed.find(({ name }) => name === form.code)}
          operations={listed}
          dispatch={dispatch}
        />
        <Metadata form={form} problems={problems} dispatch={dispatch} />
        <SendBar state={state} problems={problems} onCancel={onCancel} />
      </form>
    </Panel>
  );
}

interface OperationsHintProps {
  readonly operations: ReturnType<typeof useOperations>;
  readonly bridge: string;
}

/** Shows whether the server or the page labels the arguments. */
function OperationsHint({ operations: { answer, asking, ask, cancel }, bridge }: OperationsHintProps) {
  if (asking !== undefined) {
    return (
      <>
        Asking the server for its operations … <Elapsed quiet startedAt={asking.startedAt} onCancel={cancel} />
      </>
    );
  }
  if (answer === undefined) return 'Labelled as this page knows the operations.';
  if (answer.kind === 'listed') return `Labelled as this server lists its ${answer.operations.length} operations.`;
  return (
    <>
      Labels of this page: the server didn’t list its own ({answer.problem}).{' '}
      <button type="button" className="link" onClick={() => ask(bridge)}>
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
      <code>{name}</code>{' '}
      <span className={unread ? 'argument-unread' : 'argument-meaning'}>{unread ? 'not read' : meaning}</span>
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

/** The four fields of a message, labelled with their meaning to the chosen operation. */
function Arguments({ form, problems, operation, operations, dispatch }: ArgumentsProps) {
  const bind = (field: TextField, name: string) => ({ name, ...bindField(field, form, dispatch) });
  const describe = (field: 'str1' | 'str2' | 'intValue', name: ArgumentName) => {
    const label = <ArgumentLabel name={name} operation={operation} />;
    return { label, hint: describeUnread(operation, name, form[field]), problem: problems.get(field) };
  };
  return (
    <>
      <Field
        label={
          <>
            <code>code</code> <span className="argument-meaning">operation</span>
          </>
        }
        hint={operation?.description ?? 'No operation of this name is known. It is sent anyway.'}
        problem={problems.get('code')}
      >
        {(control) => (
          <TextInput
            {...control}
            placeholder="echo"
            suggestions={operations.map(({ name, description }) => ({ value: name, description }))}
            {...bind('code', 'code')}
          />
        )}
      </Field>
      <Field {...describe('str1', 'str1')}>{(control) => <TextArea {...control} {...bind('str1', 'str1')} />}</Field>
      <Field {...describe('str2', 'str2')}>{(control) => <TextArea {...control} {...bind('str2', 'str2')} />}</Field>
      <Field {...describe('intValue', 'int_value')}>
        {(control) => <TextInput {...control} placeholder="0" {...bind('intValue', 'int_value')} />}
      </Field>
    </>
  );
}

const NOTATIONS: Readonly<Record<BinaryNotation, string>> = { base64: 'base64', text: 'text' };

/** Common names of metadata. */
const NAMES = [
  { value: 'authorization', description: 'Bearer <token>' },
  { value: 'x-request-id', description: 'returned with the answer, and logged' },
  { value: 'traceparent', description: 'W3C Trace Context' },
];

interface MetadataLineProps extends Omit<FieldsProps, 'form'> {
  readonly row: MetadataRow;
  readonly ordinal: number;
}

function linkProblem(id: string, problem: string | undefined) {
  if (problem === undefined) return {};
  return { 'aria-describedby': id, 'aria-invalid': true } as const;
}

function MetadataLine({ row, ordinal, problems, dispatch }: MetadataLineProps) {
  const id = useId();
  const edit = (change: Partial<Omit<MetadataRow, 'id'>>) => dispatch({ type: 'edit-metadata', id: row.id, change });
  const nameProblem = problems.get(`metadata name ${row.id}`);
  const valueProblem = problems.get(`metadata value ${row.id}`);
  const binary = isBinaryName(row.name);
  return (
    <li className="row row-metadata" data-wide={binary}>
      <TextInput
        {...linkProblem(`${id}-name`, nameProblem)}
        id={id}
        className="cell-name"
        aria-label={`Name of metadata ${ordinal}`}
        placeholder="name"
        suggestions={NAMES}
        value={row.name}
        onValue={(name) => edit({ name })}
      />
      <SecretInput
        {...linkProblem(`${id}-value`, valueProblem)}
        secret={!binary && isSecretName(row.name)}
        showLabel={`Show value of metadata ${ordinal}`}
        className="cell-value"
        aria-label={`Value of metadata ${ordinal}`}
        placeholder={binary ? row.notation : 'value'}
        value={row.value}
        onValue={(value) => edit({ value })}
      />
      {binary && (
        <Select
          aria-label={`Notation of metadata ${ordinal}`}
          value={row.notation}
          options={NOTATIONS}
          onValue={(notation) => edit({ notation })}
        />
      )}
      <RemoveButton
        label={`Remove metadata ${ordinal}`}
        onRemove={() => dispatch({ type: 'remove-metadata', id: row.id })}
      />
      {nameProblem !== undefined && <ProblemText id={`${id}-name`}>{nameProblem}</ProblemText>}
      {valueProblem !== undefined && <ProblemText id={`${id}-value`}>{valueProblem}</ProblemText>}
    </li>
  );
}

/** The metadata of the call, sent as header fields. */
function Metadata({ form: { metadata }, problems, dispatch }: FieldsProps) {
  const list = useRowFocus(metadata.length);
  const id = useId();
  return (
    <fieldset aria-labelledby={id}>
      <div className="field-head">
        <span className="field-label" id={id}>
          Metadata
        </span>
        <AddButton label="Add metadata" onAdd={() => dispatch({ type: 'add-metadata' })} />
      </div>
      <ul className="rows" ref={list} tabIndex={-1}>
        {metadata.map((row, index) => (
          <MetadataLine key={row.id} row={row} ordinal={index + 1} problems={problems} dispatch={dispatch} />
        ))}
      </ul>
    </fieldset>
  );
}

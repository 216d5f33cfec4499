import type { Dispatch, SubmitEvent } from 'react';
import { Field } from '../../../ui/controls/Field.js';
import { Panel } from '../../../ui/containers/Panel.js';
import { TextInput } from '../../../ui/controls/TextInput.js';
import { Arguments } from './Arguments.js';
import type { CallProblems } from './read-call.js';
import { Elapsed } from '../../../ui/controls/Elapsed.js';
import type { Form, FormAction, TextField } from './form.js';
import { Metadata } from './Metadata.js';
import { BUILT_IN_OPERATIONS } from './operations.js';
import { OperationsHint } from './OperationsHint.js';
import type { CallState } from '../calling/use-call.js';
import type { useOperations } from './use-operations.js';

interface CallFormProps {
  readonly form: Form;
  readonly problems: CallProblems;
  readonly state: CallState;
  readonly operations: ReturnType<typeof useOperations>;
  readonly dispatch: Dispatch<FormAction>;
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

/** The four fields of a call, its bridge, deadline and metadata. */
export function CallForm({ form, problems, state, operations, dispatch, onSend, onCancel }: CallFormProps) {
  const bind = (field: TextField) => ({
    value: form[field],
    onValue: (value: string) => dispatch({ type: 'text', field, value }),
  });
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
        <Metadata rows={form.metadata} problems={problems} dispatch={dispatch} />
        <SendBar state={state} problems={problems} onCancel={onCancel} />
      </form>
    </Panel>
  );
}

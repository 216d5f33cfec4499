import type { Dispatch, KeyboardEvent, SubmitEvent } from 'react';
import { Field } from '../../components/Field.js';
import { Panel } from '../../components/Panel.js';
import { TextArea } from '../../components/TextArea.js';
import { TextInput, type Suggestion } from '../../components/TextInput.js';
import { Elapsed } from './Elapsed.js';
import type { CallForm as Form, CallFormAction, CallTextField } from './form.js';
import { Metadata } from './Metadata.js';
import type { CallProblems } from './read-form.js';
import type { CallState } from './use-call.js';

const CODES: readonly Suggestion[] = [
  { value: 'echo', description: 'the request as JSON' },
  { value: 'build', description: 'request options: str1 is the route, str2 the options as JSON' },
  { value: 'expand', description: 'a URI: str1 is the template, str2 the variables as JSON' },
  { value: 'send', description: 'builds and performs a request: str1 is the route, str2 the options as JSON' },
  { value: 'operations', description: 'what the server offers' },
];

interface CallFormProps {
  readonly form: Form;
  readonly problems: CallProblems;
  readonly state: CallState;
  readonly dispatch: Dispatch<CallFormAction>;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

function SendBar({
  state,
  onCancel,
  disabled,
}: {
  readonly state: CallState;
  readonly onCancel: () => void;
  readonly disabled: boolean;
}) {
  return (
    <div className="send-bar">
      <button
        type="submit"
        className="button button-primary"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={disabled}
      >
        Send
      </button>
      {state.phase === 'running' ? (
        <>
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
          <Elapsed startedAt={state.startedAt} />
        </>
      ) : (
        <span className="shortcut">
          <kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd>
        </span>
      )}
    </div>
  );
}

/** The four fields of a call and what goes with it. */
export function CallForm({ form, problems, state, dispatch, onSend, onCancel }: CallFormProps) {
  const bind = (field: CallTextField) => ({
    value: form[field],
    onValue: (value: string) => dispatch({ type: 'text', field, value }),
  });
  const send = () => {
    if (problems.size === 0) onSend();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter alone sends from the fields of one line already.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };

  return (
    <Panel title="Call">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the whole form, beside its button */}
      <form className="call-form" aria-label="Call" onSubmit={onSubmit} onKeyDown={onKeyDown}>
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
        <div className="field-pair">
          <Field label="code">
            {(control) => <TextInput {...control} placeholder="echo" suggestions={CODES} {...bind('code')} />}
          </Field>
          <Field label="int_value" problem={problems.get('intValue')}>
            {(control) => <TextInput {...control} placeholder="0" {...bind('intValue')} />}
          </Field>
        </div>
        <Field label="str1">{(control) => <TextArea {...control} {...bind('str1')} />}</Field>
        <Field label="str2">{(control) => <TextArea {...control} {...bind('str2')} />}</Field>
        <Metadata rows={form.metadata} problems={problems} dispatch={dispatch} />
        <SendBar state={state} onCancel={onCancel} disabled={problems.size > 0} />
      </form>
    </Panel>
  );
}

import type { Dispatch } from 'react';
import { CallForm } from './CallForm.js';
import { CallOutcome } from './CallOutcome.js';
import type { CallForm as Form, CallFormAction } from './form.js';
import { readCallForm } from './read-form.js';
import { useCall } from './use-call.js';

/** A call on one side, its answer on the other. */
export function CallApi({ form, dispatch }: { readonly form: Form; readonly dispatch: Dispatch<CallFormAction> }) {
  const { state, send, cancel } = useCall();
  const { call, problems } = readCallForm(form);
  return (
    <div className="columns">
      <div className="column">
        <CallForm
          form={form}
          problems={problems}
          state={state}
          dispatch={dispatch}
          onSend={() => void send(call)}
          onCancel={cancel}
        />
      </div>
      <div className="column column-result">
        <CallOutcome state={state} />
      </div>
    </div>
  );
}

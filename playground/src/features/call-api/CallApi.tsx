import type { Dispatch } from 'react';
import { Tabs } from '../../ui/containers/Tabs.js';
import { CallForm } from './form/CallForm.js';
import type { Form, FormAction } from './form/form.js';
import { History } from './history/History.js';
import { Response } from './answer/Response.js';
import { useCallApi } from './use-call-api.js';
import { useInView } from './answer/use-in-view.js';
import { WireTab } from './wire/WireTab.js';

interface CallApiProps {
  readonly form: Form;
  readonly dispatch: Dispatch<FormAction>;
}

/** The form of a call on one side, its answer on the other. */
export function CallApi({ form, dispatch }: CallApiProps) {
  const { client, call, problems, state, cancel, history, operations, sendAndKeep, sendForm, onInterest, onKeyDown } =
    useCallApi(form);
  const { calls, shown } = history;
  const result = useInView(shown?.id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the whole form, beside its button
    <div className="call" onFocus={onInterest} onPointerDown={onInterest} onKeyDown={onKeyDown}>
      <div className="call-form-area">
        <CallForm
          form={form}
          problems={problems}
          state={state}
          operations={operations}
          dispatch={dispatch}
          onSend={sendForm}
          onCancel={cancel}
        />
      </div>
      <section className="panel box contained call-result-area" ref={result} aria-label="Result of the call">
        <Tabs
          label="Views of the result"
          tabs={[
            {
              label: 'Response',
              content: (
                <Response
                  shown={shown}
                  latest={calls[0]}
                  state={state}
                  onRepeat={({ record, form: from }) => void sendAndKeep(record.call, from)}
                  onLoad={({ form: before }) => dispatch({ type: 'load', form: before })}
                />
              ),
            },
            {
              label: 'Wire',
              content: <WireTab previewRequest={client?.previewRequest} call={call} record={shown?.record} />,
            },
          ]}
        />
      </section>
      {calls.length > 0 && (
        <div className="call-history-area">
          <History calls={calls} shown={shown} onPick={history.pick} onClear={history.clear} />
        </div>
      )}
    </div>
  );
}

import { useCallback, useEffect, useMemo, useRef, lazy, Suspense, type Dispatch, type KeyboardEvent } from 'react';
import { History, useHistory } from './History.js';
import { Response } from './answer/Response.js';
import type { Call, CallRecord, SentRequest } from './call.js';
import { useCall, useClient } from './calling/use-call.js';
import { CallForm } from './form/CallForm.js';
import type { Form, FormAction } from './form/form.js';
import { useOperations } from './form/operations.js';
import { readCall } from './form/read-call.js';
import { Tabs } from '../../ui/containers.js';

interface CallApiProps {
  readonly form: Form;
  readonly dispatch: Dispatch<FormAction>;
  /** Fills the form with a call of `build` for the page's request; undefined while that has a problem. */
  readonly onBuild: (() => void) | undefined;
}

/** The form of a call on one side, its answer on the other. */
export function CallApi({ form, dispatch, onBuild }: CallApiProps) {
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
          onBuild={onBuild}
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
                  onRepeat={(past) => void sendAndKeep(past.record.call, past.form)}
                  onLoad={(past) => dispatch({ type: 'load', form: past.form })}
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

/** The state and the actions of the call's part of the page, without the form. */
function useCallApi(form: Form) {
  const { client, load } = useClient();
  const { call, problems } = useMemo(() => readCall(form, client?.checkMetadata), [form, client]);
  const { state, send, cancel } = useCall();
  const history = useHistory();
  const operations = useOperations(call.bridge);
  const { add } = history;
  const { answer: listed, ask, askOnce } = operations;

  /** Sends a call, and keeps it with the form that it was read from. */
  const sendAndKeep = useCallback(
    async (sentCall: Call, sentForm: Form) => {
      const record = await send(sentCall);
      if (record === undefined) return;
      add(sentForm, record);
      // A server that answers may also list its operations.
      if (record.answer !== undefined && listed?.kind !== 'listed') ask(sentCall.bridge, sentCall.metadata);
    },
    [add, ask, listed, send],
  );
  const sendForm = () => {
    if (problems.size === 0) void sendAndKeep(call, form);
  };
  // The first interaction loads the client. Before it, the page sends nothing to any server.
  const onInterest = () => {
    load();
    if (!problems.has('bridge')) askOnce();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The fields of one line send by Enter alone.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sendForm();
  };
  return { client, call, problems, state, cancel, history, operations, sendAndKeep, sendForm, onInterest, onKeyDown };
}

/** Screens with the result below the form, not beside it. */
const NARROW = '(max-width: 899px)';

/** On small screens, scrolls an element into sight when `id` changes. Attach the ref to the element. */
function useInView(id: number | undefined) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id === undefined || element.current === null || !matchMedia(NARROW).matches) return;
    const { top } = element.current.getBoundingClientRect();
    // At the bottom edge, too little of the element is visible.
    if (top >= 0 && top < innerHeight * 0.7) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    element.current.scrollIntoView({ block: 'start', behavior });
  }, [id]);
  return element;
}

function Unavailable() {
  return <p className="failure">The wire view could not be loaded. Reload the page.</p>;
}

const Wire = lazy(() => import('./wire/Wire.js').catch(() => ({ default: Unavailable })));

interface WireTabProps {
  /** Undefined while the client is loading. */
  readonly previewRequest: ((call: Call) => Promise<SentRequest>) | undefined;
  readonly call: Call;
  readonly record: CallRecord | undefined;
}

/** The bytes of a call, once the chunks that build and read them are loaded. */
function WireTab({ previewRequest, ...props }: WireTabProps) {
  const loading = <p className="empty">Loading the wire view …</p>;
  return (
    <Suspense fallback={loading}>
      {previewRequest === undefined ? loading : <Wire previewRequest={previewRequest} {...props} />}
    </Suspense>
  );
}

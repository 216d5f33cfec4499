import { useCallback, useEffect, useMemo, useRef, useState, Suspense, type KeyboardEvent } from 'react';
import { lazyView } from '../../ui/lazy-view.js';
import { Response } from './response/Response.js';
import type { Call, CallRecord, SentRequest } from './call.js';
import { useCall, useClient } from './calling/use-call.js';
import { CallForm } from './form/CallForm.js';
import { editForm, fillForm, type Followed } from './form/follow.js';
import { isFollowing, type FormEdit } from './form/edit-form.js';
import type { Form } from './form/form.js';
import { useOperations } from './form/operations.js';
import { readCall, type CallFieldId, type CallProblem } from './form/read-call.js';
import { Tabs } from '../../ui/containers.js';

interface CallApiProps {
  readonly form: Form;
  readonly onEdit: (edit: FormEdit) => void;
  /** The request in Build, which the form may follow. */
  readonly followed: Followed;
}

/** The form of a call on one side, its response on the other. */
export function CallApi({ form: stored, onEdit, followed }: CallApiProps) {
  const form = useMemo(() => fillForm(stored, followed), [stored, followed]);
  const follows = isFollowing(stored);
  const { client, call, problems, state, cancel, record, operations, sendForm, onInterest, onKeyDown } = useCallApi(
    form,
    follows && followed.request === undefined,
  );
  const edit = useCallback(
    (change: FormEdit) => onEdit((before) => editForm(before, change, followed)),
    [onEdit, followed],
  );
  const result = useInView(record);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the whole form, beside its button
    <div className="call" onFocus={onInterest} onPointerDown={onInterest} onKeyDown={onKeyDown}>
      <div className="call-form-area">
        <CallForm
          form={form}
          problems={problems}
          state={state}
          operations={operations}
          onEdit={edit}
          follows={follows}
          leavesOutCredentials={followed.leavesOutCredentials}
          onSend={() => void sendForm()}
          onCancel={cancel}
        />
      </div>
      <section className="panel box contained call-result-area" ref={result} aria-label="Result of the call">
        <Tabs
          label="Views of the result"
          tabs={[
            { label: 'Response', content: <Response record={record} state={state} /> },
            {
              label: 'Wire',
              content: <WireTab previewRequest={client?.previewRequest} call={call} record={record} />,
            },
          ]}
        />
      </section>
    </div>
  );
}

const UNBUILT = 'The request in Build has a problem. Fix it there, or choose another operation.';

/** The state and the actions of the call's part of the page, without the form. */
function useCallApi(form: Form, isUnbuilt: boolean) {
  const { client, load } = useClient();
  const { call, problems } = useMemo(() => {
    const read = readCall(form, client?.checkMetadata);
    return isUnbuilt
      ? { ...read, problems: new Map<CallFieldId, CallProblem>([['code', { message: UNBUILT }], ...read.problems]) }
      : read;
  }, [form, client, isUnbuilt]);
  const { state, send, cancel } = useCall();
  const [record, setRecord] = useState<CallRecord>();
  const operations = useOperations(call.bridge);
  const { listing, ask, askOnce } = operations;

  const sendForm = useCallback(async () => {
    if (problems.size > 0) return;
    const sent = await send(call);
    if (sent === undefined) return;
    setRecord(sent);
    // A server that serves calls may also list its operations.
    if (sent.result !== undefined && listing?.kind !== 'listed') ask(call.bridge, call.metadata);
  }, [ask, call, listing, problems, send]);
  // The first interaction loads the client. Before it, the page sends nothing to any server.
  const onInterest = () => {
    load();
    if (!problems.has('bridge')) askOnce();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The fields of one line send by Enter alone.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void sendForm();
  };
  return { client, call, problems, state, cancel, record, operations, sendForm, onInterest, onKeyDown };
}

/** Screens with the result below the form, not beside it. */
const NARROW = '(max-width: 899px)';

/** On small screens, scrolls an element into sight when `record` changes. Attach the ref to the element. */
function useInView(record: CallRecord | undefined) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (record === undefined || element.current === null || !matchMedia(NARROW).matches) return;
    const { top } = element.current.getBoundingClientRect();
    // At the bottom edge, too little of the element is visible.
    if (top >= 0 && top < innerHeight * 0.7) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    element.current.scrollIntoView({ block: 'start', behavior });
  }, [record]);
  return element;
}

const Wire = lazyView(() => import('./wire/Wire.js'));

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

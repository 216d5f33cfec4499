import { useCallback, useEffect, useMemo, useRef, useState, Suspense, type KeyboardEvent } from 'react';
import { lazyView } from '../../ui/lazy-view.js';
import { Response } from './response/Response.js';
import type { CallRecord } from './call.js';
import { useCall, useClient } from './calling/use-call.js';
import { CallForm } from './form/CallForm.js';
import { editForm, fillForm, isFollowing, type Followed, type FormEdit } from './form/edit-form.js';
import type { Form } from './form/form.js';
import { useOperations } from './form/operations.js';
import { readCall } from './form/read-call.js';
import { Tabs } from '../../ui/containers.js';

const Wire = lazyView(() => import('./wire/Wire.js'));

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
  const { record, onInterest, onKeyDown, ...sending } = useCallApi(form, follows && followed.request === undefined);
  const edit = useCallback(
    (change: FormEdit) => onEdit((before) => editForm(before, change, followed)),
    [onEdit, followed],
  );
  const result = useInView(record);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the whole form, beside its button
    <div className="call stack" onFocus={onInterest} onPointerDown={onInterest} onKeyDown={onKeyDown}>
      <div className="call-form-area">
        <CallForm
          {...sending}
          form={form}
          onEdit={edit}
          follows={follows}
          leavesOutCredentials={followed.leavesOutCredentials}
        />
      </div>
      <section className="panel box contained call-result-area" ref={result} aria-label="Result of the call">
        <Tabs
          label="Views of the result"
          tabs={[
            { label: 'Response', content: <Response record={record} state={sending.state} /> },
            {
              label: 'Wire',
              content: (
                <Suspense fallback={<p className="empty">Loading the wire view …</p>}>
                  <Wire record={record} />
                </Suspense>
              ),
            },
          ]}
        />
      </section>
    </div>
  );
}

/** The state and the actions of the call's part of the page, without the form. */
function useCallApi(form: Form, isUnbuilt: boolean) {
  const { client, load } = useClient();
  const { call, problems } = useMemo(() => readCall(form, client?.checkMetadata, isUnbuilt), [form, client, isUnbuilt]);
  const [record, setRecord] = useState<CallRecord>();
  const { listing, ask, askAgain } = useOperations(call.bridge);
  const onEnded = useCallback(
    (ended: CallRecord) => {
      setRecord(ended);
      // A server that serves calls may also list its operations.
      if (ended.result !== undefined && listing?.kind !== 'listed') ask(ended.call);
    },
    [ask, listing],
  );
  const { state, send, cancel } = useCall(onEnded);
  const sendForm = () => {
    if (problems.size === 0) void send(call);
  };
  // The first interaction loads the client. Before it, the page sends nothing to any server.
  const onInterest = () => {
    load();
    if (!problems.has('bridge') && listing === undefined) askAgain();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The fields of one line send by Enter alone.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sendForm();
  };
  return { problems, state, cancel, record, listing, askAgain, sendForm, onInterest, onKeyDown };
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

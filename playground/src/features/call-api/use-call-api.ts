import { useCallback, useMemo, type KeyboardEvent } from 'react';
import { readCall, type Call } from './form/call.js';
import type { Form } from './form/form.js';
import { useCall } from './calling/use-call.js';
import { useClient } from './calling/use-client.js';
import { useHistory } from './history/use-history.js';
import { useOperations } from './form/use-operations.js';

/** What the call's part of the page knows and does, beside the form. */
export function useCallApi(form: Form) {
  const { client, want } = useClient();
  const { call, problems } = useMemo(() => readCall(form, client?.checkMetadata), [form, client]);
  const { state, send, cancel } = useCall();
  const history = useHistory();
  const operations = useOperations(call.bridge);
  const { add } = history;
  const { answer: listed, ask, want: wantOperations } = operations;

  /** Sends a call, and keeps it with the form that it comes from. */
  const sendAndKeep = useCallback(
    async (what: Call, from: Form) => {
      const record = await send(what);
      if (record === undefined) return;
      add(from, record);
      // Where the server answers now, it may say what its operations mean.
      if (record.answer !== undefined && listed?.kind !== 'listed') ask(what.bridge, what.metadata);
    },
    [add, ask, listed, send],
  );
  const sendForm = () => {
    if (problems.size === 0) void sendAndKeep(call, form);
  };
  // The first touch fetches what a call needs. Before it, the page sends nothing anywhere.
  const onInterest = () => {
    want();
    if (!problems.has('bridge')) wantOperations();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter alone sends from the fields of one line already.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sendForm();
  };
  return { client, call, problems, state, cancel, history, operations, sendAndKeep, sendForm, onInterest, onKeyDown };
}

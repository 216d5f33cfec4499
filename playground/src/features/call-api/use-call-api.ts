import { useCallback, useMemo, type KeyboardEvent } from 'react';
import type { Call } from './call.js';
import { readCall } from './form/read-call.js';
import type { Form } from './form/form.js';
import { useCall } from './calling/use-call.js';
import { useClient } from './calling/use-client.js';
import { useHistory } from './history/use-history.js';
import { useOperations } from './form/use-operations.js';

/** The state and the actions of the call's part of the page, without the form. */
export function useCallApi(form: Form) {
  const { client, load } = useClient();
  const { call, problems } = useMemo(() => readCall(form, client?.checkMetadata), [form, client]);
  const { state, send, cancel } = useCall();
  const history = useHistory();
  const operations = useOperations(call.bridge);
  const { add } = history;
  const { answer: listed, ask, askOnce } = operations;

  /** Sends a call, and keeps it with the form that it was read from. */
  const sendAndKeep = useCallback(
    async (what: Call, from: Form) => {
      const record = await send(what);
      if (record === undefined) return;
      add(from, record);
      // A server that answers may also list its operations.
      if (record.answer !== undefined && listed?.kind !== 'listed') ask(what.bridge, what.metadata);
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

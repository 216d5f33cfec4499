import { useCallback, useState } from 'react';
import type { Form } from '../form/form.js';
import type { CallRecord } from '../record.js';

/** A call of this page, with the form that it was read from. */
export interface PastCall {
  readonly id: number;
  readonly form: Form;
  readonly record: CallRecord;
}

/** Calls that are kept, with their bytes, which the Wire tab shows. */
const MOST_CALLS = 20;

/** The calls of this page, the latest first, and the one on display. */
export function useHistory() {
  const [calls, setCalls] = useState<readonly PastCall[]>([]);
  const [picked, setPicked] = useState<number>();

  const add = useCallback((form: Form, record: CallRecord) => {
    setCalls((before) => [{ id: (before[0]?.id ?? 0) + 1, form, record }, ...before].slice(0, MOST_CALLS));
    setPicked(undefined);
  }, []);
  const clear = useCallback(() => setCalls([]), []);

  const shown = calls.find(({ id }) => id === picked) ?? calls[0];
  return { calls, shown, add, clear, pick: setPicked };
}

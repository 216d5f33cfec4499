import { useCallback, useState } from 'react';
import { formatMilliseconds, formatTime } from './answer/timing.js';
import type { Call, CallRecord } from './call.js';
import type { Form } from './form/form.js';
import { Panel } from '../../ui/containers.js';

/** A call of this page, with the form that it was read from. */
export interface PastCall {
  readonly id: number;
  readonly form: Form;
  readonly record: CallRecord;
}

/** Calls that are kept, with their bytes for the Wire tab. */
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

/** A failed operation is less than a failed call. */
export function chooseTone({ answer }: CallRecord): 'good' | 'warn' | 'bad' {
  if (answer === undefined) return 'bad';
  return answer.success ? 'good' : 'warn';
}

/** A failed operation has the status OK too. */
function describeOutcome({ status, answer }: CallRecord): string {
  return answer?.success === false ? 'failed' : status.name;
}

/** The arguments of a call, which distinguish it from others of the same operation. */
function describeArguments({ str1, str2, intValue }: Call['request']): string {
  const texts = [str1, str2].filter((text) => text !== '').map((text) => text.slice(0, 200));
  return [...texts, ...(intValue === 0 ? [] : [String(intValue)])].join(' · ');
}

interface HistoryProps {
  readonly calls: readonly PastCall[];
  readonly shown: PastCall | undefined;
  readonly onPick: (id: number) => void;
  readonly onClear: () => void;
}

/** The calls of this page; clicking one shows it again. */
export function History({ calls, shown, onPick, onClear }: HistoryProps) {
  return (
    <Panel
      title="Calls on this page"
      actions={
        <button type="button" className="button button-quiet" onClick={onClear}>
          Clear
        </button>
      }
    >
      <ol className="history">
        {calls.map((past) => {
          const { call, timing, at } = past.record;
          return (
            <li key={past.id}>
              <button
                type="button"
                className="line-button history-call"
                aria-current={past.id === shown?.id}
                onClick={() => onPick(past.id)}
              >
                <span className="history-status" data-tone={chooseTone(past.record)}>
                  {describeOutcome(past.record)}
                </span>
                <span className="history-what">
                  <b>{call.request.code === '' ? '(no code)' : call.request.code}</b> {describeArguments(call.request)}
                </span>
                <span className="history-when">
                  {timing === undefined ? '' : formatMilliseconds(timing.total)} <time>{formatTime(at)}</time>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

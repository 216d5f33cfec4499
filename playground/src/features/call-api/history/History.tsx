import { Panel } from '../../../ui/containers/Panel.js';
import { formatMilliseconds, formatTime } from './format.js';
import type { PastCall } from './use-history.js';

function chooseTone({ status, answer }: PastCall['record']): string {
  if (status.code !== 0) return 'bad';
  return answer?.success === true ? 'good' : 'warn';
}

/** A failed operation has the status OK too. */
function describeOutcome({ status, answer }: PastCall['record']): string {
  return answer?.success === false ? 'failed' : status.name;
}

/** The arguments of a call, which distinguish it from others of the same operation. */
function describeArguments({ str1, str2, intValue }: PastCall['record']['call']['request']): string {
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

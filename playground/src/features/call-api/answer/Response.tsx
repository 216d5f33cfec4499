import { formatTime } from '../history/format.js';
import { Message } from './Message.js';
import { MetadataFields } from './MetadataFields.js';
import type { CallRecord } from '../record.js';
import { StatusCard } from './StatusCard.js';
import { TimingBar } from './TimingBar.js';
import type { CallState } from '../calling/use-call.js';
import type { PastCall } from '../history/use-history.js';

function Answer({ record }: { readonly record: CallRecord }) {
  const { answer, headers, trailers, timing, wire, trailersOnly } = record;
  const answered = wire.response !== undefined;
  return (
    <>
      <StatusCard record={record} />
      {answer !== undefined && <Message key={record.at} message={answer.message} />}
      {answered && (
        <>
          <MetadataFields title="Headers" fields={headers} empty="None that this page may read." />
          <MetadataFields
            title="Trailers"
            fields={trailers}
            empty={trailersOnly ? 'None: in a trailers-only answer they are the headers.' : 'None beside the status.'}
          />
        </>
      )}
      {timing !== undefined && answered && <TimingBar timing={timing} />}
    </>
  );
}

interface ResponseProps {
  readonly shown: PastCall | undefined;
  readonly latest: PastCall | undefined;
  readonly state: CallState;
  readonly onRepeat: (call: PastCall) => void;
  readonly onLoad: (call: PastCall) => void;
}

/** The status in a few words, for screen readers. */
function summarize({ status, answer }: CallRecord): string {
  return `${status.name}${answer === undefined ? '' : `, success ${String(answer.success)}`}`;
}

/** The answer of a call. */
export function Response({ shown, latest, state, onRepeat, onLoad }: ResponseProps) {
  const running = state.phase === 'running';
  return (
    <section className="response" aria-label="Response" aria-busy={running} data-running={running}>
      <output className="visually-hidden">{latest === undefined || running ? '' : summarize(latest.record)}</output>
      {state.phase === 'unable' && <p className="failure">{state.problem}</p>}
      {shown === undefined ? (
        <p className="empty">
          {running
            ? 'Waiting for the answer …'
            : 'Nothing sent yet. The answer, its status and its metadata appear here.'}
        </p>
      ) : (
        <>
          <div className="response-head">
            <p className="response-of">
              {shown === latest ? '' : 'An earlier call: '}
              <b>{shown.record.call.request.code}</b> <time>{formatTime(shown.record.at)}</time>
            </p>
            <button
              type="button"
              className="button button-quiet"
              aria-label="Edit this call in the form"
              onClick={() => onLoad(shown)}
            >
              Edit
            </button>
            <button type="button" className="button button-quiet" onClick={() => onRepeat(shown)}>
              Repeat
            </button>
          </div>
          <Answer record={shown.record} />
        </>
      )}
    </section>
  );
}

import { TimingBar } from './timing.js';
import { formatMilliseconds } from '../../../ui/text.js';
import type { CallRecord } from '../call.js';
import { FieldList, type Field } from '../../../ui/FieldList.js';
import type { RunState } from '../../../ui/rendering.js';
import { formatJson } from '../../../json/format.js';
import { Code } from '../../../ui/Code.js';
import { CopyButton } from '../../../ui/buttons.js';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The status in a few words, for screen readers. */
function summarize({ status, result }: CallRecord): string {
  return `${status.name}${result === undefined ? '' : `, success ${String(result.success)}`}`;
}

interface ResponseProps {
  /** The latest call that has ended. */
  readonly record: CallRecord | undefined;
  readonly state: RunState;
}

/** The response of a call. */
export function Response({ record, state }: ResponseProps) {
  const running = state.phase === 'running';
  return (
    <section className="response" aria-label="Response" aria-busy={running} data-running={running}>
      <output className="visually-hidden">{record === undefined || running ? '' : summarize(record)}</output>
      {state.phase === 'failed' && (
        <p className="failure">This page could not make the call: {state.reason}. Reload the page.</p>
      )}
      {record === undefined ? (
        <p className="empty">
          {running
            ? 'Waiting for the response …'
            : 'Nothing sent yet. The response, its status and its metadata appear here.'}
        </p>
      ) : (
        <>
          <p className="response-of note wrap">
            <b>{record.call.request.code}</b>{' '}
            <time dateTime={new Date(record.at).toISOString()}>{TIME.format(record.at)}</time>
          </p>
          <StatusCard record={record} />
          {record.result !== undefined && <Message key={record.at} message={record.result.message} />}
          {record.wire.response !== undefined && (
            <>
              <MetadataFields title="Headers" fields={record.headers} empty="None that this page may read." />
              <MetadataFields
                title="Trailers"
                fields={record.trailers}
                empty={
                  record.trailersOnly
                    ? 'None: in a trailers-only response they are the headers.'
                    : 'None besides the status.'
                }
              />
              {record.timing !== undefined && <TimingBar timing={record.timing} />}
            </>
          )}
        </>
      )}
    </section>
  );
}

/** A failed operation is less than a failed call. */
function chooseTone({ result }: CallRecord): 'good' | 'warn' | 'bad' {
  if (result === undefined) return 'bad';
  return result.success ? 'good' : 'warn';
}

const START = 'In a clone, npm start starts server and bridge; elsewhere, npx endpoint.js-server does.';

/** The status of a call: code, name and meaning, and the client’s text, which has the probable cause and the next step. */
function StatusCard({ record }: { readonly record: CallRecord }) {
  const { status, meaning, text, result, timing, wire, details, trailersOnly } = record;
  // A failure without a text repeats the meaning of its status.
  const hasText = text !== '' && text !== `${status.name}: ${meaning}`;
  return (
    <section className="status-card" data-tone={chooseTone(record)} aria-label="Status">
      <div className="flow tight">
        <p className={`badge badge-${status.code === 0 ? 'good' : 'bad'}`}>
          {status.code} {status.name}
        </p>
        {result !== undefined && (
          <p className={`badge badge-${result.success ? 'good' : 'warn'}`}>success: {String(result.success)}</p>
        )}
        {timing !== undefined && <p className="end note">{formatMilliseconds(timing.total)}</p>}
      </div>
      <p className="status-meaning note">{meaning}</p>
      {hasText && <p className="failure">{text}</p>}
      {status.name === 'UNAVAILABLE' && wire.response === undefined && <p className="note">{START}</p>}
      {details.map(({ type, text: detail }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- details may repeat and never change places
        <div key={index} className="status-detail">
          <p className="note">{type}</p>
          <Code text={detail} label={type} />
        </div>
      ))}
      {trailersOnly && (
        <p className="note">
          Trailers-only: the response has no body, and its status came as headers
          {wire.response?.httpStatus === 200 ? '' : ` with HTTP ${wire.response?.httpStatus}`}.
        </p>
      )}
    </section>
  );
}

/** Longer JSON isn't indented, which costs time per token. */
const INDENTED = 200_000;
/** The message of a response, of any length; the copy has all of it. */
function Message({ message }: { readonly message: string }) {
  if (message === '') return <p className="empty">The message is empty.</p>;
  return (
    <div className="copyable">
      <Code text={(message.length <= INDENTED ? formatJson(message) : undefined) ?? message} label="Message" />
      <CopyButton text={message} label="message" />
    </div>
  );
}

interface MetadataFieldsProps {
  readonly title: 'Headers' | 'Trailers';
  readonly fields: readonly Field[];
  /** Reason for an empty list. */
  readonly empty: string;
}

/** Received metadata; `-bin` values with their bytes. */
function MetadataFields({ title, fields, empty }: MetadataFieldsProps) {
  return (
    <section className="fields" aria-label={`Response ${title.toLowerCase()}`}>
      <h4 className="fields-title note">{title}</h4>
      {fields.length === 0 ? <p className="empty">{empty}</p> : <FieldList fields={fields} />}
    </section>
  );
}

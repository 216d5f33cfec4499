import { Code } from '../../../ui/code/Code.js';
import type { CallRecord } from '../record.js';
import { formatMilliseconds } from '../history/format.js';

/** The status of a call: code, name, meaning and next steps. */
export function StatusCard({ record }: { readonly record: CallRecord }) {
  const { status, meaning, text, answer, timing, wire, details, trailersOnly, advice } = record;
  const { title, next, saysItAll } = advice;
  // A failure without a text repeats the meaning of its status.
  const hasText = text !== '' && text !== `${status.name}: ${meaning}`;
  const tone = answer === undefined ? 'bad' : answer.success ? 'good' : 'warn';
  return (
    <section className="status-card" data-tone={tone} aria-label="Status">
      <div className="status-head">
        <p className={`badge badge-${status.code === 0 ? 'good' : 'bad'}`}>
          {status.code} {status.name}
        </p>
        {answer !== undefined && (
          <p className={`badge badge-${answer.success ? 'good' : 'warn'}`}>success: {String(answer.success)}</p>
        )}
        {timing !== undefined && <p className="status-time">{formatMilliseconds(timing.total)}</p>}
      </div>
      {title !== '' && <p className="status-title">{title}</p>}
      <p className="status-meaning">{meaning}</p>
      {hasText && !saysItAll && <p className="failure">{text}</p>}
      {next.length > 0 && (
        <ul className="status-next" aria-label="What to do next">
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      {details.map(({ type, text: detail }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- details may repeat and never change places
        <div key={index} className="status-detail">
          <p>{type}</p>
          <Code text={detail} label={type} />
        </div>
      ))}
      {hasText && saysItAll && (
        <details className="status-text">
          <summary>The client’s text</summary>
          <p className="failure">{text}</p>
        </details>
      )}
      {trailersOnly && (
        <p className="status-note">
          Trailers-only: the answer has no body, and its status came as headers
          {wire.response?.httpStatus === 200 ? '' : ` with HTTP ${wire.response?.httpStatus}`}.
        </p>
      )}
    </section>
  );
}

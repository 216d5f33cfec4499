import type { Timing } from '../record.js';
import { formatMilliseconds } from '../history/format.js';
import { splitTiming } from './timing-parts.js';

/** The time of a call, by who spent it. */
export function TimingBar({ timing }: { readonly timing: Timing }) {
  const parts = splitTiming(timing);
  return (
    <section className="timing" aria-label="Timing">
      <h4 className="fields-title">
        Timing <span>{formatMilliseconds(timing.total)} in all</span>
      </h4>
      <div className="timing-bar" aria-hidden="true">
        {parts.map(({ name, ms }, index) => (
          <span key={name} data-part={index} style={{ flexGrow: ms ?? 0 }} />
        ))}
      </div>
      <dl className="timing-parts">
        {parts.map(({ name, ms, note }, index) => (
          <div key={name} data-part={index} data-known={ms !== undefined}>
            <dt>{name}</dt>
            <dd>
              {ms !== undefined && <b>{formatMilliseconds(ms)}</b>} <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

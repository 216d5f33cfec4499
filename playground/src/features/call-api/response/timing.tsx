import type { Timing } from '../call.js';
import { formatMilliseconds } from '../../../ui/text.js';

/** A part of a call's time. */
interface TimingPart {
  readonly name: string;
  /** Milliseconds; undefined if unknown. */
  readonly ms: number | undefined;
  /** Whether the time depends on Envoy's, which counts whole milliseconds. */
  readonly isWhole?: boolean;
  /** An explanation of the time, or of its absence. */
  readonly note: string;
}

const NETWORK = 'Browser and network';

/** The time of a call, from the page to the server; the known parts add up to the total. */
export function splitTiming({ total, upstream, server }: Timing): readonly TimingPart[] {
  const isKnown = server !== undefined;
  const own = isKnown ? 'in the server itself' : 'not known: the response has no server-timing';
  // Another clock may have run longer than this page’s.
  const inServer = Math.min(server ?? 0, total);
  const serverPart = { name: 'Server', ms: server, note: own };
  if (upstream === undefined) {
    const note = 'not known: the response has no x-envoy-upstream-service-time';
    return [
      { name: NETWORK, ms: total - inServer, note: isKnown ? 'and the bridge' : 'and everything after it' },
      { name: 'Envoy', ms: undefined, note },
      serverPart,
    ];
  }
  // Envoy counts whole milliseconds, so the server’s time may exceed Envoy’s.
  const envoy = Math.min(Math.max(upstream, inServer), total);
  return [
    { name: NETWORK, ms: total - envoy, isWhole: true, note: 'from this page to Envoy and back' },
    {
      name: isKnown ? 'Envoy' : 'Envoy and server',
      ms: envoy - inServer,
      isWhole: true,
      note: 'from Envoy to the server and back; Envoy counts whole milliseconds',
    },
    serverPart,
  ];
}

/** The time of a call, by who spent it. */
export function TimingBar({ timing }: { readonly timing: Timing }) {
  const parts = splitTiming(timing);
  return (
    <section className="fields" aria-label="Timing">
      <h4 className="fields-title note">
        Timing <span>{formatMilliseconds(timing.total)} in all</span>
      </h4>
      <div className="timing-bar" aria-hidden="true">
        {parts.map(({ name, ms }, index) => (
          <span key={name} data-part={index} style={{ flexGrow: ms ?? 0 }} />
        ))}
      </div>
      <dl className="timing-parts">
        {parts.map(({ name, ms, isWhole, note }, index) => (
          <div key={name} data-part={index} data-known={ms !== undefined}>
            <dt>{name}</dt>
            <dd>
              {ms !== undefined && <b>{formatMilliseconds(ms, isWhole)}</b>} <span className="note">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

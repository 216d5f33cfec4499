import type { Timing } from '../call.js';

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The time of day of a call. */
export function formatTime(at: number): string {
  return TIME.format(at);
}

/** `0.42 ms`, `8.1 ms`, `350 ms`, `2.50 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** `< 1 ms`, `8 ms`, `2.50 s`: a time that is known to a millisecond. */
export function formatWholeMilliseconds(ms: number): string {
  if (ms < 1) return '< 1 ms';
  return ms < 1000 ? `${Math.round(ms)} ms` : formatMilliseconds(ms);
}

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

const NO_ENVOY = 'not known: the response has no x-envoy-upstream-service-time';
const NO_SERVER = 'not known: the response has no server-timing';
/** Envoy counts whole milliseconds, so the server’s time may exceed Envoy’s. */
const subtract = (a: number, b: number): number => Math.max(a - b, 0);

/** The time of a call, from the page to the server; the known parts add up to the total. */
export function splitTiming({ total, upstream, server }: Timing): readonly TimingPart[] {
  const network = 'Browser and network';
  const serverPart = { name: 'Server', ms: server, note: server === undefined ? NO_SERVER : 'in the server itself' };
  if (upstream === undefined) {
    const note = server === undefined ? 'and everything after it' : 'and the bridge';
    return [
      { name: network, ms: subtract(total, server ?? 0), note },
      { name: 'Envoy', ms: undefined, note: NO_ENVOY },
      serverPart,
    ];
  }
  const upstreamTime = Math.min(Math.max(upstream, server ?? 0), total);
  return [
    { name: network, ms: subtract(total, upstreamTime), isWhole: true, note: 'from this page to Envoy and back' },
    {
      name: server === undefined ? 'Envoy and server' : 'Envoy',
      ms: subtract(upstreamTime, server ?? 0),
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
        {parts.map(({ name, ms, isWhole, note }, index) => (
          <div key={name} data-part={index} data-known={ms !== undefined}>
            <dt>{name}</dt>
            <dd>
              {ms !== undefined && <b>{(isWhole === true ? formatWholeMilliseconds : formatMilliseconds)(ms)}</b>}{' '}
              <span className="note">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

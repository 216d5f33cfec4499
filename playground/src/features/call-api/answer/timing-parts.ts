import type { Timing } from '../record.js';

/** A part of a call's time. */
export interface TimingPart {
  readonly name: string;
  /** Milliseconds; undefined if unknown. */
  readonly ms: number | undefined;
  /** What the time includes, or why it is unknown. */
  readonly note: string;
}

const NO_ENVOY = 'not known: the answer has no x-envoy-upstream-service-time';
const NO_SERVER = 'not known: the answer has no server-timing';
/** Envoy counts whole milliseconds, so the server’s time may exceed Envoy’s. */
const minus = (a: number, b: number): number => Math.max(a - b, 0);

/** The time of a call, from the page to the server; the known parts add up to the total. */
export function splitTiming({ total, upstream, server }: Timing): readonly TimingPart[] {
  const network = 'Browser and network';
  if (upstream !== undefined) {
    const upstreamTime = Math.min(Math.max(upstream, server ?? 0), total);
    return [
      { name: network, ms: minus(total, upstreamTime), note: 'from this page to Envoy and back' },
      {
        name: server === undefined ? 'Envoy and server' : 'Envoy',
        ms: minus(upstreamTime, server ?? 0),
        note: 'from Envoy to the server and back, in whole milliseconds',
      },
      { name: 'Server', ms: server, note: server === undefined ? NO_SERVER : 'in the server itself' },
    ];
  }
  return [
    {
      name: network,
      ms: minus(total, server ?? 0),
      note: server === undefined ? 'and everything after it' : 'and the bridge',
    },
    { name: 'Envoy', ms: undefined, note: NO_ENVOY },
    { name: 'Server', ms: server, note: server === undefined ? NO_SERVER : 'in the server itself' },
  ];
}

/** Where a call belongs in a distributed trace (W3C Trace Context). */
export interface TraceContext {
  /** The caller's header, as it came. */
  readonly traceparent: string;
  /** The vendors' part, as it came. */
  readonly tracestate?: string;
  /** 32 lowercase hexadecimal digits, out of traceparent. */
  readonly traceId: string;
}

// version, trace-id, parent-id, flags; a later version may append more (section 3.2).
const traceparentSyntax =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[\x21-\x7e]{1,256})?$/;

// Printable ASCII; the specification wants at least 512 characters to be passed on.
const tracestateSyntax = /^[\x20-\x7e]{1,1024}$/;

/** The trace context in a call's metadata; undefined when there is none, or one that the specification says to ignore. */
export function traceContextOf(metadata: (name: string) => readonly string[]): TraceContext | undefined {
  const [traceparent = '', ...others] = metadata('traceparent');
  const [, version, traceId, more] = traceparentSyntax.exec(traceparent) ?? [];
  if (others.length > 0 || traceId === undefined || (version === '00' && more !== undefined)) return undefined;
  const tracestate = metadata('tracestate').join(',');
  return { traceparent, traceId, ...(tracestateSyntax.test(tracestate) && { tracestate }) };
}

/** The place of a call in a distributed trace (W3C Trace Context). */
export interface TraceContext {
  /** To be passed on: that of the server's own span where it traces calls, else the caller's header, unchanged. */
  readonly traceparent: string;
  /** Vendors' data, to be passed on as well. */
  readonly tracestate?: string;
  /** 32 lowercase hexadecimal digits of traceparent. */
  readonly traceId: string;
}

// version, trace-id, parent-id, flags; a later version may append more (section 3.2).
const traceparentSyntax =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[\x21-\x7e]{1,256})?$/;

// Printable ASCII; the specification requires passing on at least 512 characters.
const tracestateSyntax = /^[\x20-\x7e]{1,1024}$/;

/** Reads the trace context of a call's metadata; undefined without one, or with one that the specification says to ignore. */
export function readTraceContext(metadata: (name: string) => readonly string[]): TraceContext | undefined {
  const [traceparent, another] = metadata('traceparent');
  // Most calls have none.
  if (traceparent === undefined || another !== undefined) return undefined;
  const [, version, traceId, extension] = traceparentSyntax.exec(traceparent) ?? [];
  if (traceId === undefined || (version === '00' && extension !== undefined)) return undefined;
  const tracestate = metadata('tracestate').join(',');
  return { traceparent, traceId, ...(tracestateSyntax.test(tracestate) && { tracestate }) };
}

/** Reads a request id that can be logged and echoed: short and plain; undefined for others. */
function readRequestId(values: readonly string[]): string | undefined {
  const [id] = values;
  return values.length === 1 && id !== undefined && /^[\w.:/+=-]{1,128}$/.test(id) ? id : undefined;
}

/** Ties a call to other calls, and to other services' logs. */
export interface Correlation {
  /** The caller's or proxy's x-request-id, where there is a plain one. */
  readonly requestId: string | undefined;
  /** The trace of the call; undefined: none. */
  readonly trace: TraceContext | undefined;
}

export function readCorrelation(metadata: (name: string) => readonly string[]): Correlation {
  return { requestId: readRequestId(metadata('x-request-id')), trace: readTraceContext(metadata) };
}

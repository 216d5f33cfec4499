import { type CallLogLine, readRequestId } from './log.js';
import { readTraceContext, type TraceContext } from './trace-context.js';

/** Ties a call to other calls, and to other services' logs. */
export interface Correlation {
  /** The caller's or proxy's x-request-id, where there is a plain one. */
  readonly requestId: string | undefined;
  /** The trace of the call; undefined: none. */
  readonly trace: TraceContext | undefined;
}

/** Reads a call's metadata. */
export function readCorrelation(metadata: (name: string) => readonly string[]): Correlation {
  return { requestId: readRequestId(metadata('x-request-id')), trace: readTraceContext(metadata) };
}

/** Converts it to members of a log line. */
export function toLogMembers({ requestId, trace }: Correlation): Pick<CallLogLine, 'requestId' | 'traceId'> {
  return { ...(requestId !== undefined && { requestId }), ...(trace && { traceId: trace.traceId }) };
}

import { type CallLogLine, plainRequestId } from './log.js';
import { type TraceContext, traceContextOf } from './trace-context.js';

/** What ties a call to other calls, and to other services' logs. */
export interface Correlation {
  /** The caller's or proxy's x-request-id, where there is a plain one. */
  readonly requestId: string | undefined;
  /** The trace that the call belongs to; undefined: none. */
  readonly trace: TraceContext | undefined;
}

/** Reads a call's metadata. */
export function correlationOf(metadata: (name: string) => readonly string[]): Correlation {
  return { requestId: plainRequestId(metadata('x-request-id')), trace: traceContextOf(metadata) };
}

/** The same as members of a log line. */
export function loggable({ requestId, trace }: Correlation): Pick<CallLogLine, 'requestId' | 'traceId'> {
  return { ...(requestId !== undefined && { requestId }), ...(trace && { traceId: trace.traceId }) };
}

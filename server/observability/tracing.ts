import { status } from '@grpc/grpc-js';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { TraceContext } from './correlation.js';
import { type CallLogLine, warnOnce } from './log.js';

/** Makes the spans of a server's calls. */
export interface Tracing {
  /** Starts the span of a call, as a part of its caller's trace or of a new one; returns undefined where the tracer fails. */
  startCall(parent: TraceContext | undefined, transport: CallLogLine['transport']): CallSpan | undefined;
}

/** The span of a call. */
export interface CallSpan {
  /** The call's place in its trace from now on: within this span. undefined: the tracer makes no traces, and the caller is in none. */
  readonly trace: TraceContext | undefined;
  /** Runs the call with this span as OpenTelemetry's active one, for an embedder's instrumentation. */
  run<T>(work: () => T): T;
  /** Ends it with what the call's log line states. */
  end(line: Pick<CallLogLine, 'code' | 'status' | 'success'>): void;
}

// Names by the semantic conventions of OpenTelemetry for RPC.
const rpc = { 'rpc.system': 'grpc', 'rpc.service': 'api.ApiService', 'rpc.method': 'CallApi' } as const;

/** The statuses that are the server's failure rather than its caller's (semantic conventions for gRPC). */
const failures: ReadonlySet<string | null> = new Set([
  'UNKNOWN', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS',
]); // prettier-ignore

type Api = typeof OpenTelemetry;

/** Makes a server's spans by a tracer, whose failures cost spans and no calls. */
export async function createTracing(tracer: Tracer): Promise<Tracing> {
  const api = await import('@opentelemetry/api');
  // Without a context manager there is no active span: nothing needs to be kept for one.
  const probe = api.ROOT_CONTEXT.setValue(api.createContextKey('endpoint.js'), true);
  const warn = warnOnce('tracer');
  const activates = api.context.with(probe, () => api.context.active() === probe);
  return {
    startCall(parent, transport) {
      try {
        const context = toContext(api, parent);
        // Its attributes wait for its end: most spans are never recorded, and a copy of them would cost as much as the span.
        const span = tracer.startSpan('api.ApiService/CallApi', { kind: api.SpanKind.SERVER }, context);
        const active = activates ? api.trace.setSpan(context, span) : undefined;
        return new CallSpanOf({ api, span, transport, active, warn }, toTrace(api, span, parent));
      } catch (error) {
        warn(error);
        return undefined;
      }
    },
  };
}

interface SpanFacts {
  readonly api: Api;
  readonly span: Span;
  readonly transport: CallLogLine['transport'];
  readonly active: Context | undefined;
  readonly warn: (error: unknown) => void;
}

/** The span of a call: a class, so that a call makes no closures. */
class CallSpanOf implements CallSpan {
  readonly trace: TraceContext | undefined;
  readonly #facts: SpanFacts;

  constructor(facts: SpanFacts, trace: TraceContext | undefined) {
    this.trace = trace;
    this.#facts = facts;
  }

  run<T>(work: () => T): T {
    const { active, api } = this.#facts;
    return active ? api.context.with(active, work) : work();
  }

  end(line: Pick<CallLogLine, 'code' | 'status' | 'success'>): void {
    try {
      this.#end(line);
    } catch (error) {
      this.#facts.warn(error);
    }
  }

  #end({ code, status: name, success }: Pick<CallLogLine, 'code' | 'status' | 'success'>): void {
    const { span, transport, api } = this.#facts;
    if (span.isRecording()) {
      span.setAttributes({
        ...rpc,
        'rpc.grpc.status_code': toStatusCode(name),
        'callapi.transport': transport,
        // Only names of the registry get here.
        ...(code !== null && { 'callapi.operation': code }),
        ...(success !== undefined && { 'callapi.success': success }),
      });
      if (failures.has(name)) span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end();
  }
}

function toContext({ createTraceState, ROOT_CONTEXT, trace }: Api, parent: TraceContext | undefined) {
  if (!parent) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = parent.traceparent.split('-');
  const { tracestate } = parent;
  const spanContext = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  const traceState = tracestate === undefined ? undefined : createTraceState(tracestate);
  return trace.setSpanContext(ROOT_CONTEXT, traceState ? { ...spanContext, traceState } : spanContext);
}

/** Without an SDK, spans have no identity: the call stays where it was. */
function toTrace({ trace }: Api, span: Span, parent: TraceContext | undefined): TraceContext | undefined {
  const spanContext = span.spanContext();
  return trace.isSpanContextValid(spanContext) ? toTraceContext(spanContext) : parent;
}

function toTraceContext({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  const tracestate = traceState?.serialize() ?? '';
  return tracestate === '' ? { traceparent, traceId } : { traceparent, traceId, tracestate };
}

const toStatusCode = (name: string | null): number =>
  Number(Object.entries(status).find(([key]) => key === name)?.[1] ?? status.UNKNOWN);

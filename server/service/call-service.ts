import { status } from '@grpc/grpc-js';
import { bearerCheck } from './bearer-token.js';
import { type Awaitable, type Call, CallError, dispatcher, type FailureStatus, type Interceptor } from './call.js';
import { type Correlation, correlationOf, loggable } from '../observability/correlation.js';
import { createAdmission } from './admission.js';
import { createInFlight } from './in-flight.js';
import { maxFields, overLimit } from './limits.js';
import { type CallLogLine, loggableError, timestamp } from '../observability/log.js';
import { type CallResponse, encodedSize } from './messages.js';
import type { AnswerMetadata } from './metadata.js';
import type { OperationArguments } from './operation.js';
import { type Lifetime, withinLifetime } from './lifetime.js';
import type { Registry } from './registry.js';
import type { TraceContext } from '../observability/trace-context.js';

/** A call as a transport hands it over, its message read. */
export interface UnaryCall extends Lifetime {
  readonly transport: CallLogLine['transport'];
  /** Whether the call arrived when the server was already draining. */
  readonly late: boolean;
  /** undefined: the message was no api.Request; an error: it was not read. */
  readonly request: OperationArguments | CallError | undefined;
  /** All values of a request header, by its lowercase name; those of `-bin` names in base64. */
  readonly metadata: (name: string) => readonly string[];
}

/** What the transport sends back. */
export type Answer =
  | { readonly code: status.OK; readonly response: CallResponse; readonly metadata: AnswerMetadata }
  | { readonly code: FailureStatus; readonly details: string; readonly metadata: AnswerMetadata };

/** The one way a call is served, whichever transport brought it. */
export interface UnaryCallService {
  /** Never fails: a call that does is an answer, too. */
  serve(call: UnaryCall): Awaitable<Answer>;
  /** Logs a call that ended in the transport before its message could be served. */
  logRefused(call: Pick<CallLogLine, 'transport' | 'status' | 'ms'> & Pick<UnaryCall, 'metadata'>): void;
  /** Whether calls that arrive now are late. */
  readonly draining: boolean;
  /** How many calls are being served. */
  readonly inFlight: number;
  /** From now on calls that arrive are late. */
  startDraining(): void;
  /** Resolves when no call is being served. */
  idle(): Promise<void>;
}

/** What a service is made of. */
export interface UnaryCallOptions {
  readonly registry: Registry;
  readonly interceptors: readonly Interceptor[];
  readonly maxMessageBytes: number;
  /** undefined: calls need none. */
  readonly token: string | undefined;
  readonly log: (line: CallLogLine) => void;
}

type Outcome = { readonly response: CallResponse } | { readonly error: unknown };

/** @throws {TypeError} when no caller could send the token */
export function createUnaryCallService(options: UnaryCallOptions): UnaryCallService {
  const { registry, log } = options;
  const respond = responder(options);
  const inFlight = createInFlight();
  let draining = false;

  function serve(call: UnaryCall): Awaitable<Answer> {
    const started = performance.now();
    const correlation = correlationOf(call.metadata);
    const finish = (outcome: Outcome): Answer => {
      inFlight.end();
      const ms = roundedMs(performance.now() - started);
      const answer = answerOf(outcome, answerMetadata(ms, correlation));
      log(logLine(call, registry, { outcome, answer, ms, correlation }));
      return answer;
    };
    inFlight.begin();
    try {
      const response = respond(call, correlation);
      if (!(response instanceof Promise)) return finish({ response });
      return response.then(
        (awaited) => finish({ response: awaited }),
        (error: unknown) => finish({ error }),
      );
    } catch (error) {
      return finish({ error });
    }
  }

  return {
    serve,
    logRefused: ({ transport, status: name, ms, metadata }) =>
      log({
        event: 'call',
        time: timestamp(),
        code: null,
        status: name,
        ms: roundedMs(ms),
        transport,
        ...loggable(correlationOf(metadata)),
      }),
    get draining() {
      return draining;
    },
    get inFlight() {
      return inFlight.count;
    },
    startDraining: () => {
      draining = true;
    },
    idle: () => inFlight.idle(),
  };
}

type Respond = (call: UnaryCall, correlation: Correlation) => Awaitable<CallResponse>;

/** The server's own checks, then interceptors and operation; fails with a CallError, or with whatever a bug threw. */
function responder({ registry, interceptors, maxMessageBytes, token }: UnaryCallOptions): Respond {
  const authorized = token === undefined ? () => true : bearerCheck(token);
  const dispatch = dispatcher(registry, interceptors);
  const admission = createAdmission(registry);
  return (call, correlation) => {
    if (call.late) {
      throw new CallError(status.UNAVAILABLE, 'The server is shutting down; call another one, or this one later.');
    }
    if (!authorized(call.metadata('authorization'))) {
      throw new CallError(status.UNAUTHENTICATED, 'The call needs the metadata "authorization: Bearer <the token>".');
    }
    const request = checkedArguments(call);
    admission.check(request);
    const response = withinLifetime(call, (signal) => dispatch(new ReceivedCall(call, request, correlation, signal)));
    if (!(response instanceof Promise)) return checkedSize(response, maxMessageBytes);
    admission.hold(request, response);
    return response.then((awaited) => checkedSize(awaited, maxMessageBytes));
  };
}

/** A call as operations see it. A class, because a literal with a getter took a third of the time of a call. */
class ReceivedCall implements Call {
  readonly request: OperationArguments;
  readonly deadline: number | undefined;
  readonly transport: UnaryCall['transport'];
  readonly metadata: UnaryCall['metadata'];
  readonly requestId: string | undefined;
  readonly trace: TraceContext | undefined;
  readonly #signal: () => AbortSignal;

  constructor(
    { deadline, transport, metadata }: UnaryCall,
    request: OperationArguments,
    { requestId, trace }: Correlation,
    signal: () => AbortSignal,
  ) {
    this.request = request;
    this.deadline = deadline;
    this.transport = transport;
    this.metadata = metadata;
    this.requestId = requestId;
    this.trace = trace;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }
}

interface Served {
  readonly outcome: Outcome;
  readonly answer: Answer;
  readonly ms: number;
  readonly correlation: Correlation;
}

function logLine(call: UnaryCall, registry: Registry, { outcome, answer, ms, correlation }: Served): CallLogLine {
  const line: { -readonly [Key in keyof CallLogLine]: CallLogLine[Key] } = {
    event: 'call',
    time: timestamp(),
    // The code comes from the caller: only one of the registry's is certain to be no data of theirs.
    code: knownCode(call, registry),
    status: status[answer.code],
    ms,
    transport: call.transport,
  };
  const { requestId, trace } = correlation;
  if ('response' in answer) line.success = answer.response.success;
  if (requestId !== undefined) line.requestId = requestId;
  if (trace) line.traceId = trace.traceId;
  if ('error' in outcome && !(outcome.error instanceof CallError)) line.error = loggableError(outcome.error);
  return line;
}

function knownCode({ request }: UnaryCall, registry: Registry): string | null {
  return request && !(request instanceof CallError) && registry.has(request.code) ? request.code : null;
}

function answerMetadata(ms: number, { requestId }: Correlation): AnswerMetadata {
  const timing = `app;dur=${ms}`;
  return requestId === undefined ? { 'server-timing': timing } : { 'server-timing': timing, 'x-request-id': requestId };
}

const roundedMs = (ms: number): number => Math.round(ms * 1000) / 1000;

/** What a message is answered with that has more fields than are read. */
export function tooManyFields(): CallError {
  return new CallError(
    status.INVALID_ARGUMENT,
    `The message has more than ${maxFields} fields; an api.Request has four, each of them once.`,
  );
}

function checkedArguments({ request }: UnaryCall): OperationArguments {
  // The status that gRPC's list of status codes gives for a request that can't be parsed.
  if (!request) throw new CallError(status.INTERNAL, 'The message is not a serialized api.Request.');
  if (request instanceof CallError) throw request;
  const tooLarge = overLimit(request);
  if (tooLarge !== undefined) throw new CallError(status.INVALID_ARGUMENT, tooLarge);
  return request;
}

/** The most bytes that api.Response takes beside its message's. */
const fieldHeads = 8;

function checkedSize(response: CallResponse, maxMessageBytes: number): CallResponse {
  // UTF-8 has at most three bytes for a UTF-16 unit: most responses need not be encoded to know that they fit.
  if (response.message.length * 3 + fieldHeads <= maxMessageBytes) return response;
  const bytes = encodedSize(response);
  if (bytes <= maxMessageBytes) return response;
  throw new CallError(status.RESOURCE_EXHAUSTED, `The result has ${bytes} bytes; at most ${maxMessageBytes} are sent.`);
}

function answerOf(outcome: Outcome, metadata: AnswerMetadata): Answer {
  if ('response' in outcome) return { code: status.OK, response: outcome.response, metadata };
  const { error } = outcome;
  if (error instanceof CallError) {
    return { code: error.code, details: error.message, metadata: { ...error.metadata, ...metadata } };
  }
  return { code: status.INTERNAL, details: 'The server failed at this call; its log says where.', metadata };
}

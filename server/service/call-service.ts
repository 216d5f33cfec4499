import { status } from '@grpc/grpc-js';
import { createNameHolder, type FindCaller, type NameHolder } from './credentials.js';
import {
  type Call,
  CallError,
  createDispatcher,
  type FailureStatus,
  type Interceptor,
  type ResponseMetadata,
} from './call.js';
import { type Correlation, readCorrelation, type TraceContext } from '../observability/correlation.js';
import type { ArgumentSize } from '../observability/metrics.js';
import type { Tracing } from '../observability/tracing.js';
import { createAdmission } from './admission.js';
import { createFailure, type Failure } from './failure.js';
import { describeOverLimit, maxFields, quickArguments } from './limits.js';
import { type CallLogLine, timestamp, toLogError } from '../observability/log.js';
import { type CallResponse, countResponseBytes } from './messages.js';
import type { Awaitable, OperationArguments } from '../operations/operation.js';
import type { Overload } from './overload.js';
import { cancelled, type Lifetime, withinLifetime } from './lifetime.js';
import { describeRefusal } from './permissions.js';
import type { MayUse, Registry } from '../operations/built-in.js';
import { createVerifications } from './verifications.js';

/** A call as a transport passes it on, its message read. */
export interface IncomingCall extends Lifetime {
  readonly transport: CallLogLine['transport'];
  /** Whether the call arrived while the server was draining. */
  readonly late: boolean;
  /** undefined: the message isn't an api.Request; an error: it was not read. */
  readonly request: OperationArguments | CallError | undefined;
  /** All values of a request header, by its lowercase name; values of `-bin` names in base64. */
  readonly metadata: (name: string) => readonly string[];
}

/** The response that the transport sends. */
export type CallResult =
  | { readonly code: status.OK; readonly response: CallResponse; readonly metadata: ResponseMetadata }
  | { readonly code: FailureStatus; readonly details: string; readonly metadata: ResponseMetadata };

/** Serves the calls of all transports. */
export interface CallService {
  /** Never throws: the failure of a call is a response, too. */
  serve(call: IncomingCall): Awaitable<CallResult>;
  /** Logs a call that ended in the transport before its message could be served. */
  logRefused(call: Pick<CallLogLine, 'transport' | 'status' | 'ms'> & Pick<IncomingCall, 'metadata'>): void;
  readonly nameHolder: NameHolder;
  /** Whether calls that arrive now are late. */
  readonly draining: boolean;
  /** The number of calls in flight. */
  readonly inFlight: number;
  /** Makes calls that arrive from now on late, and those that last longer than `graceMs` UNAVAILABLE, as their connections end then. */
  startDraining(graceMs: number): void;
  /** Resolves when no call is in flight. */
  idle(): Promise<void>;
}

/** Receives the line of each call. */
export type Report = (line: CallLogLine, size: ArgumentSize) => void;

export interface CallServiceOptions {
  readonly registry: Registry;
  readonly interceptors: readonly Interceptor[];
  readonly maxMessageBytes: number;
  /** The most calls in flight. */
  readonly maxCalls: number;
  /** Whether there are several callers, of whom none may take more than half of a bound. */
  readonly severalCallers: () => boolean;
  /** undefined: calls may wait for any time. */
  readonly overload: Overload | undefined;
  /** undefined: calls need no token. */
  readonly findCaller: FindCaller | undefined;
  /** Whether a caller may use an operation. */
  readonly mayUse: MayUse;
  /** Returns the receiver of a call's line; undefined where no one wants it. */
  readonly report: (isBug: boolean) => Report | undefined;
  /** Returns undefined where calls aren't traced. */
  readonly tracing?: (() => Tracing | undefined) | undefined;
}

/** The facts about the end of a call in its line. One literal: to add a property to a spread takes V8 a thirtieth of a call. */
const describeEnd = (result: CallResult, code: string | null, ms: number) => ({
  code,
  status: status[result.code],
  success: 'response' in result ? result.response.success : undefined,
  ms,
});

type Outcome = { readonly response: CallResponse } | { readonly failure: Failure } | { readonly error: unknown };

export function createCallService(options: CallServiceOptions): CallService {
  const { registry, report, findCaller, tracing } = options;
  const flight = createFlight();
  const respond = createResponder(options, flight.explainEnd);
  const verifyFirst = createVerifications(flight.explainEnd);

  function serve(call: IncomingCall): Awaitable<CallResult> {
    const started = performance.now();
    const { span, correlation } = correlate(call, tracing?.());
    const found = findCaller ? findCaller(call.metadata('authorization')) : '';
    let caller = typeof found === 'function' ? undefined : found;
    const finish = (outcome: Outcome): CallResult => {
      flight.end();
      const ms = roundMs(performance.now() - started);
      const result = createResult(outcome, createResponseMetadata(ms, correlation));
      const isBug = 'error' in outcome;
      const receive = report(isBug);
      if (!receive && !span) return result;
      const line = createLogLine(call.transport, describeEnd(result, findKnownCode(call, registry), ms), correlation);
      if (caller) line.caller = caller;
      if (isBug) line.error = toLogError(outcome.error);
      span?.end(line);
      receive?.(line, measureArguments(call));
      return result;
    };
    flight.begin();
    try {
      const work = (): Awaitable<CallResponse> =>
        typeof found === 'function'
          ? verifyFirst(call, found, (verified) => respond(call, correlation, (caller = verified)))
          : respond(call, correlation, found);
      const response = span ? span.run(work) : work();
      if (!(response instanceof Promise)) return finish({ response });
      return response.then(
        (awaited) => finish({ response: awaited }),
        (error: unknown) => finish(toOutcome(error)),
      );
    } catch (error) {
      return finish(toOutcome(error));
    }
  }

  return {
    serve,
    logRefused({ transport, status: name, ms, metadata }) {
      const ended = { code: null, status: name, ms: roundMs(ms) };
      report(false)?.(createLogLine(transport, ended, readCorrelation(metadata)), 'small');
    },
    nameHolder: createNameHolder(findCaller),
    get draining() {
      return flight.draining;
    },
    get inFlight() {
      return flight.count;
    },
    startDraining: flight.startDraining,
    idle: flight.over,
  };
}

/** Counts calls in flight, and ends them. */
function createFlight() {
  const waiting: (() => void)[] = [];
  let count = 0;
  let draining = false;
  let isCutOff = false;
  return {
    get count() {
      return count;
    },
    get draining() {
      return draining;
    },
    /** Makes the error of a call whose connection has ended. */
    explainEnd: (): CallError =>
      isCutOff ? new CallError(status.UNAVAILABLE, 'The server shut down before the call was done.') : cancelled(),
    startDraining: (graceMs: number): void => {
      draining = true;
      setTimeout(() => (isCutOff = true), graceMs).unref();
    },
    begin: () => {
      count += 1;
    },
    end: () => {
      count -= 1;
      if (count === 0) for (const resolve of waiting.splice(0)) resolve();
    },
    /** Resolves when none is in flight. */
    over: (): Promise<void> => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

/** Finds the place of a call among others: the place of its own span, where it has one. */
function correlate({ metadata, transport }: IncomingCall, tracing: Tracing | undefined) {
  const correlation = readCorrelation(metadata);
  const span = tracing?.startCall(correlation.trace, transport);
  return { span, correlation: span ? { requestId: correlation.requestId, trace: span.trace } : correlation };
}

/** Makes a function that runs the server's own checks, then interceptors and operation; it throws a CallError, or the error of a bug. */
function createResponder(options: CallServiceOptions, explainEnd: () => CallError) {
  const { registry, interceptors, maxMessageBytes, maxCalls, severalCallers, overload, mayUse } = options;
  const dispatch = createDispatcher(registry, interceptors);
  const admission = createAdmission(registry, maxCalls, severalCallers);
  return (call: IncomingCall, correlation: Correlation, caller: string | undefined): Awaitable<CallResponse> => {
    if (call.late) {
      throw new CallError(status.UNAVAILABLE, 'The server is shutting down; call another one, or this one later.');
    }
    overload?.check();
    if (caller === undefined) {
      throw new CallError(status.UNAUTHENTICATED, 'The call needs the metadata "authorization: Bearer <the token>".');
    }
    const request = checkArguments(call, registry);
    if (!mayUse(caller, request.code)) {
      throw new CallError(status.PERMISSION_DENIED, describeRefusal(caller, request.code, mayUse, registry));
    }
    admission.check(request, caller);
    const response = withinLifetime(
      call,
      (signal) => dispatch(new OperationCall(call, request, correlation, caller || undefined, signal)),
      explainEnd,
    );
    if (!(response instanceof Promise)) return checkSize(response, maxMessageBytes);
    admission.hold(request, caller, response);
    return response.then((awaited) => checkSize(awaited, maxMessageBytes));
  };
}

/** A call as operations see it. A class, because a literal with a getter takes a third of the time of a call. */
class OperationCall implements Call {
  readonly request: OperationArguments;
  readonly deadline: number | undefined;
  readonly transport: IncomingCall['transport'];
  readonly metadata: IncomingCall['metadata'];
  readonly requestId: string | undefined;
  readonly trace: TraceContext | undefined;
  readonly caller: string | undefined;
  readonly #signal: () => AbortSignal;

  constructor(
    { deadline, transport, metadata }: IncomingCall,
    request: OperationArguments,
    { requestId, trace }: Correlation,
    caller: string | undefined,
    signal: () => AbortSignal,
  ) {
    this.request = request;
    this.deadline = deadline;
    this.transport = transport;
    this.metadata = metadata;
    this.requestId = requestId;
    this.trace = trace;
    this.caller = caller;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }
}

type MutableLogLine = { -readonly [Key in keyof CallLogLine]: CallLogLine[Key] };

function createLogLine(
  transport: CallLogLine['transport'],
  { code, status: name, success, ms }: Pick<CallLogLine, 'code' | 'status' | 'ms'> & { success?: boolean | undefined },
  { requestId, trace }: Correlation,
): MutableLogLine {
  const line: MutableLogLine = { event: 'call', time: timestamp(), code, status: name, ms, transport };
  if (success !== undefined) line.success = success;
  if (requestId !== undefined) line.requestId = requestId;
  if (trace) line.traceId = trace.traceId;
  return line;
}

/** The code comes from the caller: only a name of the registry is certain not to be data. */
function findKnownCode({ request }: IncomingCall, registry: Registry): string | null {
  return request && !(request instanceof CallError) && registry.has(request.code) ? request.code : null;
}

function measureArguments({ request }: IncomingCall): ArgumentSize {
  const isLarge = request && 'str1' in request && request.str1.length + request.str2.length > quickArguments;
  return isLarge ? 'large' : 'small';
}

function createResponseMetadata(ms: number, { requestId }: Correlation): ResponseMetadata {
  // In hundredths: HPACK writes a value that it has seen as a number (RFC 7541), and a new one takes a fiftieth of a call.
  const timing = `app;dur=${Math.round(ms * 100) / 100}`;
  return requestId === undefined ? { 'server-timing': timing } : { 'server-timing': timing, 'x-request-id': requestId };
}

const roundMs = (ms: number): number => Math.round(ms * 1000) / 1000;

export const createMalformedError = (): CallError =>
  // Not INTERNAL, which gRPC's list of status codes has for it: that is a bug of the server.
  new CallError(status.INVALID_ARGUMENT, 'The message is not a serialized api.Request.');

export function createTooManyFieldsError(): CallError {
  return new CallError(
    status.INVALID_ARGUMENT,
    `The message has more than ${maxFields} fields; an api.Request has four, each of them once.`,
  );
}

function checkArguments({ request }: IncomingCall, registry: Registry): OperationArguments {
  if (!request) throw createMalformedError();
  if (request instanceof CallError) throw request;
  const tooLarge = describeOverLimit(request, registry.get(request.code)?.maxStr1Bytes);
  if (tooLarge !== undefined) throw new CallError(status.INVALID_ARGUMENT, tooLarge);
  return request;
}

/** The most bytes of an api.Response besides its message. */
const maxFieldHeadBytes = 8;

function checkSize(response: CallResponse, maxMessageBytes: number): CallResponse {
  // UTF-8 has at most three bytes for a UTF-16 unit, so most responses fit without encoding them.
  if (response.message.length * 3 + maxFieldHeadBytes <= maxMessageBytes) return response;
  const bytes = countResponseBytes(response);
  if (bytes <= maxMessageBytes) return response;
  throw new CallError(status.RESOURCE_EXHAUSTED, `The result has ${bytes} bytes; at most ${maxMessageBytes} are sent.`);
}

function toOutcome(error: unknown): Outcome {
  if (!(error instanceof CallError)) return { error };
  try {
    return { failure: createFailure(error) };
  } catch (bug) {
    return { error: bug };
  }
}

function createResult(outcome: Outcome, metadata: ResponseMetadata): CallResult {
  if ('response' in outcome) return { code: status.OK, response: outcome.response, metadata };
  if ('failure' in outcome) return { ...outcome.failure, metadata: { ...outcome.failure.metadata, ...metadata } };
  return {
    code: status.INTERNAL,
    details: 'The server failed at this call and reported the error to its log.',
    metadata,
  };
}

import { makeAttempt } from './attempt.js';
import { formatTimeout, startLimits, type Deadline } from './failures/deadline.js';
import { CallError } from './grpc-web/errors.js';
import { resolveHost } from './grpc-web/host.js';
import { intercept, type InterceptedRequest, type Interceptor } from './interceptors.js';
import { explainByProbe } from './failures/probe.js';
import { requestMetadata, type MetadataInit } from './grpc-web/request-metadata.js';
import { createRetryPolicy, withRetries, type RetryOptions } from './failures/retries.js';
import { Code } from './grpc-web/status.js';
import { readTiming } from './grpc-web/timing.js';
import type { FetchTransportOptions } from './transport.js';
import type { Message, UnaryMethod, UnaryResult } from './unary-method.js';

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call: aborts the request, and rejects with CANCELLED and the signal's reason as cause. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit: a number is **milliseconds from now**, a `Date` a point in time, `Infinity` none. It is sent as
   * `grpc-timeout` and enforced by the client too, which rejects with DEADLINE_EXCEEDED. Retries share it.
   */
  readonly deadline?: Deadline | undefined;
  /** Request metadata (headers). */
  readonly metadata?: MetadataInit | undefined;
  /** Repeats a call that ends with UNAVAILABLE; by default calls aren't repeated. */
  readonly retries?: RetryOptions | undefined;
}

/** Options of {@link unaryCall}. */
export interface UnaryCallOptions extends CallOptions, Omit<FetchTransportOptions, 'onFailure'> {
  /** Address of the proxy or gateway: `http://localhost:8080`; `''` is the page's own origin. A path is kept. */
  readonly host: string;
  /** Code around the call; the first interceptor sees the request first and the result last. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /**
   * Whether a page whose call got no answer from another origin sends one more request there (`HEAD`, without CORS and
   * credentials), so that the error distinguishes a server that refuses the page from one that is down; default true.
   */
  readonly probe?: boolean | undefined;
}

/** Checks that an interceptor returned a response of the method's type. */
function checkResponse<A extends Message>(
  { methodName, responseType }: UnaryMethod<Message, A>,
  { response, ...details }: UnaryResult<Message>,
): UnaryResult<A> {
  if (response instanceof responseType) return { response, ...details };
  throw new CallError(Code.INTERNAL, `An interceptor returned a response that isn't of the type of ${methodName}.`);
}

/**
 * Makes one unary gRPC-Web call to any service. Resolves if the status is OK with exactly one message; rejects
 * with {@link CallError} otherwise (with `TypeError` if `host` isn't an address).
 */
export async function unaryCall<Q extends Message, A extends Message>(
  method: UnaryMethod<Q, A>,
  request: Q,
  options: UnaryCallOptions,
): Promise<UnaryResult<A>> {
  const start = performance.now();
  const host = resolveHost(options.host);
  const policy = createRetryPolicy(options.retries);
  const { credentials, maxMessageBytes, fetch, onWire, interceptors = [], probe: allowed = true } = options;
  const transport = { credentials, maxMessageBytes, fetch, onWire };
  const { signal, remaining, release } = startLimits(options.signal, options.deadline);
  let attempts = 0;
  const callServer = async ({ message, metadata: fields }: InterceptedRequest): Promise<UnaryResult<A>> => {
    const metadata = requestMetadata(fields);
    const attempt = async (): Promise<UnaryResult<A>> => {
      // An interceptor may have waited long.
      signal.throwIfAborted();
      attempts += 1;
      const milliseconds = remaining();
      if (milliseconds !== undefined) metadata.set('grpc-timeout', formatTimeout(milliseconds));
      return makeAttempt({ method, message, host, metadata, transport, signal, start, number: attempts });
    };
    try {
      return await withRetries(attempt, policy, { signal, remaining });
    } catch (error) {
      const url = `${host}/${method.service.serviceName}/${method.methodName}`;
      throw await explainByProbe(error, { url, metadata, fetch, signal, allowed });
    }
  };
  try {
    const metadata = requestMetadata(options.metadata);
    signal.throwIfAborted();
    const call = { service: method.service.serviceName, method: method.methodName, message: request, metadata, signal };
    return checkResponse(method, await intercept(interceptors, callServer, call));
  } catch (error) {
    // The call ended between two attempts, or in an interceptor.
    if (!(error instanceof CallError) || error.attempts === attempts) throw error;
    const timing = error.timing ?? readTiming({ total: performance.now() - start, headers: undefined });
    throw new CallError(error.code, error.status.message, { ...error, cause: error.cause, timing, attempts });
  } finally {
    release();
  }
}

import { makeAttempt } from './attempt.js';
import { callLimits, grpcTimeout, type Deadline } from './failures/deadline.js';
import { CallError } from './grpc-web/errors.js';
import { resolveHost } from './grpc-web/host.js';
import { intercept, type InterceptedRequest, type Interceptor } from './interceptors.js';
import { probed } from './failures/probe.js';
import { requestMetadata, type MetadataInit } from './grpc-web/request-metadata.js';
import { retryPolicy, withRetries, type RetryOptions } from './failures/retries.js';
import { Code } from './grpc-web/status.js';
import { readTiming } from './grpc-web/timing.js';
import type { FetchTransportOptions } from './transport.js';
import type { Message, UnaryMethod, UnaryResult } from './unary-method.js';

/** What one call can be given. */
export interface CallOptions {
  /** Cancels the call: the request is aborted, the promise rejects with CANCELLED and the signal's reason as cause. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit: a number is **milliseconds from now**, a `Date` a point in time, `Infinity` none. It is sent as
   * `grpc-timeout`, and kept on this side as well: the promise rejects with DEADLINE_EXCEEDED. Retries share it.
   */
  readonly deadline?: Deadline | undefined;
  /** Request metadata (headers). */
  readonly metadata?: MetadataInit | undefined;
  /** Makes the call again where it ends with UNAVAILABLE; by default it isn't. */
  readonly retries?: RetryOptions | undefined;
}

/** What {@link unaryCall} can be given. */
export interface UnaryCallOptions extends CallOptions, Omit<FetchTransportOptions, 'onFailure'> {
  /** Address of the proxy or gateway: `http://localhost:8080`; `''` is the page's own origin. A path is kept. */
  readonly host: string;
  /** Code around the call; the first of the list is the first to see the request and the last to see the result. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /**
   * Whether a page whose call got no answer from another origin makes one more request there (`HEAD`, without CORS and
   * credentials), so that the error can tell a server that refuses the page from one that is down; default true.
   */
  readonly probe?: boolean | undefined;
}

/** What an interceptor gives back has to be what the method answers with. */
function typed<A extends Message>(
  { methodName, responseType }: UnaryMethod<Message, A>,
  { response, ...rest }: UnaryResult<Message>,
): UnaryResult<A> {
  if (response instanceof responseType) return { response, ...rest };
  throw new CallError(
    Code.INTERNAL,
    `An interceptor gave back a response that is not what ${methodName} answers with.`,
  );
}

/**
 * Makes one unary gRPC-Web call of any service. Resolves when the status is OK and exactly one message came; rejects
 * with {@link CallError} otherwise (with `TypeError` where `host` is no address).
 */
export async function unaryCall<Q extends Message, A extends Message>(
  method: UnaryMethod<Q, A>,
  request: Q,
  options: UnaryCallOptions,
): Promise<UnaryResult<A>> {
  const start = performance.now();
  const host = resolveHost(options.host);
  const policy = retryPolicy(options.retries);
  const { credentials, maxMessageBytes, fetch, onWire, interceptors = [], probe: allowed = true } = options;
  const transport = { credentials, maxMessageBytes, fetch, onWire };
  const { signal, remaining, release } = callLimits(options.signal, options.deadline);
  let attempts = 0;
  const perform = async ({ message, metadata: fields }: InterceptedRequest): Promise<UnaryResult<A>> => {
    const metadata = requestMetadata(fields);
    const attempt = async (): Promise<UnaryResult<A>> => {
      // An interceptor may have taken its time.
      signal.throwIfAborted();
      attempts += 1;
      const left = remaining();
      if (left !== undefined) metadata.set('grpc-timeout', grpcTimeout(left));
      return makeAttempt({ method, message, host, metadata, transport, signal, start, number: attempts });
    };
    try {
      return await withRetries(attempt, policy, { signal, remaining });
    } catch (error) {
      const url = `${host}/${method.service.serviceName}/${method.methodName}`;
      throw await probed(error, { url, metadata, fetch, signal, allowed });
    }
  };
  try {
    const metadata = requestMetadata(options.metadata);
    signal.throwIfAborted();
    const call = { service: method.service.serviceName, method: method.methodName, message: request, metadata, signal };
    return typed(method, await intercept(interceptors, perform, call));
  } catch (error) {
    // A call that was ended between two attempts, or by an interceptor.
    if (!(error instanceof CallError) || error.attempts === attempts) throw error;
    const timing = error.timing ?? readTiming({ total: performance.now() - start, headers: undefined });
    throw new CallError(error.code, error.status.message, { ...error, cause: error.cause, timing, attempts });
  } finally {
    release();
  }
}

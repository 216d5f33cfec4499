import { CallError } from './grpc-web/errors.js';
import { Code } from './grpc-web/status.js';
import type { Message, UnaryResult } from './unary-method.js';

/** A call on its way to the server, as seen by an {@link Interceptor}. */
export interface InterceptedRequest {
  /** The service's name with its package: `api.ApiService`. */
  readonly service: string;
  /** The method's name: `CallApi`. */
  readonly method: string;
  /** The request message. Its `toObject()` returns the fields. */
  readonly message: Message;
  /** Request metadata; may be changed in place or replaced. */
  readonly metadata: Headers;
  /** Aborts when the call is cancelled or its deadline passes. Passing another signal to `next` has no effect. */
  readonly signal: AbortSignal;
}

/** Makes the call through the interceptors that follow. Rejects with {@link CallError}. */
export type Next = (request: InterceptedRequest) => Promise<UnaryResult<Message>>;

/**
 * Code around every call: `(next) => async (request) => next(request)`. It may change the request, inspect the result or
 * the error, and call `next` again or not at all. The client's own retries happen inside `next`.
 */
export type Interceptor = (next: Next) => Next;

/** Rejects once the signal has aborted, for interceptors that ignore it. A call that ends by itself upon the abort wins. */
function rejectAfterAbort(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason)), { signal: over });
  });
}

/** Makes a call through the interceptors; the first of the list sees the request first. */
export async function intercept(
  interceptors: readonly Interceptor[],
  callServer: Next,
  request: InterceptedRequest,
): Promise<UnaryResult<Message>> {
  if (interceptors.length === 0) return callServer(request);
  const over = new AbortController();
  try {
    const outermost = interceptors.reduceRight((next, interceptor) => interceptor(next), callServer);
    return await Promise.race([outermost(request), rejectAfterAbort(request.signal, over.signal)]);
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(Code.INTERNAL, `An interceptor threw an error: ${String(error)}`, { cause: error });
  } finally {
    over.abort();
  }
}

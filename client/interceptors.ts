import { CallError } from './grpc-web/errors.js';
import { Code } from './grpc-web/status.js';
import type { Message, UnaryResult } from './unary-method.js';

/** A call on its way to the server, as an {@link Interceptor} sees it. */
export interface InterceptedRequest {
  /** The service's name with its package: `api.ApiService`. */
  readonly service: string;
  /** The method's name: `CallApi`. */
  readonly method: string;
  /** What is sent. Its `toObject()` shows the fields. */
  readonly message: Message;
  /** Request metadata, to be changed in place or replaced. */
  readonly metadata: Headers;
  /** Aborts when the call is cancelled or its deadline passes. To be listened to: giving `next` another one changes nothing. */
  readonly signal: AbortSignal;
}

/** Makes the call, by way of the interceptors that follow. Rejects with {@link CallError}. */
export type Next = (request: InterceptedRequest) => Promise<UnaryResult<Message>>;

/**
 * Code around every call: `(next) => async (request) => next(request)`. It may change what it passes on, look at the
 * result or the error, call `next` again, or not at all. Retries of the client itself happen inside of `next`.
 */
export type Interceptor = (next: Next) => Next;

/** Rejects once the signal has aborted, for those who don't listen to it. What ends by itself then, goes first. */
function afterAbort(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason)), { signal: over });
  });
}

/** Makes a call by way of the interceptors; the first of the list is the first to see the request. */
export async function intercept(
  interceptors: readonly Interceptor[],
  perform: Next,
  request: InterceptedRequest,
): Promise<UnaryResult<Message>> {
  if (interceptors.length === 0) return perform(request);
  const over = new AbortController();
  try {
    const outermost = interceptors.reduceRight((next, interceptor) => interceptor(next), perform);
    return await Promise.race([outermost(request), afterAbort(request.signal, over.signal)]);
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(Code.INTERNAL, `An interceptor threw an error: ${String(error)}`, { cause: error });
  } finally {
    over.abort();
  }
}

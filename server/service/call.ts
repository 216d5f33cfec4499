import type { status } from '@grpc/grpc-js';
import type { CallResponse } from './messages.js';
import { type AnswerMetadata, checkMetadata } from './metadata.js';
import { type OperationArguments, type OperationContext, OperationError } from './operation.js';
import { unknownOperation, type Registry } from './registry.js';

/** A gRPC status other than OK. */
export type FailureStatus = Exclude<status, status.OK>;

/** A call that could not be served: becomes a gRPC status. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: FailureStatus;
  readonly metadata: AnswerMetadata;

  /**
   * @param code a gRPC status, 1 to 16
   * @param details for the caller to read
   * @param metadata sent with the status, such as `grpc-status-details-bin`, a serialized google.rpc.Status
   * @throws {TypeError} when the code is none of these, or metadata can't be sent
   */
  constructor(code: FailureStatus, details: string, metadata: AnswerMetadata = {}) {
    super(details);
    const value: number = code;
    if (!Number.isInteger(value) || value < 1 || value > 16) {
      throw new TypeError(`The code of a CallError must be a gRPC status from 1 to 16, not ${String(code)}.`);
    }
    checkMetadata(metadata);
    this.code = code;
    this.metadata = metadata;
  }
}

/** A call as interceptors see it. */
export interface Call extends OperationContext {
  readonly request: OperationArguments;
}

/**
 * Runs around every call that passed the server's own checks (draining, token, limits of the arguments), over both
 * transports. `next` goes on with the call it is given, this one or a changed copy, and resolves with the response; an
 * interceptor may change that, give its own without `next`, or throw: {@link CallError} becomes a gRPC status,
 * {@link OperationError} a response without success, anything else counts as a bug (INTERNAL without detail).
 */
export type Interceptor = (call: Call, next: (call: Call) => Promise<CallResponse>) => Promise<CallResponse>;

/** A response, or its promise where it takes time: what is there at once needs no turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;

/** The registry's operations within the interceptors, the first of which is the outermost. */
export function dispatcher(
  registry: Registry,
  interceptors: readonly Interceptor[],
): (call: Call) => Awaitable<CallResponse> {
  const perform = (call: Call): Awaitable<CallResponse> => {
    const { request } = call;
    const operation = registry.get(request.code);
    if (!operation) return { success: false, message: unknownOperation(request.code, registry) };
    return withFailures(() => {
      const message = operation.handler(request, call);
      return typeof message === 'string' ? success(message) : Promise.resolve(message).then(success);
    });
  };
  const intercepted = interceptors.reduceRight<typeof perform>(
    (next, interceptor) => (call) => withFailures(async () => interceptor(call, async (passed) => next(passed))),
    perform,
  );
  // Interceptors may pass on a copy, which has only what is the call's own.
  return interceptors.length === 0 ? perform : (call) => intercepted({ ...call, signal: call.signal });
}

const success = (message: string): CallResponse => ({ success: true, message });

function withFailures(work: () => Awaitable<CallResponse>): Awaitable<CallResponse> {
  try {
    const response = work();
    return response instanceof Promise ? response.catch(failure) : response;
  } catch (error) {
    return failure(error);
  }
}

/** What an error of an operation is answered with; throws any other. */
function failure(error: unknown): CallResponse {
  if (error instanceof OperationError) return { success: false, message: error.message };
  throw error;
}

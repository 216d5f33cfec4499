import type { status } from '@grpc/grpc-js';
import type { CallResponse } from './messages.js';
import { type OperationArguments, type OperationContext, OperationError } from './operation.js';
import { unknownOperation, type Registry } from './registry.js';

/** A gRPC status other than OK. */
export type FailureStatus = Exclude<status, status.OK>;

/** A call that could not be served: becomes a gRPC status. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: FailureStatus;

  /**
   * @param code a gRPC status, 1 to 16
   * @param details for the caller to read
   * @throws {TypeError} when the code is none of these
   */
  constructor(code: FailureStatus, details: string) {
    super(details);
    const value: number = code;
    if (!Number.isInteger(value) || value < 1 || value > 16) {
      throw new TypeError(`The code of a CallError must be a gRPC status from 1 to 16, not ${String(code)}.`);
    }
    this.code = code;
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

/** The registry's operations within the interceptors, the first of which is the outermost. */
export function dispatcher(
  registry: Registry,
  interceptors: readonly Interceptor[],
): (call: Call) => Promise<CallResponse> {
  const perform = async (call: Call): Promise<CallResponse> => {
    const { request } = call;
    const operation = registry.get(request.code);
    if (!operation) return { success: false, message: unknownOperation(request.code, registry) };
    return withFailures(async () => ({ success: true, message: await operation.handler(request, call) }));
  };
  return interceptors.reduceRight<typeof perform>(
    (next, interceptor) => (call) => withFailures(async () => interceptor(call, next)),
    perform,
  );
}

async function withFailures(work: () => Promise<CallResponse>): Promise<CallResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OperationError) return { success: false, message: error.message };
    throw error;
  }
}

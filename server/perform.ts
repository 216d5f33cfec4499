import { status } from '@grpc/grpc-js';
import type { CallResponse } from './messages.js';
import { type Operation, type OperationArguments, OperationError } from './operation.js';

/** A gRPC status other than OK. */
export type FailureStatus = Exclude<status, status.OK>;

/** A call that could not be served: becomes a gRPC status. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: FailureStatus;

  constructor(code: FailureStatus, details: string) {
    super(details);
    this.code = code;
  }
}

/** How long a call may run, and who says when it has become pointless. */
export interface Lifetime {
  /** Milliseconds since the epoch; undefined: no deadline. */
  readonly deadline: number | undefined;
  /** Registers what to do when the caller has gone. Being told after the answer does no harm. */
  onCancelled(listener: () => void): void;
}

// setTimeout takes no longer delay; a call with such a deadline may as well have none.
const longestTimer = 2 ** 31 - 1;

// A transport has its own timer for the deadline, which may be this many ms ahead of the clock.
const timerSlack = 2;

const expired = (): CallError =>
  new CallError(status.DEADLINE_EXCEEDED, 'The deadline passed before the operation was done.');
const cancelled = (): CallError => new CallError(status.CANCELLED, 'The caller cancelled the call.');

/**
 * Runs the operation until it is done, the deadline passes or the caller goes; whichever comes first.
 *
 * @throws {CallError} DEADLINE_EXCEEDED or CANCELLED, the operation's signal being aborted then
 */
export async function perform(
  operation: Operation,
  args: OperationArguments,
  lifetime: Lifetime,
): Promise<CallResponse> {
  const { deadline } = lifetime;
  const remaining = deadline === undefined ? Infinity : deadline - Date.now();
  const isExpired = (slack = 0): boolean => deadline !== undefined && Date.now() + slack >= deadline;
  if (isExpired()) throw expired();

  const controller = new AbortController();
  let done = false;
  let timer: NodeJS.Timeout | undefined;
  const aborted = new Promise<never>((_, reject) => {
    const abort = (error: CallError): void => {
      if (done) return;
      // First, so that what the handler does about its signal can't get ahead.
      reject(error);
      controller.abort(error);
    };
    if (remaining <= longestTimer) timer = setTimeout(() => abort(expired()), remaining);
    lifetime.onCancelled(() => abort(isExpired(timerSlack) ? expired() : cancelled()));
  });
  let response: CallResponse;
  try {
    const { signal } = controller;
    const result = signal.aborted ? aborted : operation.handler(args, { signal, deadline });
    response = { success: true, message: await Promise.race([aborted, result]) };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    response = { success: false, message: error.message };
  } finally {
    done = true;
    clearTimeout(timer);
  }
  // The timer can't fire while a handler keeps the thread busy.
  if (isExpired()) throw expired();
  return response;
}

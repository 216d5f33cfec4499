import { status } from '@grpc/grpc-js';
import { CallError } from './call.js';

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
 * Does the work until it is done, the deadline passes or the caller goes; whichever comes first.
 *
 * @param work gets a signal that is aborted in the last two cases
 * @throws {CallError} DEADLINE_EXCEEDED or CANCELLED
 */
export async function withinLifetime<T>(lifetime: Lifetime, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
      // First, so that what the work does about its signal can't get ahead.
      reject(error);
      controller.abort(error);
    };
    if (remaining <= longestTimer) timer = setTimeout(() => abort(expired()), remaining);
    lifetime.onCancelled(() => abort(isExpired(timerSlack) ? expired() : cancelled()));
  });
  try {
    const { signal } = controller;
    const result = await Promise.race([aborted, signal.aborted ? aborted : work(signal)]);
    // The timer can't fire while the work keeps the thread busy.
    if (isExpired()) throw expired();
    return result;
  } finally {
    done = true;
    clearTimeout(timer);
  }
}

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
 * @param work gets a signal that is aborted in the last two cases; made when first asked for, as most work has no use for it
 * @throws {CallError} DEADLINE_EXCEEDED or CANCELLED
 */
export async function withinLifetime<T>(
  lifetime: Lifetime,
  work: (signal: () => AbortSignal) => Promise<T>,
): Promise<T> {
  const { deadline } = lifetime;
  const remaining = deadline === undefined ? Infinity : deadline - Date.now();
  const isExpired = (slack = 0): boolean => deadline !== undefined && Date.now() + slack >= deadline;
  if (isExpired()) throw expired();

  let controller: AbortController | undefined;
  let reason: CallError | undefined;
  let done = false;
  let timer: NodeJS.Timeout | undefined;
  const aborted = new Promise<never>((_, reject) => {
    const abort = (slack: number): void => {
      // Transports tell of an end after each answer, too: that must cost nothing.
      if (done || reason) return;
      reason = isExpired(slack) ? expired() : cancelled();
      // First, so that what the work does about its signal can't get ahead.
      reject(reason);
      controller?.abort(reason);
    };
    // A timer may fire a little before its time.
    if (remaining <= longestTimer) timer = setTimeout(() => abort(Infinity), remaining);
    lifetime.onCancelled(() => abort(timerSlack));
  });
  const signal = (): AbortSignal => {
    if (!controller) {
      controller = new AbortController();
      if (reason) controller.abort(reason);
    }
    return controller.signal;
  };
  try {
    const result = await Promise.race([aborted, reason ? aborted : work(signal)]);
    // The timer can't fire while the work keeps the thread busy.
    if (isExpired()) throw expired();
    return result;
  } finally {
    done = true;
    clearTimeout(timer);
  }
}
